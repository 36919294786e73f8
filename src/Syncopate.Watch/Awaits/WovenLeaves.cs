namespace Syncopate.Watch.Awaits;

/// <summary>Says what the calls of a traced request waited for: a woven call that it made, or other work, which only
/// its wait reports.</summary>
internal static class WovenLeaves
{
    /// <summary>The calls, with the other work that they waited for.</summary>
    /// <param name="calls">Of one request, each after the one that made it.</param>
    /// <param name="methods">All woven methods, by number.</param>
    public static List<CallTrace> Complete(List<CallTrace> calls, IReadOnlyDictionary<int, WovenMethod> methods)
    {
        List<CallTrace> all = [.. calls];
        foreach (CallTrace call in calls)
        {
            List<CallTrace> made = [.. calls.Where(other => other.Parent == call)];
            foreach (CallWait wait in call.Waits)
                Complete(call, wait, made, all, methods.Values.FirstOrDefault(method => method.Machine == call.Name)?.Awaits);
        }

        return all;
    }

    private static void Complete(
        CallTrace call, CallWait wait, List<CallTrace> made, List<CallTrace> all, IReadOnlyDictionary<int, WovenAwait>? awaits)
    {
        WovenAwait? awaited = wait.State is { } state ? awaits?.GetValueOrDefault(state) : null;
        List<CallTrace> during = [.. made.Where(
            other => other.End > wait.From && other.End <= wait.To && !call.Waits.Exists(before => before != wait && before.On == other))];
        // The awaited method itself; or what ended last, if that is all that is known, or if the call went on just
        // then: it may be made within what is awaited.
        double soon = Math.Max(1, 0.05 * (wait.To - wait.From));
        wait.On = during.Find(other => other.Name == awaited?.Method)
            ?? during.Where(other => awaited?.Name is null || wait.To - other.End <= soon).MaxBy(other => other.End);
        if (wait.On is not null)
            return;
        // Made in the await itself, it began when the wait did; kept in a variable, it may have begun long before, and
        // is no row of its own.
        if (awaited?.Name is not { } direct)
            return;
        wait.On = new CallTrace(direct) { Start = wait.From, End = wait.To, Parent = call };
        all.Add(wait.On);
    }
}
