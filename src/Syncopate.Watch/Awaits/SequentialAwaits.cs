using System.Globalization;

namespace Syncopate.Watch.Awaits;

/// <summary>Finds methods whose awaits follow each other although they might overlap.</summary>
internal static class SequentialAwaits
{
    // Less is not worth a change of code.
    private const double LeastGainMilliseconds = 1;
    private const double LeastGainShare = 0.05;
    private const int MostNamed = 6;

    // Nothing is begun by it that could run beside anything: on a busy pool it waits for a thread.
    private const string Yield = "Task.Yield";

    /// <summary>One finding for each method and sequence, the largest gain in sum first.</summary>
    public static IReadOnlyList<AsyncFinding> Find(IReadOnlyCollection<CallTrace> calls)
    {
        CallTree tree = new(calls);
        return
        [
            .. calls.Where(call => call is { IsWhole: true, Machine: not null })
                .Select(call => (Call: call, Parts: Sequence(call, tree)))
                .Where(found => found.Parts.Count > 1)
                .GroupBy(found => (found.Call.Name, Awaited: string.Join('\n', found.Parts.Select(TimelineBuilder.Name))))
                .Select(group => (Finding: Finding([.. group], tree), Calls: group.Count()))
                .Where(found => found.Finding is not null)
                // Not null: the line before.
                .OrderByDescending(found => (found.Finding!.NowMilliseconds - found.Finding.PossibleMilliseconds) * found.Calls)
                .Select(found => found.Finding!), // Not null: as above.
        ];
    }

    /// <summary>The parts of a call that it awaited one after the other.</summary>
    private static List<CallTrace> Sequence(CallTrace call, CallTree tree)
    {
        IReadOnlyList<CallTrace> parts = [.. tree.Parts(call)
            .Where(part => part.Milliseconds >= LeastGainMilliseconds && part.Name != Yield && call.Waits.Exists(wait => wait.On == part))];
        List<CallTrace> alone = [.. parts.Where(part =>
            IsWork(part, tree) && !parts.Any(other => other != part && CallTree.Overlap(part, other)))];
        // What is opened is used by what comes next.
        double lastUse = alone.Where(part => OneAtATime.Of(part, tree) == OneAtATimeUse.Data)
            .Select(part => part.Start)
            .DefaultIfEmpty(double.NegativeInfinity)
            .Max();
        alone.RemoveAll(part => part.Start < lastUse && OneAtATime.Of(part, tree) == OneAtATimeUse.Opening);
        // What one method does to a stream, response or socket, it does to the same one as a rule: begun at once it would be mixed.
        List<CallTrace> streams = [.. alone.Where(part => OneAtATime.Of(part, tree) == OneAtATimeUse.Stream)];
        return streams.Count > 1 ? [.. alone.Except(streams)] : alone;
    }

    // Nothing is gained by waiting for a turn beside what the turn is for; and what has no name may be such a wait.
    private static bool IsWork(CallTrace part, CallTree tree) =>
        (part.Name ?? part.Machine?.Method) is not null && OneAtATime.Of(part, tree) != OneAtATimeUse.Turn;

    private static AsyncFinding? Finding(IReadOnlyList<(CallTrace Call, List<CallTrace> Parts)> found, CallTree tree)
    {
        double now = found.Average(f => f.Parts.Sum(part => part.Milliseconds));
        double possible = found.Average(f => f.Parts.Max(part => part.Milliseconds));
        if (now - possible < Math.Max(LeastGainMilliseconds, LeastGainShare * found.Average(f => f.Call.Milliseconds)))
            return null;
        (CallTrace call, List<CallTrace> parts) = found[0];
        StateMachine machine = call.Machine!; // Only the program's own methods come here.
        SourcePlace? first = call.Waits.Find(wait => wait.On == parts[0]) is { } wait ? TimelineBuilder.Place(machine, wait) : null;
        return new AsyncFinding(AsyncFindingKind.SequentialAwaits, TimelineBuilder.Name(call), machine.File, first?.Line ?? machine.Line,
            [.. parts.Select(TimelineBuilder.Name)], now, possible, Sentence(call, parts, Condition(parts, tree), now, possible));
    }

    private static string Sentence(CallTrace call, List<CallTrace> parts, string condition, double now, double possible)
    {
        // "10 ms in 10 ms" is no gain, and there is one.
        string format = Told("F0", now) == Told("F0", possible) ? "F1" : "F0";
        return $"{TimelineBuilder.Name(call)} awaits {Names(parts)} in sequence: {Told(format, now)} ms. "
            + $"They would overlap, in {Told(format, possible)} ms at best, "
            + $"if none needs the result of another{condition}; that cannot be seen from outside.";

        static string Told(string shape, double taken) => taken.ToString(shape, CultureInfo.InvariantCulture);
    }

    private static string Condition(List<CallTrace> parts, CallTree tree)
    {
        OneAtATimeUse[] uses = [.. parts.Select(part => OneAtATime.Of(part, tree))];
        return uses.Count(use => use == OneAtATimeUse.Data) > 1
                ? " and each has a connection or DbContext of its own, which takes one operation at a time"
            : uses.Count(use => use is OneAtATimeUse.Stream or OneAtATimeUse.StreamWithin) > 1
                ? " and each has a stream or response of its own, which takes one operation at a time"
            : "";
    }

    private static string Names(List<CallTrace> parts)
    {
        List<string> names = [.. parts.Select(TimelineBuilder.Name)];
        if (names.Distinct(StringComparer.Ordinal).Count() == 1)
            return string.Create(CultureInfo.InvariantCulture, $"{names[0]} {names.Count} times");
        if (names.Count > MostNamed)
            names = [.. names.Take(MostNamed - 1), string.Create(CultureInfo.InvariantCulture, $"{names.Count - MostNamed + 1} more")];
        return $"{string.Join(", ", names[..^1])} and {names[^1]}";
    }
}
