using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>Whatever a call answers, context and database are as the answer says: thousands of made-up calls on models
/// of every kind, in both forms. SYNCOPATE_CASES=100000 makes as many on SQLite, and a twentieth of that on PostgreSQL;
/// SYNCOPATE_SEED begins elsewhere.</summary>
public sealed class TrialTests(PostgresFixture postgres)
{
    private const int FewCases = 2000;
    private const int CasesForEachOnPostgres = 20;
    private const int FewestOnPostgres = 200;
    private const int FewestForEach = 50;
    private const int Stride = 5; // Has no factor in common with their number, so that each is met, and the first few differ in all.

    private static int Cases => TrialSettings.Cases(FewCases);

    [Fact]
    public Task Whatever_a_call_answers_context_and_database_are_as_it_says() =>
        TryAsync(TrialDatabase.OnSqlite, Cases);

    [Fact]
    public async Task Whatever_a_call_answers_PostgreSQL_is_as_it_says()
    {
        string server = postgres.Server();
        await TryAsync(model => TrialDatabase.OnPostgres(model, server), Math.Max(FewestOnPostgres, Cases / CasesForEachOnPostgres));
    }

    /// <summary>One model after the other, the same number of trials each; of few trials, on few models, each of which
    /// takes a second to be made.</summary>
    private static async Task TryAsync(Func<TrialModel, TrialDatabase> open, int cases)
    {
        int models = Math.Clamp(cases / FewestForEach, 1, TrialModel.All.Count);
        int each = (cases + models - 1) / models;
        int done = 0;
        for (int number = 0; number < models; number++)
        {
            using TrialDatabase database = open(TrialModel.All[number * Stride % TrialModel.All.Count]);
            int seed = TrialSettings.FirstSeed + (number * each);
            for (int i = 0; i < each; i++)
                done += await new Trial(database, seed + i).RunAsync(TestContext.Current.CancellationToken) ? 1 : 0;
        }

        // Calls that are all refused, or all done, would try little.
        Assert.InRange(done, models * each / 5, models * each * 4 / 5);
    }
}
