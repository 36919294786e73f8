namespace Syncopate.Acceptance;

/// <summary>One row of the acceptance table: a comparison whose true answer is known, made many times.</summary>
/// <param name="Test">Such as "a6"; statistics call it so.</param>
/// <param name="Name">Unique, such as "a6-10-30s".</param>
/// <param name="Ratio">Steps of B over steps of A.</param>
/// <param name="BudgetSeconds">Budget of each comparison.</param>
/// <param name="Burners">Processes that keep a core busy meanwhile.</param>
/// <param name="Count">Comparisons.</param>
internal sealed record AcceptanceCase(string Test, string Name, double Ratio, int BudgetSeconds, int Burners, int Count)
{
    /// <summary>Every case, in the order of the table.</summary>
    public static IReadOnlyList<AcceptanceCase> All { get; } =
    [
        new("a2", "a2", 1, 30, 0, 40),
        new("a6", "a6-10%-30s", 1.10, 30, 0, 20),
        new("a6", "a6-5%-60s", 1.05, 60, 0, 20),
        new("a6", "a6-10%-120s-burdened", 1.10, 120, 2, 20),
        new("a7", "a7", 1, 60, 0, 20),
        .. from burners in new[] { 0, 2 }
           from ratio in new[] { 1.02, 1.05, 1.10, 2 }
           select new AcceptanceCase("a8", FormattableString.Invariant($"a8-{(burners == 0 ? "calm" : "burdened")}-{ratio:0.00}"), ratio, 20, burners, 25),
    ];

    /// <summary>The short form of every test, of the shortest budget that the tool takes.</summary>
    public static IReadOnlyList<AcceptanceCase> Short { get; } =
    [
        new("short", "short-equal", 1, 10, 0, 1),
        new("short", "short-double", 2, 10, 0, 1),
    ];
}
