namespace Syncopate.Watch.Awaits;

/// <summary>The awaits of one typical request, as rows.</summary>
internal sealed class Waterfall
{
    // What can be taken in; a request of more awaits shows its first ones.
    private const int MostRows = 40;
    internal const int MostDepth = 12;

    private readonly CallTrace _request;
    private readonly CallTree _tree;
    private readonly List<AwaitSpan> _rows = [];

    private Waterfall(CallTrace request, CallTree tree)
    {
        (_request, _tree) = (request, tree);
        Add(request, AwaitOrder.Alone, 0);
    }

    /// <summary>The rows of the request of median length among those of the commonest kind: the outermost call of the
    /// program's own that began and ended, the kind that took the most time in sum.</summary>
    public static IReadOnlyList<AwaitSpan> Of(IReadOnlyCollection<CallTrace> calls)
    {
        IGrouping<string?, CallTrace>? kind = calls.Where(IsRequest)
            .GroupBy(call => call.Name)
            .MaxBy(group => group.Sum(call => call.Milliseconds));
        if (kind is null)
            return [];
        List<CallTrace> ordered = [.. kind.OrderBy(call => call.Milliseconds)];
        return Rows(ordered[ordered.Count / 2], new CallTree(calls));
    }

    /// <summary>The rows of one request.</summary>
    public static IReadOnlyList<AwaitSpan> Rows(CallTrace request, CallTree tree) => new Waterfall(request, tree)._rows;

    private static bool IsRequest(CallTrace call) => call is { IsWhole: true, Machine: not null }
        && !Ancestors(call).Any(outer => outer is { IsWhole: true, Machine: not null });

    private static IEnumerable<CallTrace> Ancestors(CallTrace call)
    {
        // Ids of tasks that are used again could close a circle.
        HashSet<CallTrace> seen = [call];
        for (CallTrace? outer = call.Parent; outer is not null && seen.Add(outer); outer = outer.Parent)
            yield return outer;
    }

    private void Add(CallTrace call, AwaitOrder order, int depth)
    {
        if (_rows.Count >= MostRows || depth > MostDepth)
            return;
        SourcePlace? place = depth == 0 ? Beginning(call) : Place(call);
        _rows.Add(new AwaitSpan(
            TimelineBuilder.Name(call),
            place?.File,
            place?.Line,
            depth,
            order,
            call.Start - _request.Start,
            call.End.GetValueOrDefault() - _request.Start,
            // What never suspends waits for nothing.
            call.IsMethod ? (call.FirstSuspended ?? call.End.GetValueOrDefault()) - call.Start : 0));
        IReadOnlyList<CallTrace> parts = _tree.Parts(call);
        foreach (CallTrace part in parts)
            Add(part, CallTree.Order(part, parts), depth + 1);
    }

    private static SourcePlace? Beginning(CallTrace call) =>
        call.Machine is { File: { } file, Line: { } line } ? new SourcePlace(file, line) : null;

    private static SourcePlace? Place(CallTrace part) =>
        part.Parent is { Machine: { } machine } parent && parent.Waits.Find(wait => wait.On == part) is { } wait
            ? TimelineBuilder.Place(machine, wait)
            : null;
}
