using Syncopate.Judging;
using Syncopate.Reporting.Measured;
using Syncopate.Statistics;
using Syncopate.Texts;

namespace Syncopate.Reporting.Sentences;

/// <summary>The doubts that the data itself raises, beside those that were journalled while measuring.</summary>
internal static class ReportDoubts
{
    private const int FewestRoundsOfATrend = 6; // Five in perfect order are chance in 1 of 60 runs.
    private const double MostBusyShare = 0.9; // As LoadDoubts counts it for a single load.
    private const double MostLimitedShare = 0.1;
    private const double LeastTypicalShare = 0.9;
    private const double MostIdleDifference = 0.05;
    private const long LargestClockJumpNanoseconds = 1_000_000_000;

    /// <summary>What limits the trust in one experiment.</summary>
    public static IEnumerable<Doubt> Of(MeasuredExperiment measured)
    {
        string id = measured.Experiment.Id;
        List<Slot> slots = measured.Rounds.SelectMany(r => r.Slots).ToList();
        if (slots.FirstOrDefault(s => SlotRules.ErrorShare(s) > SlotRules.MostErrorShare) is { } failed)
        {
            string kinds = string.Join(", ", failed.Errors.OrderBy(e => e.Key, StringComparer.Ordinal).Select(e =>
                $"{FigureText.Count(e.Value)} × {e.Key}"));
            // Forms of code have no log of failed calls: what they threw is a doubt of its own.
            bool areCalls = measured.Experiment.Piece is not null;
            yield return new("errors", id,
                $"{FirstLetter.Upper(measured.Experiment.PieceWord)}s failed in {Where(failed)}: {kinds}.",
                $"More than {FigureText.Percent(100 * SlotRules.MostErrorShare)} of a slot failed, which makes the comparison invalid, "
                    + "so there is no number.",
                areCalls ? "What was thrown, and where, is in another doubt of this one, if the run kept it."
                    : "Look at the server’s log: that of a server that the tool started is in the run’s folder.");
        }

        if (Idle(measured) is { } idle)
            yield return idle;
        if (slots.Count(s => s.GeneratorBusyShare > MostBusyShare) is var limited and > 0 && limited >= MostLimitedShare * slots.Count)
        {
            yield return new("generator-limit", id,
                $"The generator was the limit in {FigureText.Count(limited)} of {Wording.Plural(slots.Count, "slot")}: its busiest "
                + $"thread was at work for more than {FigureText.Percent(100 * MostBusyShare)} of the time.",
                "Answers wait until the generator gets to them, so that its own delay counts as the servers’, and differences look "
                    + "smaller than they are.",
                $"Use {(measured.Experiment.Load is Arrivals ? "a lower rate" : "fewer users")}, more --threads if there are processors "
                    + "to spare, or a quieter machine.");
        }

        if (ReportConditions.Of(slots, 1) is { StolenShare: > ReportConditions.MuchStolen and var stolen, MostStolenShare: { } most })
        {
            yield return new("stolen-time", id,
                $"CPU steal: the hypervisor took {FigureText.Percent(100 * stolen)} of the processors’ time while it was measured, "
                + $"up to {FigureText.Percent(100 * most)} in a slot.",
                "Random turns spread that over the forms; it widens the intervals and makes every answer take longer.",
                "Run it again when the host is less busy, or on a dedicated machine.");
        }

        // Servers that were running before were never watched: that is no silence.
        bool watched = !measured.Experiment.Workload.Traits.IsUserDefined || slots.Any(s => s.Target is not null);
        if (watched && slots.Count(s => s.Target is null) is var silent and > 0)
        {
            yield return new("monitor-silent", id,
                $"The server’s monitor did not answer in {FigureText.Count(silent)} of {Wording.Plural(slots.Count, "slot")}.",
                "Threads, processor time and allocations of these slots are unknown.", "Run it again on a quieter machine.");
        }

        foreach (Doubt doubt in Trend(measured))
            yield return doubt;
    }

    /// <summary>Users that were idle for long, or longer with one form than with another. A moment now and then is
    /// noise, which random turns spread.</summary>
    private static Doubt? Idle(MeasuredExperiment measured)
    {
        List<(string Name, double Share)> shares = measured.Forms.Where(f => f.Slots.Count > 0).Select(f =>
            (Name: measured.Name(f.Form.Form), Share: Typical(f))).ToList();
        if (shares.Count == 0)
            return null;
        double least = shares.Min(s => s.Share);
        if (least >= LeastTypicalShare && shares.Max(s => s.Share) - least <= MostIdleDifference)
            return null;
        if (measured.Experiment.Load is Arrivals)
            return SentLate(measured, shares);
        return new("little-law", measured.Experiment.Id,
            $"In the median slot, users had a {measured.Experiment.PieceWord} in flight "
            + $"{string.Join(", ", shares.Select(s => $"{FigureText.Percent(100 * Math.Min(1, s.Share))} of the time with {s.Name}"))}.",
            "By Little’s law fewer users were at work than the load says: the generator waited for a processor. Random turns spread that "
                + "over the forms; where one had more of it, a verdict is given only if it holds after subtracting that effect.",
            "Run it again on a quieter machine, or with fewer users.");
    }

