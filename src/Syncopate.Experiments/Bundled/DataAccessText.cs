using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Sentences;
using Syncopate.Texts;

namespace Syncopate.Experiments.Bundled;

/// <summary>Why accesses to databases are as they were measured. Each sentence is chosen by verdicts and figures; what
/// was not measured is not said.</summary>
internal static class DataAccessText
{
    // With fewer rows the call itself is most of what is divided.
    private const double LeastRows = 100;

    /// <summary>What the table of costs has beside processor time and memory.</summary>
    public static FormCosts Costs { get; } = new(
        [new FormColumn("Commands", CommandsOf), new FormColumn("Held", HeldBy)],
        "Held: share of its time in which a call kept the caller before it gave a task.");

    /// <summary>What a call sends, takes and holds.</summary>
    public static IEnumerable<string> Why(MeasuredExperiment measured)
    {
        if (measured.Forms.All(f => f.Counters.ContainsKey("commandsPerCall")))
        {
            double rows = measured.Baseline.Counters.GetValueOrDefault("rowsPerCall");
            string commands = ReportWhy.Each(measured, f => Wording.Plural((long)Math.Round(f.Counters["commandsPerCall"]), "command"));
            yield return $"A call sends {commands} and reads {Wording.Plural((long)Math.Round(rows), "row")}.";
        }

        foreach (string sentence in ReportWhy.Inside(measured))
            yield return sentence;
        foreach (MeasuredForm form in measured.Forms.Where(f => f.Form.Form != Form.Sync && f.Counters.ContainsKey("heldShare")))
        {
            yield return $"{FirstLetter.Upper(measured.Name(form.Form.Form))} blocked its caller for "
                + $"{FigureText.Percent(100 * form.Counters["heldShare"])} of the call before returning its task.";
        }
    }

    /// <summary>The reasons, the most general first.</summary>
    /// <param name="members">Experiments of one table, whose columns are databases.</param>
    public static IReadOnlyList<GroupReason> Reasons(IReadOnlyList<ExperimentReport> members)
    {
        IReadOnlyList<string> columns = ReportGroups.Columns(members);
        // Where a database says something about waiting, it alone explains; else what async costs can still be seen on the others.
        List<string> telling = columns
            .Where(c => SyncInDisguise.HeldOn(members, c) is not null && !SyncInDisguise.Is(members, c))
            .ToList();
        List<ExperimentReport> shown = telling.Count > 0 ? members.Where(e => telling.Contains(e.Group?.Column ?? "")).ToList()
            : [.. members];
        GroupReason?[] reasons =
        [
            .. columns.Select(c => Describe(members, c)),
            PerRow(shown),
            Commands(members),
            PublishedGains(shown),
            Overlap(shown),
            Prices(shown),
        ];
        return [.. reasons.OfType<GroupReason>()];
    }

    private static string CommandsOf(FormReport form) =>
        form.Counter("commandsPerCall") is { } commands ? FigureText.Significant(commands) : FigureText.Missing;

    private static string HeldBy(FormReport form) =>
        form.Form != Form.Sync && form.Counter("heldShare") is { } held ? FigureText.Percent(100 * held) : FigureText.Missing;

    private static GroupReason? Describe(IReadOnlyList<ExperimentReport> members, string column)
    {
        if (SyncInDisguise.HeldOn(members, column) is not { } held)
            return null;
        string calls = Wording.Plural(
            members.Where(e => e.Group?.Column == column).SelectMany(e => e.Forms).Where(f => f.Form != Form.Sync).Sum(f => f.Count),
            "asynchronous call");
        // What looks alike stands there once.
        string share = Share(held.Least) == Share(held.Most) ? Share(held.Least) : $"{Share(held.Least)} to {Share(held.Most)}";
        return SyncInDisguise.Is(members, column)
            ? new($"{column}: synchronous behind an async API",
                $"In {calls} the caller was held for {share} of the time before it had its task: "
                + "the provider does the work first and returns a task that is done. These figures show what async costs; what it gains, "
                    + "a thread during the wait, cannot be seen here.")
            : new($"{column}: asynchronous",
                $"In {calls} the caller was held for {share} of the time, and then had its thread back while the "
                + "server worked.");
    }

