namespace Syncopate.Watch.Awaits;

/// <summary>Calls and what each of them made or awaited.</summary>
internal sealed class CallTree(IEnumerable<CallTrace> calls)
{
    private readonly ILookup<CallTrace, CallTrace> _parts = calls
        .Where(call => call.Parent is not null && call.Parent != call)
        .ToLookup(call => call.Parent!); // Checked in the line before.

    /// <summary>What a call made or awaited and saw ended, the earliest first; what only waits for others is left out,
    /// since those others are there.</summary>
    public IReadOnlyList<CallTrace> Parts(CallTrace call) =>
        [.. _parts[call].Where(part => part.IsWhole && !part.IsCombinator && part.Start >= call.Start && part.Start <= call.End)
            .OrderBy(part => part.Start)];

    /// <summary>How a part lies to the others.</summary>
    public static AwaitOrder Order(CallTrace part, IReadOnlyList<CallTrace> parts) =>
        parts.Count < 2 ? AwaitOrder.Alone
        : parts.Any(other => other != part && Overlap(part, other)) ? AwaitOrder.Overlap
        : AwaitOrder.Sequence;

    /// <summary>True when two parts ran at the same time for more than the inexactness of their ends.</summary>
    public static bool Overlap(CallTrace one, CallTrace other)
    {
        double both = Math.Min(one.End.GetValueOrDefault(), other.End.GetValueOrDefault()) - Math.Max(one.Start, other.Start);
        return both > Math.Max(0.05, 0.02 * Math.Min(one.Milliseconds, other.Milliseconds));
    }
}
