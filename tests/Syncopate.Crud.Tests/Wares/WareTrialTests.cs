using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Trials;
using Xunit;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>Whatever a call answers, on wares with keys of every kind in models of every kind, context and database are as the answer
/// says, in both forms alike, and what a user did is no exception: made-up calls, good and bad, inside transactions of the caller,
/// beside other users, cancelled at any command, met by deadlocks, and followed by code that fails after the save.</summary>
/// <remarks>SYNCOPATE_CASES=20000 makes as many on each product; SYNCOPATE_SEED begins elsewhere.</remarks>
[Trait("Judges", "laws")]
public sealed class WareTrialTests(PostgresFixture postgres)
{
    private const int FewCases = 160;
    private const int CasesOfModel = 200; // A model takes a second to be made.
    private const int Parts = 4;

    public static TheoryData<string, int> Products()
    {
        TheoryData<string, int> rows = [];
        foreach (string product in (string[])["sqlite", "postgresql"])
        {
            for (int part = 0; part < Parts; part++)
                rows.Add(product, part);
        }
        return rows;
    }

    /// <param name="product">Of the database.</param>
    /// <param name="part">Each has models of its own.</param>
    [Theory, MemberData(nameof(Products))]
    public async Task Whatever_a_call_answers_context_and_database_are_as_it_says(string product, int part)
    {
        int cases = Math.Max(1, TrialSettings.Cases(FewCases) / Parts);
        int done = 0;
        for (int first = 0; first < cases; first += CasesOfModel)
        {
            int number = TrialSettings.FirstSeed + part + Parts * (first / CasesOfModel);
            WareModel model = WareModel.Of(number, product == "postgresql");
            using WareDatabase blocking = new(product, model, postgres);
            using WareDatabase awaited = new(product, model, postgres);
            for (int i = first; i < Math.Min(cases, first + CasesOfModel); i++)
            {
                WareTrial trial = new(blocking, awaited, TrialSettings.FirstSeed + part * cases + i);
                done += await trial.RunAsync() ? 1 : 0;
            }
        }

        // Calls that are all refused, or all done, would try little.
        Assert.InRange(done, cases / 8, cases * 4 / 5);
    }
}
