namespace Syncopate.Watch.Awaits;

/// <summary>Sums calls up by method.</summary>
internal static class TimelineBuilder
{
    private const int MostWaits = 8;

    /// <summary>The methods of which a call began, the program's own first, then by time in sum.</summary>
    public static IReadOnlyList<AsyncMethod> Methods(IEnumerable<CallTrace> calls) =>
    [
        .. calls.Where(call => call.IsMethod && call.Name is not null)
            .GroupBy(call => call.Name)
            .Select(group => Method([.. group]))
            .OrderByDescending(method => method.Own)
            .ThenByDescending(method => method.TotalMilliseconds * method.Calls)
            .ThenBy(method => method.Name, StringComparer.Ordinal),
    ];

    /// <summary>What a call is called.</summary>
    public static string Name(CallTrace call) =>
        call.Machine?.Method ?? (call.Name is { } name ? StateMachineName.Method(name) : "unnamed work");

    /// <summary>Where the await of a wait stands: by its number, or because the method has only one.</summary>
    public static SourcePlace? Place(StateMachine machine, CallWait wait) =>
        machine.Await(wait.State) ?? (wait.State is null && machine.Awaits is [var only] ? only : null);

    private static AsyncMethod Method(IReadOnlyList<CallTrace> calls)
    {
        List<CallTrace> whole = [.. calls.Where(call => call.IsWhole)];
        StateMachine? machine = calls[0].Machine;
        return new AsyncMethod(
            Name(calls[0]),
            machine?.File,
            machine?.Line,
            machine is not null,
            whole.Count,
            calls.Count(call => call.End is null),
            null,
            null,
            Mean(whole.Where(call => call.FirstSuspended is not null).Select(call => call.FirstSuspended.GetValueOrDefault() - call.Start)),
            Mean(whole.Select(call => call.Waits.Where(wait => wait.IsOver).Sum(wait => wait.To - wait.From))) ?? 0,
            Mean(whole.Select(call => call.Milliseconds)) ?? 0,
            whole.Select(call => call.Milliseconds).DefaultIfEmpty().Max(),
            calls.SelectMany(call => call.Threads).Distinct().Count(),
            Waits(machine, calls));
    }

    private static IReadOnlyList<AwaitedWork> Waits(StateMachine? machine, IReadOnlyList<CallTrace> calls) =>
    [
        .. calls.SelectMany(call => call.Waits.Where(wait => wait.IsOver))
            .GroupBy(wait =>
                (Name: wait.On is { } awaited ? Name(awaited) : "unnamed work", Place: machine is null ? null : Place(machine, wait)))
            .Select(group => new AwaitedWork(
                group.Key.Name, group.Key.Place?.File, group.Key.Place?.Line, group.Count(), group.Average(wait => wait.To - wait.From)))
            .OrderByDescending(work => work.SuspendedMilliseconds * work.Waits)
            .Take(MostWaits),
    ];

    private static double? Mean(IEnumerable<double> values)
    {
        List<double> all = [.. values];
        return all.Count == 0 ? null : all.Average();
    }
}