    private static GroupReason? PerRow(List<ExperimentReport> shown)
    {
        List<(ExperimentReport Experiment, double Rows, double Difference)> rows = shown.Select(e =>
            (Experiment: e, Rows: Counter(e, Form.Async, "rowsPerCall") ?? 0, Difference: Difference(e, f => f.Mean) ?? 0)).Where(r =>
            r.Rows >= LeastRows).ToList();
        if (rows.Count == 0)
            return null;
        // A few slow rounds can turn the averages round; then they are no price of what the verdict says.
        List<(ExperimentReport Experiment, double Rows, double Difference)> differ = rows
            .Where(r => ReportGroups.AsyncAgainstSync(r.Experiment)?.Verdict == (r.Difference > 0 ? Verdict.Loss : Verdict.Gain))
            .ToList();
        List<string> others = rows.Except(differ).Select(r => Name(shown, r.Experiment)).ToList();
        IEnumerable<string> told = differ.Select(r => $"{Name(shown, r.Experiment)} {Signed(r.Difference / r.Rows)}");
        return new("What a row costs", differ.Count == 0
            ? "No difference between the forms could be shown where many rows are read, so none can be given for a row."
            : $"Async against sync, for each row that is read: "
                + $"{string.Join("; ", told)}.{(others.Count > 0 ? $" No significant difference: {string.Join("; ", others)}." : "")}");
    }

    private static GroupReason? Commands(IReadOnlyList<ExperimentReport> members)
    {
        List<ExperimentReport> counted = members.Where(e => Counter(e, Form.Sync, "commandsPerCall") is not null
            && Counter(e, Form.Async, "commandsPerCall") is not null).ToList();
        if (counted.Count == 0)
            return null;
        List<ExperimentReport> unequal = counted.Where(e => !SameCommands(e)).ToList();
        IEnumerable<string> each = counted.Where(e => e.Group?.Column == counted[0].Group?.Column).Select(e =>
            $"{e.Group?.Row} {Sent(e, Form.Sync)}");
        return new("Commands", unequal.Count == 0
            ? $"Both forms send equally many commands per call (on {counted[0].Group?.Column}: {string.Join(", ", each)}), so async saves "
                + "no round trip."
            : $"The forms do not send equally many commands: "
                + $"{string.Join("; ", unequal.Select(e => $"{e.Title} {Sent(e, Form.Sync)} sync, {Sent(e, Form.Async)} async"))}.");
    }

    /// <summary>Where the article's async form was the faster one, which it could not explain.</summary>
    private static GroupReason? PublishedGains(List<ExperimentReport> shown)
    {
        List<ExperimentReport> gains = shown.Where(e => PublishedRatio(e) < 1 && ReportGroups.AsyncAgainstSync(e) is not null).ToList();
        if (gains.Count == 0)
            return null;
        string each = string.Join("; ", gains.Select(e =>
            $"{Name(shown, e)} {Share(PublishedRatio(e))} then, {Today(ReportGroups.AsyncAgainstSync(e))} today"));
        List<Verdict?> verdicts = gains.Select(e => ReportGroups.AsyncAgainstSync(e)?.Verdict).ToList();
        string fate = verdicts.Contains(Verdict.Gain) ? verdicts.TrueForAll(v => v == Verdict.Gain) ? "Reproduced."
            : "Reproduced in part."
            : verdicts.TrueForAll(v => v == Verdict.Undecided) ? "Neither reproduced nor refuted by this run."
            : "Not reproduced.";
        return new("Faster async when published", $"Async as a share of sync: {each}. {fate} {NothingToGain(gains)}");
    }

    private static string NothingToGain(List<ExperimentReport> gains)
    {
        if (!gains.TrueForAll(SameCommands))
            return "The forms do not send equally many commands, so they do not do the same.";
        List<string?> costlier = gains.Where(e =>
            ReportGroups.AsyncAgainstSync(e, Metric.CpuPerRequest)?.Verdict == Verdict.Loss).Select(e =>
            e.Group?.Row).Distinct(StringComparer.Ordinal).ToList();
        return "Each form sends the same number of commands, and awaits each before it sends the next: nothing overlaps that could save "
            + "time"
            + (costlier.Count > 0 ? $", and the async form takes more processor time ({string.Join(", ", costlier)})." : ".");
    }

