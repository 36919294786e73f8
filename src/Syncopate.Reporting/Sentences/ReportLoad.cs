using Syncopate.Reporting.Measured;
using Syncopate.Units;

namespace Syncopate.Reporting.Sentences;

/// <summary>The load in words, and whether it was large enough to distinguish the forms.</summary>
internal static class ReportLoad
{
    // With fewer queueing the pool never ran short: 9 of 50 is the classic "no difference" that more users would have shown.
    private const double LeastWaitedShare = 0.2;

    /// <summary>Such as "50 users, 5 calls each; every round starts new servers".</summary>
    public static string Sentence(Experiment experiment) =>
        Words(experiment.Load, experiment.PieceWord) + (experiment.Load is WholeProcesses
            || experiment.Replicate != Replicate.ProcessStart ? "." : "; every round starts new servers.");

    /// <summary>A load without a full stop.</summary>
    /// <param name="load">The load.</param>
    /// <param name="piece">What is due at a rate, in the singular.</param>
    public static string Words(LoadShape load, string piece) => load switch
    {
        UsersTimesLoops l => $"{Wording.Plural(l.Users, "user")}, {Wording.Plural(l.Loops, "call")}{(l.Users == 1 ? "" : " each")}",
        UsersForTime l => $"{Wording.Plural(l.Users, "user")} for {FigureText.Milliseconds(l.Duration.TotalMilliseconds)}",
        CallsInProcess { LoopLength: > 1 } l =>
            $"1 caller inside the process, {Wording.Plural(l.Calls, "loop")} of {FigureText.Count(l.LoopLength)} calls per slot",
        CallsInProcess l => $"1 caller inside the server, {Wording.Plural(l.Calls, "call")} per slot",
        WholeProcesses l => $"Whole processes, {Wording.Plural(l.Runs, "run")} per slot",
        SteppedUsers l when l.Start == l.Maximum =>
            $"{Wording.Plural(l.Maximum, "user")} for {FigureText.Milliseconds(l.Duration.TotalMilliseconds)}",
        SteppedUsers l => $"{Wording.Plural(l.Start, "user")}, {FigureText.Count(l.Step)} more every "
            + $"{FigureText.Milliseconds(l.StepDuration.TotalMilliseconds)}, up to {FigureText.Count(l.Maximum)}",
        Arrivals l when l.FromPerSecond == l.ToPerSecond =>
            $"{Pieces(l.ToPerSecond, piece)} per second for {FigureText.Milliseconds(l.Duration.TotalMilliseconds)}",
        Arrivals l => $"{Rate(l.FromPerSecond)} to {Pieces(l.ToPerSecond, piece)} per second within "
            + FigureText.Milliseconds(l.Duration.TotalMilliseconds),
        _ => throw new ArgumentOutOfRangeException(nameof(load), load, "Not a load shape."),
    };

    private static string Pieces(double perSecond, string piece)
    {
        string shown = Rate(perSecond);
        return $"{shown} {(shown == "1" ? piece : piece + "s")}";
    }

    // One in some minutes is not none.
    private static string Rate(double perSecond) =>
        perSecond < 0.01 ? FigureText.Significant(perSecond) : FormattableString.Invariant($"{perSecond:0.##}");

