using System.Globalization;
using Syncopate.Texts;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Drawing;

/// <summary>"Validity checks": each condition of a fair comparison, and whether this run met it.</summary>
internal static class PageTrust
{
    // The share of its cores that a machine may lend to others before its figures deserve a mark.
    private const double QuietLoadPerCore = 0.25;

    /// <summary>The section, with the command that repeats the run and the report as Markdown.</summary>
    public static PageMarkup Section(ReportDocument document, string markdown) =>
        Section(Conditions(document), document.Run.Command, markdown);

    /// <summary>The section of any report.</summary>
    /// <param name="conditions">In the order in which they are shown.</param>
    /// <param name="command">What repeats it; empty where it is not known.</param>
    /// <param name="markdown">The report as Markdown.</param>
    public static PageMarkup Section(IEnumerable<PageCondition> conditions, string command, string markdown) => Html($"""
        <section class="card trust" id="report-trust" aria-labelledby="report-trust-title">
        <header><h2 id="report-trust-title">Validity checks</h2></header>
        <ul class="marks">{conditions.Select(Condition)}</ul>
        {Again(command)}<details id="report-markdown"><summary>This report as Markdown</summary><pre tabindex="0" role="region" aria-label="This report as Markdown"><code>{markdown}</code></pre></details>
        </section>

        """);

    /// <summary>A doubt as an entry of a list: what happened, why it matters, what to try.</summary>
    public static PageMarkup Entry(Doubt doubt) => Condition(new(false, doubt.What, $"{doubt.Why} {doubt.Try}"));

    /// <summary>One condition as an entry of a list.</summary>
    public static PageMarkup Condition(PageCondition condition) => Html($"""
        <li class="{(condition.Met ? "met" : "unmet")}"><i aria-hidden="true">{(condition.Met ? "✓" : "!")}</i><b><span class="unseen">{(condition.Met ? "Yes: " : "Doubt: ")}</span>{condition.Title}</b> {condition.Text}</li>

        """);

    // A journal that lost its header does not say what was run.
    private static PageMarkup Again(string command) => When(command.Length > 0, Html($"""
        <h3 id="report-again">Run it again</h3>
        <pre tabindex="0" role="region" aria-labelledby="report-again"><code>{command}</code></pre>

        """));

    private static IEnumerable<PageCondition> Conditions(ReportDocument document)
    {
        if (document.Partial)
            yield return new(false, "Something is missing", string.Join(' ', document.Missing));
        if (document.Experiments.Count > 0)
        {
            yield return Turns(document);
            yield return new(
                document.Noise.FloorPercent is not null,
                document.Noise.FloorPercent is not null ? "Noise was measured"
                    : document.Noise.Rounds > 0 ? "The noise is not known"
                    : "Noise was not measured",
                document.Noise.Sentence);
        }

        // What has no complete round has no answers, and says nothing of its users and of its load.
        ReportDocument measured = document with { Experiments = [.. document.Experiments.Where(e => e.Rounds > 0)] };
        if (measured.Experiments.Count > 0)
        {
            yield return WarmUp(measured);
            yield return Load(measured, measured.Experiments.Count == document.Experiments.Count);
            yield return InFlight(measured);
            yield return Failures(measured);
        }

        if (Runtimes(document) is { Length: > 0 } runtimes)
            yield return new(true, "What the servers ran on", runtimes);
        yield return Machine(document.Machine);
        IEnumerable<ExperimentReport> told = document.Experiments.Where(e => e.Conditions?.Sentence.Length > 0);
        foreach (ExperimentReport experiment in told.OrderByDescending(e => e.Conditions?.StolenShare).Take(1))
        {
            yield return new(
                experiment.Conditions?.StolenShare < ReportConditions.MuchStolen,
                document.Experiments.Count == 1
                    ? "What the machine did meanwhile"
                    : $"What the machine did meanwhile, at its worst ({experiment.Title})",
                experiment.Conditions?.Sentence ?? "");
        }

        if (!document.Warnings.Any(w => w.Code == "not-durable"))
            yield return new(true, "Everything is on disk", "Each slot was written through to the disk before the next one began.");
        foreach (Doubt warning in document.Warnings)
            yield return new(false, warning.What, $"{warning.Why} {warning.Try}");
    }

    /// <summary>What the servers of all forms ran on.</summary>
    public static string Runtimes(ReportDocument document) =>
        FormRuntime.Sentence(document.Experiments.SelectMany(e => e.Forms).Select(f => (f.Label, f.Runtime)));

    private static PageCondition Turns(ReportDocument document)
    {
        int fewest = document.Experiments.Min(e => e.Rounds);
        string seed = document.Run.HasHeader ? string.Create(CultureInfo.InvariantCulture, $" (seed {document.Run.Seed})") : "";
        return new(fewest > 0, "Slots ran in random order",
            $"In each round the forms ran in a fresh random order{seed}, so that a busy moment hits them all alike. "
                + $"Every experiment has at least {Wording.Plural(fewest, "complete round")}.");
    }

