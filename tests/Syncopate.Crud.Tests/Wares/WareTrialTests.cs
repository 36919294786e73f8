using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Trials;
using Xunit;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>Whatever a call answers, on wares with keys of every kind, context and database are as the answer says, in both
/// forms alike, and what a user did is no exception: made-up calls, good and bad, inside transactions of the caller and cancelled
/// at any command.</summary>
/// <remarks>SYNCOPATE_CASES=20000 makes as many for each row; SYNCOPATE_SEED begins elsewhere.</remarks>
[Trait("Judges", "laws")]
public sealed class WareTrialTests(PostgresFixture postgres)
{
    private const int FewCases = 40;

    [Theory]
    [InlineData("sqlite", true)]
    [InlineData("sqlite", false)]
    [InlineData("postgresql", true)]
    [InlineData("postgresql", false)]
    public Task Whatever_a_call_answers_context_and_database_are_as_it_says(string product, bool isVersioned) =>
        isVersioned ? TryAsync<VersionedWares>(product) : TryAsync<PlainWares>(product);

    private async Task TryAsync<TContext>(string product)
        where TContext : WareContext
    {
        Canceller canceller = new();
        using AnyDatabase<TContext> sync = new(product, postgres, options => options.AddInterceptors(new Auditor()));
        using AnyDatabase<TContext> awaited = new(product, postgres, options => options.AddInterceptors(new Auditor(), canceller));
        int done = 0;
        for (int i = 0; i < TrialSettings.Cases(FewCases); i++)
        {
            WareTrial<TContext> trial = new((sync, awaited), canceller, product == "postgresql", TrialSettings.FirstSeed + i);
            done += await trial.RunAsync() ? 1 : 0;
        }

        // Calls that are all refused, or all done, would try little.
        Assert.InRange(done, TrialSettings.Cases(FewCases) / 5, TrialSettings.Cases(FewCases) * 4 / 5);
    }
}