    // At a rate there are no users who could be idle: what is due waits to be sent.
    private static Doubt SentLate(MeasuredExperiment measured, List<(string Name, double Share)> shares) => new(
        "little-law",
        measured.Experiment.Id,
        $"In the median slot, {measured.Experiment.PieceWord}s were in flight "
            + $"{string.Join(", ", shares.Select(s => $"{FigureText.Percent(100 * Math.Min(1, s.Share))} of the time with {s.Name}"))}, "
            + "counted from when they were due.",
        "The rest of the time they waited to be sent: the generator waited for a processor, or as many were in flight as may be. Random "
            + "turns spread that over the forms; where one had more of it, a verdict is given only if it holds after subtracting that "
            + "effect.",
        "Run it again on a quieter machine, or at a lower rate.");

    private static double Typical(MeasuredForm form) => form.Slots.Select(s => s.InFlightShare).Order().ElementAt(form.Slots.Count / 2);

    /// <summary>Rounds that move while they are measured, and rounds so uneven that two kinds of average disagree.</summary>
    private static IEnumerable<Doubt> Trend(MeasuredExperiment measured)
    {
        string id = measured.Experiment.Id;
        RoundPair[] pairs = ExperimentJudge.Pairs(measured.Experiment, measured.Rounds, FormPair.Of(measured.Experiment.Workload)[0],
            s => measured.Value(s, measured.Experiment.PrimaryMetric));
        if (pairs.Length >= FewestRoundsOfATrend && Drift.Of([.. pairs.Select(p => p.LogRatio)]) is { IsMarked: true } drift)
        {
            yield return new("drifting", id,
                $"The ratio {(drift.Correlation > 0 ? "rises" : "falls")} from round to round (rank correlation "
                + $"{FigureText.Significant(drift.Correlation, 2)} over {Wording.Plural(pairs.Length, "round")}).",
                "The servers were not steady: a longer run would give another figure.",
                "Run it longer, or look for what grows on the server.");
        }

        if (measured.Primary is not { Low: { } low, High: { } high } || pairs.Length < 2)
            yield break;
        IntervalEstimate plain = Fieller.Ratio(
            [.. pairs.Select(p => p.Baseline)], [.. pairs.Select(p => p.Candidate)], 1 - Looks.Confidence);
        // What is outside must be seen to be.
        if ((plain.Theta < low || plain.Theta > high)
            && FigureText.DigitsApart(plain.Theta, plain.Theta < low ? low : high) is { } digits)
        {
            string span = plain is { Low: { } from, High: { } to }
                ? $" ({FigureText.Significant(from)} to {FigureText.Significant(to)})" : "";
            yield return new("uneven", id,
                $"The ratio of the plain averages is {FigureText.Significant(plain.Theta, digits)}{span}, outside the interval of the "
                + $"typical round, {FigureText.Significant(low, digits)} to {FigureText.Significant(high, digits)}.",
                "A few rounds were far slower than the rest; the typical round and the total time disagree.",
                "Look at the rounds one by one in run.jsonl.");
        }
    }

    /// <summary>Where the wall clock was set while the run was going on: durations are not touched, but times of day
    /// after it are shifted.</summary>
    public static IEnumerable<Doubt> ClockJumps(IReadOnlyList<Slot> slots)
    {
        foreach (var (before, after) in slots.OrderBy(s => s.StartedNanoseconds).Zip(slots.OrderBy(s => s.StartedNanoseconds).Skip(1)))
        {
            double wall = (after.StartedUtc - before.StartedUtc).TotalNanoseconds;
            double jump = wall - (after.StartedNanoseconds - before.StartedNanoseconds);
            if (Math.Abs(jump) <= LargestClockJumpNanoseconds)
                continue;
            yield return new("clock-jump", null,
                $"The wall clock was set {(jump > 0 ? "forward" : "back")} by {FigureText.OfNanoseconds(Math.Abs(jump))} before "
                + $"{Where(after)}, of {after.Experiment}.",
                "No duration is touched, as all come from the monotonic clock; only the times of day after it are shifted.",
                "Nothing needs to be done.");
        }
    }

    /// <summary>That the run was interrupted, how, for how long, and what that divides; one for each time.</summary>
    public static IEnumerable<Doubt> Interruptions(RunSittings sittings)
    {
        string divided = sittings.Divided is { Count: > 0 } ids
            ? $"The rounds of {string.Join(", ", ids)} are from more than one sitting, with other server processes and perhaps another "
                + "state of the machine. "
            : "";
        return sittings.Resumptions.Select(resumed => new Doubt(
            "interrupted", null,
            $"The run {(resumed.Interruption == RunOutcome.Cancelled ? "was stopped by the user" : "was interrupted")} and went on after "
                + $"{Words(resumed.ResumedUtc - resumed.InterruptedUtc)}.",
            divided + "Forms are compared within a round, and each round that counts was measured in one sitting.",
            "Nothing needs to be done. If servers, data or settings were changed meanwhile, measure all of it again."));
    }

    // By the wall clock, which is all that goes on between two processes, and may be set.
    private static string Words(TimeSpan length) => length switch
    {
        { Ticks: < 0 } => "an unknown time",
        { TotalMinutes: < 2 } => FormattableString.Invariant($"{length.TotalSeconds:0} s"),
        { TotalHours: < 2 } => FormattableString.Invariant($"{length.TotalMinutes:0} min"),
        _ => FormattableString.Invariant($"{length.TotalHours:0.0} h"),
    };

    private static string Where(Slot slot) => slot.Round > 0
        ? $"round {FigureText.Count(slot.Round)}, {Wording.Name(slot.Form)}"
        : $"the profile, {Wording.Name(slot.Form)}";
}
