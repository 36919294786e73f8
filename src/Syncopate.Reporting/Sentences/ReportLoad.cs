using Syncopate.Reporting.Measured;

namespace Syncopate.Reporting.Sentences;

/// <summary>The load in words, and whether it was large enough to tell the forms apart.</summary>
internal static class ReportLoad
{
    // With fewer queueing the pool never ran short: 9 of 50 is the classic "no difference" that more users would have shown.
    private const double LeastWaitedShare = 0.2;

    /// <summary>Such as "50 users, 5 calls each; every round starts new servers".</summary>
    public static string Sentence(Experiment experiment) =>
        Words(experiment.Load) + (experiment.Load is WholeProcesses || experiment.Replicate != Replicate.ProcessStart ? "." : "; every round starts new servers.");

    /// <summary>A load without a full stop.</summary>
    public static string Words(LoadShape load) => load switch
    {
        UsersTimesLoops l => $"{PageWords.Plural(l.Users, "user")}, {PageWords.Plural(l.Loops, "call")}{(l.Users == 1 ? "" : " each")}",
        UsersForTime l => $"{PageWords.Plural(l.Users, "user")} for {PageNumbers.Milliseconds(l.Duration.TotalMilliseconds)}",
        CallsInProcess { LoopLength: > 1 } l => $"1 caller inside the process, {PageWords.Plural(l.Calls, "loop")} of {PageNumbers.Count(l.LoopLength)} calls a slot",
        CallsInProcess l => $"1 caller inside the server, {PageWords.Plural(l.Calls, "call")} a slot",
        WholeProcesses l => $"Whole processes, {PageWords.Plural(l.Runs, "run")} a slot",
        SteppedUsers l => $"{PageWords.Plural(l.Start, "user")}, {PageNumbers.Count(l.Step)} more every {PageNumbers.Milliseconds(l.StepDuration.TotalMilliseconds)}, up to {PageNumbers.Count(l.Maximum)}",
        Arrivals l when l.FromPerSecond == l.ToPerSecond => FormattableString.Invariant($"{l.FromPerSecond:0.##} requests a second for {PageNumbers.Milliseconds(l.Duration.TotalMilliseconds)}"),
        Arrivals l => FormattableString.Invariant($"{l.FromPerSecond:0.##} to {l.ToPerSecond:0.##} requests a second within {PageNumbers.Milliseconds(l.Duration.TotalMilliseconds)}"),
        _ => throw new ArgumentOutOfRangeException(nameof(load), load, "Not a load shape."),
    };

    /// <summary>Whether the load could show a difference: it did, or many requests had to queue.</summary>
    public static LoadAdequacy Adequacy(MeasuredExperiment measured)
    {
        RequestWaits waits = ReportPictures.Of(measured).Select(p => RequestWaits.Among(p.Requests)).MaxBy(w => w.Waited) ?? new RequestWaits(0, 0, 0, 0, 0);
        string most = $"at most {PageNumbers.Count(waits.Waited)} of {PageWords.Plural(waits.Of, "request")} waited";
        var (enough, sentence) = measured.Primary.Verdict switch
        {
            _ when measured.Rounds.Count == 0 => (false, "No round is complete, so nothing could show."),
            _ when measured.Experiment.Workload.UseCase == UseCase.Cancellable => (true, "A race needs no crowd: one user shows it."),
            _ when measured.Experiment.Load is CallsInProcess => (true, "One caller makes one call after the other: nothing queues, and what a call costs is what is measured."),
            _ when measured.Experiment is { Load.MaximumUsers: 1, Workload.UseCase: UseCase.DataAccess } => (true, "One user makes one request after the other: nothing queues, and what a page costs is what is measured."),
            _ when measured.Experiment.Load is WholeProcesses => (true, "One run follows the other: nothing queues, and what a run costs is what is measured."),
            _ when measured.Experiment.Workload.UseCase == UseCase.Undescribed && waits.Of == 0 => Queued(measured),
            Verdict.Gain or Verdict.Loss => (true, waits.Of == 0 ? "The difference shows." : $"The difference shows; {most} for a thread."),
            _ when waits.Of == 0 => (false, "Single requests were not recorded, so it is not known whether the pool ran short."),
            _ when waits.Waited >= LeastWaitedShare * waits.Of => (true, $"{PageNumbers.Count(waits.Waited)} of {PageWords.Plural(waits.Of, "request")} waited for a thread or a processor: a difference could have shown."),
            _ => (false, $"The pool never ran short ({most}): this could not show a difference. Try {PageWords.Plural(MoreUsers(measured), "user")}."),
        };
        return new LoadAdequacy(waits.Waited, waits.Of, enough, sentence);
    }

    /// <summary>Servers that say nothing of single requests: what their pools had queued tells whether a thread was ever short.</summary>
    private static (bool Enough, string Sentence) Queued(MeasuredExperiment measured)
    {
        var (users, queued) = (measured.Experiment.Load.MaximumUsers, measured.Forms.Max(f => f.QueueLength));
        string most = $"at most {PageNumbers.Count(queued ?? 0)} of {PageWords.Plural(users, "request")} waited for a thread at once";
        return (measured.Primary.Verdict, queued) switch
        {
            (Verdict.Gain or Verdict.Loss, null) => (true, "The difference shows."),
            (Verdict.Gain or Verdict.Loss, _) => (true, $"The difference shows; {most}."),
            (_, null) => (true, "Whether requests queued is not known, as the servers were not watched from inside. If more users come in reality, measure with more."),
            _ when queued >= LeastWaitedShare * users => (true, $"{Words(measured.Experiment.Load)}: {most}, so that a difference could have shown."),
            _ => (false, $"The pool never ran short ({most}): a difference between blocking and awaiting could not show. Try --users {MoreUsers(measured).ToString(System.Globalization.CultureInfo.InvariantCulture)}."),
        };
    }

    /// <summary>The next power of two above today's users and twice the threads: 50 users make it 64.</summary>
    public static long MoreUsers(MeasuredExperiment measured)
    {
        int atLeast = Math.Max(measured.Experiment.Load.MaximumUsers + 1, 2 * measured.Forms.Max(f => f.Threads ?? 0));
        return (long)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)atLeast);
    }
}