    private static PageCondition WarmUp(ReportDocument document)
    {
        long discarded = document.Experiments.Sum(e => e.Discarded);
        return discarded > 0
            ? new(
                true,
                "Warm-up excluded",
                $"{Wording.Plural(discarded, Piece(document))} at the head of the slots {(discarded == 1 ? "is" : "are")} in no figure.")
            : new(true, $"Every {Piece(document)} counts",
                $"No {Piece(document)} was dropped at the head of a slot: each answer is in the figures.");
    }

    private static PageCondition Load(ReportDocument document, bool isWhole)
    {
        List<ExperimentReport> small = document.Experiments.Where(e => !e.LoadAdequacy.Enough).ToList();
        if (document.Experiments is [{ LoadAdequacy.Enough: true } own] && own.Traits.IsUserDefined)
            return new(true, "The load", own.LoadAdequacy.Sentence);
        return small.Count == 0
            ? new(
                true,
                "The load was large enough",
                $"In every experiment{(isWhole ? "" : " with a complete round")} a difference could have shown.")
            : new(false, "The load was too small to tell", string.Join(' ', small.Select(e => $"{e.Title}: {e.LoadAdequacy.Sentence}")));
    }

    /// <summary>What all that was measured is called.</summary>
    private static string Piece(ReportDocument document) => document.Experiments.Select(e => e.Piece).Distinct().Count() == 1
        ? document.Experiments[0].Piece
        : "request";

    private static PageCondition InFlight(ReportDocument document)
    {
        double least = Math.Min(1, document.Experiments.Min(e => e.InFlightShare));
        List<string> idle = document.Experiments.Where(e => e.Doubts.Any(d => d.Code == "little-law")).Select(e => e.Title).ToList();
        string share = FigureText.Significant(100 * least);
        if (document.Experiments.All(e => e.Load is Arrivals))
            return SentInTime(document, least, idle);
        return idle.Count > 0
            ? new(
                false,
                "Users were idle",
                $"Little’s law: in the worst slot the users had a {Piece(document)} in flight only {share}% of the time. "
                    + $"See the doubts of {string.Join(", ", idle)}.")
            : least >= SlotRules.LeastInFlightShare ? new(
                true,
                "Users were always waiting for an answer",
                $"Little’s law: in every slot the users had a {Piece(document)} in flight at least {share}% of the time.")
            : new(
                true,
                "Users were idle now and then",
                $"Little’s law: in the worst slot the users had a {Piece(document)} "
                    + $"in flight {share}% of the time, in the median slot of every form 90% or more, and about as much with each.");
    }

    /// <summary>The same at a rate, at which there are no users.</summary>
    private static PageCondition SentInTime(ReportDocument document, double least, List<string> late)
    {
        string inFlight = $"{Piece(document)}s were in flight "
            + $"{(late.Count > 0 ? "only " : least >= SlotRules.LeastInFlightShare ? "at least " : "")}"
            + $"{FigureText.Percent(100 * least, 3)} of the time since they were due";
        return late.Count > 0
            ? new(false, $"{FirstLetter.Upper(Piece(document))}s waited to be sent",
                $"In the worst slot {inFlight}. See the doubts of {string.Join(", ", late)}.")
            : least >= SlotRules.LeastInFlightShare
            ? new(true, $"{FirstLetter.Upper(Piece(document))}s were sent when they were due", $"In every slot {inFlight}.")
            : new(true, $"{FirstLetter.Upper(Piece(document))}s waited now and then to be sent",
                $"In the worst slot {inFlight}, in the median slot of every form 90% or more, and about as much with each.");
    }

    private static PageCondition Failures(ReportDocument document)
    {
        List<FormReport> forms = document.Experiments.SelectMany(e => e.Forms).ToList();
        long failed = forms.Sum(f => f.Errors);
        return failed == 0
            ? new(true, $"Every {Piece(document)} was answered", $"{Wording.Plural(forms.Sum(f => f.Count), "answer")}, no failure.")
            : new(
                false,
                Piece(document) == "call" ? "Calls failed" : "Requests failed",
                $"{FigureText.Count(failed)} failed "
                    + $"and {FigureText.Count(forms.Sum(f => f.Count))} were answered. "
                    + $"Failed {Piece(document)}s are in no latency figure.");
    }

    private static PageCondition Machine(Machine machine)
    {
        if (!Wording.IsKnown(machine))
            return new(false, "The machine is not known", "The journal has lost what it says of the machine.");
        if (machine.LoadAverage is not { } load)
            return new(true, "The machine", "This system does not report how busy it was before the run.");
        bool quiet = load <= QuietLoadPerCore * machine.Cores;
        string facts = $"Load average {FigureText.Significant(load, 2)} on {Wording.Plural(machine.Cores, "core")} before the run.";
        return quiet
            ? new(true, "The machine was quiet", facts)
            : new(false, "The machine was shared", $"{facts} Rerun on a quiet machine before you publish.");
    }
}

/// <summary>One condition of a fair comparison.</summary>
/// <param name="Met">Whether this run met it.</param>
/// <param name="Title">The condition, or what is wrong, in a few words.</param>
/// <param name="Text">The figures behind it.</param>
internal sealed record PageCondition(bool Met, string Title, string Text);
