using System.Globalization;

namespace Syncopate.Watch.Blocking;

/// <summary>Puts a starvation into words.</summary>
internal static class StarvationWords
{
    public static string Sentence(StarvationCase found, StarvationGain? gain) => found.Cause switch
    {
        StarvationCause.None => "The pool is not starving: no work waits for a thread.",
        StarvationCause.Processors => string.Create(CultureInfo.InvariantCulture,
            $"{Waiting(found)} They wait for processors, of which the process uses {found.ProcessorShare:P0}: more threads would not help."),
        StarvationCause.CompensatedWaits =>
            $"{Waiting(found)}{Where(found)} The pool is told of waits for Tasks, and adds about four threads a second until there are enough; each burst pays for it again.{Gain(found, gain)}",
        StarvationCause.UncompensatedWaits =>
            $"{Waiting(found)}{Where(found)} The pool is not told of such waits: it adds one thread or two a second, and only while nothing at all leaves the queue.{Gain(found, gain)}",
        StarvationCause.ShortWaits =>
            $"{Waiting(found)}{Where(found)} This is the trap of short blocking calls: in each half second something leaves the queue, so the pool never takes it for starvation, and hill climbing{Swing(found)} while the queue stands.{Gain(found, gain)}",
        _ => $"{Waiting(found)} No blocked place that explains it has been seen: look again while it lasts.",
    };

    private static string Waiting(StarvationCase found) =>
        $"Starving for {StarvationCase.Told(found.Seconds)} s: {Items(found.Queue)} for a thread.";

    private static string Items(double queue) => Math.Round(queue) <= 1 ? "1 work item waits" : $"{StarvationCase.Told(Math.Round(queue))} work items wait";

    private static string Where(StarvationCase found) => found.Worst is { } worst && found.BlockedThreads is { } blocked
        ? $" {StarvationCase.Told(worst.Share * blocked)} of {StarvationCase.Told(Math.Max(blocked, found.Busy ?? blocked))} busy threads stand in {worst.Told()}."
        : "";

    private static string Swing(StarvationCase found) => found.Swing is var (fewest, most) && most > fewest
        ? string.Create(CultureInfo.InvariantCulture, $" swings the number of threads between {fewest} and {most}")
        : " keeps the number of threads too low";

    private static string Gain(StarvationCase found, StarvationGain? gain) => gain is null
        ? ""
        : $" {StarvationCase.Told(gain.ThreadsNeeded)} threads, or await in their place, would complete about {StarvationCase.Told(gain.PossiblePerSecond)} a second instead of {StarvationCase.Told(found.Completed)}.";
}
