namespace Syncopate.Bench.RuntimeAsync;

/// <summary>One kind of async methods on one .NET, as a run with .NET 11 beside the tool's own measures them.</summary>
/// <param name="Ending">Of an experiment's id.</param>
/// <param name="Name">As a heading.</param>
/// <param name="Style">Its class in the picture.</param>
internal sealed record RuntimeColumn(string Ending, string Name, string Style)
{
    /// <summary>What all others are compared with first.</summary>
    public static IReadOnlyList<RuntimeColumn> All { get; } =
    [
        new("", ".NET 10", "old"),
        new("-net11", ".NET 11", "new"),
        new("-net11-runtime", ".NET 11, runtime async", "flag"),
    ];
}