    private static GroupReason? Overlap(List<ExperimentReport> shown)
    {
        List<(ExperimentReport Experiment, Comparison? Pair)> together = shown.Select(e =>
            (Experiment: e, Pair: ReportGroups.Pair(e, Form.Sync, Form.Parallel))).Where(p => p.Pair is not null).ToList();
        if (together.Count == 0)
            return null;
        return new("What overlap does", string.Join(' ', together.Select(p =>
            $"{Name(shown, p.Experiment)}, all at once against one after the other: {Today(p.Pair)}"
            + p.Pair?.Verdict switch
            {
                Verdict.Gain => "; calls that overlap save time, at the price of a connection each.",
                Verdict.Loss => "; a connection and a context each cost more than the overlap saves.",
                Verdict.NoDifference => "; the saving is offset by extra connections and contexts.",
                Verdict.Undecided or null => "; this run cannot tell.",
                _ => throw new ArgumentOutOfRangeException(nameof(shown), p.Pair?.Verdict, "Not a verdict."),
            })));
    }

    private static GroupReason? Prices(List<ExperimentReport> shown)
    {
        List<double> bytes = shown.Select(e => Difference(e, f => f.BytesPerRequest)).OfType<double>().Order().ToList();
        if (bytes.Count == 0)
            return null;
        // Of those that are compared by it, which need not be those of which the memory is known.
        List<Verdict> processor =
            [.. shown.Select(e => ReportGroups.AsyncAgainstSync(e, Metric.CpuPerRequest)?.Verdict).OfType<Verdict>()];
        double middle = bytes[bytes.Count / 2];
        string took = processor.Count == 0 ? "Half"
            : $"The async form took more processor time in {FigureText.Count(processor.Count(v => v == Verdict.Loss))} and less in "
                + $"{FigureText.Count(processor.Count(v => v == Verdict.Gain))} of "
                + $"{Wording.Plural(processor.Count, "access", "accesses")}; half";
        return new("Processor and memory",
            $"{took} of the async forms allocated at least {FigureText.Kibibytes(Math.Abs(middle), 2)} KiB "
                + $"{(middle < 0 ? "less" : "more")} per call than sync ({FigureText.Kibibytes(bytes[0], 2)} "
                + $"to {FigureText.Kibibytes(bytes[^1], 2)} KiB).");
    }

    private static bool SameCommands(ExperimentReport experiment) =>
        Math.Abs((Counter(experiment, Form.Sync, "commandsPerCall") ?? 0) - (Counter(experiment, Form.Async,
            "commandsPerCall") ?? 0)) < 0.5;

    private static string Sent(ExperimentReport experiment, Form form) =>
        FigureText.Significant(Counter(experiment, form, "commandsPerCall") ?? double.NaN);

    private static double? Counter(ExperimentReport experiment, Form form, string name) =>
        Measured(experiment, form)?.Counter(name);

    private static double? Difference(ExperimentReport experiment, Func<FormReport, double?> figure) =>
        Measured(experiment, Form.Async) is { } candidate
            && Measured(experiment, Form.Sync) is { } baseline ? figure(candidate) - figure(baseline) : null;

    private static FormReport? Measured(ExperimentReport experiment, Form form) => experiment.Forms.FirstOrDefault(f => f.Form == form
        && f.Count > 0);

    private static double? PublishedRatio(ExperimentReport experiment)
    {
        double? Mean(Form form) => experiment.Published.FirstOrDefault(p => p.Measure == "mean" && p.Form == form)?.Value;
        return Mean(Form.Async) / Mean(Form.Sync);
    }

    /// <summary>The work; with the database where several are shown.</summary>
    private static string Name(List<ExperimentReport> shown, ExperimentReport experiment) =>
        experiment.Group is not { } group ? experiment.Title
        : shown.Select(e => e.Group?.Column).Distinct(StringComparer.Ordinal).Count() > 1 ? $"{group.Row} on {group.Column}"
        : group.Row;

    private static string Today(Comparison? comparison) => comparison switch
    {
        { Ratio: { } ratio, Low: { } low, High: { } high } =>
            $"{Share(ratio)} ({Share(low)} to {Share(high)}, {Wording.Name(comparison.Verdict)})",
        { Ratio: { } ratio } => $"{Share(ratio)} ({Wording.Name(comparison.Verdict)})",
        _ => "no figure",
    };

    private static string Share(double? share) => share is { } value ? FigureText.Share(value, 3) : FigureText.Missing;

    private static string Signed(double milliseconds) => (milliseconds < 0 ? "−" : "+") + FigureText.Milliseconds(Math.Abs(milliseconds));
}
