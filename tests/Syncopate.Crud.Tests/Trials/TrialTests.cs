using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>Whatever a call answers, context and database are as the answer says: thousands of made-up calls on models
/// of every kind, in both forms. SYNCOPATE_CASES=100000 makes as many on SQLite and as many on PostgreSQL; SYNCOPATE_SEED begins
/// elsewhere.</summary>
public sealed class TrialTests(PostgresFixture postgres)
{
    private const int FewCases = 2000;
    private const int FewestForEach = 50;
    private const int Stride = 5; // Has no factor in common with their number, so that each is met, and the first few differ in all.
    private const int Parts = 4; // Of a long run each takes minutes.

    public static TheoryData<int> EachPart()
    {
        TheoryData<int> rows = [];
        for (int part = 0; part < Parts; part++)
            rows.Add(part);
        return rows;
    }

    [Theory, MemberData(nameof(EachPart))]
    public Task Whatever_a_call_answers_context_and_database_are_as_it_says(int part) =>
        TryAsync(TrialDatabase.OnSqlite, part);

    [Theory, MemberData(nameof(EachPart))]
    public async Task Whatever_a_call_answers_PostgreSQL_is_as_it_says(int part)
    {
        string server = postgres.Server();
        await TryAsync(model => TrialDatabase.OnPostgres(model, server), part);
    }

    /// <summary>One model after the other, the same number of trials each; of few trials, on few models, each of which
    /// takes a second to be made.</summary>
    private static async Task TryAsync(Func<TrialModel, TrialDatabase> open, int part)
    {
        int cases = TrialSettings.Cases(FewCases);
        int models = Math.Clamp(cases / FewestForEach, 1, TrialModel.All.Count);
        int each = (cases + models - 1) / models;
        (int done, int tried) = (0, 0);
        for (int number = part; number < models; number += Parts)
        {
            using TrialDatabase database = open(TrialModel.All[number * Stride % TrialModel.All.Count]);
            int seed = TrialSettings.FirstSeed + (number * each);
            for (int i = 0; i < each; i++)
                done += await new Trial(database, seed + i).RunAsync(TestContext.Current.CancellationToken) ? 1 : 0;
            tried += each;
        }

        // Calls that are all refused, or all done, would try little.
        Assert.InRange(done, tried / 5, tried * 4 / 5);
    }
}