    /// <summary>Whether the load could show a difference: it did, or many requests had to queue.</summary>
    public static LoadAdequacy Adequacy(MeasuredExperiment measured)
    {
        RequestWaits waits =
            ReportPictures.Of(measured).Select(p => RequestWaits.Among(p.Requests)).MaxBy(w => w.Waited)
            ?? new RequestWaits(0, 0, 0, 0, 0);
        string piece = measured.Experiment.PieceWord;
        string most = $"at most {FigureText.Count(waits.Waited)} of {Wording.Plural(waits.Of, piece)} waited";
        var (enough, sentence) = measured.Primary.Verdict switch
        {
            _ when measured.Rounds.Count == 0 => (false, "No round is complete, so nothing can be concluded."),
            _ when measured.Experiment.Load is CallsInProcess =>
                (true, "One caller makes one call after the other: nothing queues, and what a call costs is what is measured."),
            _ when measured.Own.NeedsNoCrowd?.Invoke(measured) is { } why => (true, why),
            _ when measured.Experiment.Load is WholeProcesses =>
                (true, "One run follows the other: nothing queues, and what a run costs is what is measured."),
            _ when measured.Experiment.Workload.Traits.IsUserDefined && waits.Of == 0 => Queued(measured),
            Verdict.Gain or Verdict.Loss => (true, waits.Of == 0 ? "The difference shows." : $"The difference shows; {most} for a thread."),
            _ when waits.Of == 0 => (false, $"Single {piece}s were not recorded, so it is not known whether the pool ran short."),
            _ when waits.Waited >= LeastWaitedShare * waits.Of =>
                (true, $"{FigureText.Count(waits.Waited)} of {Wording.Plural(waits.Of, piece)} waited for a thread or a processor: a "
                + "difference could have shown."),
            Verdict.NoDifference or Verdict.Undecided => (
                false,
                $"The pool {Short(waits.Waited)} ({most}): this could not show a difference. Try "
                    + $"{(IsAtRate(measured) ? "a higher rate" : Wording.Plural(MoreUsers(measured), "user"))}."),
            var other => throw new ArgumentOutOfRangeException(nameof(measured), other, "Not a verdict."),
        };
        return new LoadAdequacy(waits.Waited, waits.Of, enough, sentence);
    }

    /// <summary>Servers that say nothing of single requests: what their pools had queued says whether a thread was ever short.</summary>
    private static (bool Enough, string Sentence) Queued(MeasuredExperiment measured)
    {
        var (crowd, queued) = (Crowd(measured), measured.Forms.Max(f => f.QueueLength));
        string piece = measured.Experiment.PieceWord;
        // What queues is not only requests: a continuation is an item, too.
        string most = $"at most {Wording.Plural(queued ?? 0, "item")} queued for a thread at once";
        return (measured.Primary.Verdict, queued) switch
        {
            (Verdict.Gain or Verdict.Loss, null) => (true, "The difference shows."),
            (Verdict.Gain or Verdict.Loss, _) => (true, $"The difference shows; {most}."),
            (_, null) => (true, $"Whether {piece}s queued is not known, as the servers were not watched from inside. If more "
                + (IsAtRate(measured) ? $"{piece}s come in reality, measure at a higher rate."
                    : "users come in reality, measure with more.")),
            _ when queued > 0 && queued >= LeastWaitedShare * crowd =>
                (true, $"{Words(measured.Experiment.Load, piece)}: {most}, so that a difference could have shown."),
            (Verdict.NoDifference or Verdict.Undecided, _) => (
                false,
                $"The pool {Short(queued ?? 0)} ({most}): a difference between blocking and awaiting could not show. Try "
                    + (IsAtRate(measured) ? "a higher --rate."
                        : FormattableString.Invariant($"--users {MoreUsers(measured)}."))),
            var (other, _) => throw new ArgumentOutOfRangeException(nameof(measured), other, "Not a verdict."),
        };
    }

    private static bool IsAtRate(MeasuredExperiment measured) => measured.Experiment.Load is Arrivals;

    // Who can wait at once: users, or at a rate as many as are in flight by Little's law.
    private static double Crowd(MeasuredExperiment measured) => IsAtRate(measured)
        ? measured.Forms.Select(f => Milliseconds.ToSeconds(f.RequestsPerSecond * f.Mean)).Where(double.IsFinite).DefaultIfEmpty(0).Max()
        : measured.Experiment.Load.MaximumUsers;

    private static string Short(long waited) => waited == 0 ? "never ran short" : "hardly ran short";

    /// <summary>The next power of two above today's users and twice the threads: 50 users make it 64.</summary>
    public static long MoreUsers(MeasuredExperiment measured)
    {
        int atLeast = Math.Max(measured.Experiment.Load.MaximumUsers + 1, 2 * measured.Forms.Max(f => f.Threads ?? 0));
        return (long)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)atLeast);
    }
}
