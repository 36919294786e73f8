using System.Globalization;
using System.Text;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Sentences;

namespace Syncopate.Reporting.Runs;

/// <summary><c>report.md</c>: the report for a ticket, a wiki or a pull request.</summary>
internal static class ReportMarkdown
{
    /// <summary>The document as GitHub-flavoured Markdown; lines end with a line feed. Everything in the document may
    /// be hostile: it is escaped.</summary>
    /// <param name="document">The report.</param>
    public static string Write(ReportDocument document) => Write(document, Figure.Tabulated);

    /// <summary>The same with these figures in its tables.</summary>
    internal static string Write(ReportDocument document, IReadOnlyList<Figure> tabulated)
    {
        ArgumentNullException.ThrowIfNull(document);
        StringBuilder text = new();
        Paragraph(text, $"# {Escape(document.Headline)}");
        Paragraph(text, Escape(document.Summary));
        if (document.Partial)
            Paragraph(text, $"> **Partial report.** {Escape(string.Join(' ', document.Missing))}");
        // A comparison has its figures just below.
        if (document.Experiments.Any(e => !e.Traits.IsUserDefined))
            Overview(text, document);
        if (PageRows.Are(document))
            Rows(text, document);
        foreach (GroupReport group in document.Groups)
            Group(text, group, document.Experiments);
        if (document.NotAsked is { } notAsked)
            Paragraph(text, Escape(notAsked.Sentence));
        // Of a table the sentence and the reasons are the answer; its members are evidence.
        foreach (ExperimentReport experiment in document.Experiments.Where(e => e.Group is null))
            Section(text, experiment);
        Trust(text, document);
        if (document.Experiments.Count > 0)
            Paragraph(text, "## The evidence");
        foreach (ExperimentReport experiment in document.Experiments)
            Evidence(text, experiment, tabulated);
        return text.ToString();
    }

    private static void Overview(StringBuilder text, ReportDocument document)
    {
        Form[] forms = [.. new[] { Form.Sync, Form.Async, Form.Parallel }.Where(
            f => document.Experiments.Any(e => e.Forms.Any(o => o.Form == f)))];
        Table(text, 2, ["Experiment", "Verdict", .. forms.Select(f => $"{f}, ms")], document.Experiments.Select(string[] (e) =>
            [Escape(e.Title), Escape(e.Outcome.Length > 0 ? e.Outcome : Wording.Outcome(e)), .. forms.Select(f => Mean(e, f))]));
    }

    private static void Rows(StringBuilder text, ReportDocument document)
    {
        IReadOnlyList<string> labels = PageRows.Labels(document);
        Table(text, 1, ["", .. labels.Select(l => $"{Escape(l)}, mean"), "Verdict"], document.Experiments.Select(string[] (e) =>
            [Escape(e.Title), .. labels.Select(l => PageRows.Mean(e, l)), Escape(e.Outcome)]));
    }

    private static string Mean(ExperimentReport experiment, Form form) =>
        experiment.Forms.FirstOrDefault(f => f.Form == form) is { Count: > 0 } figures
            ? FigureText.Significant(figures.Mean)
            : FigureText.Missing;

    private static void Group(StringBuilder text, GroupReport group, IReadOnlyList<ExperimentReport> experiments)
    {
        Paragraph(text, $"## {Escape(group.Title)}");
        Paragraph(text, Escape(group.Question));
        Paragraph(text, $"**{Escape(group.Sentence)}**");
        Table(text, 1, ["", "Published, async ÷ sync", .. group.Columns.Select(Escape)], group.Rows.Select(row => new[]
        {
            Escape(row), PublishedRatio(experiments.FirstOrDefault(e => e.Group?.Id == group.Id && e.Group.Row == row)),
        }.Concat(group.Columns.Select(c => Cell(experiments.FirstOrDefault(e =>
            e.Group?.Id == group.Id && e.Group.Row == row && e.Group.Column == c)))).ToArray()));
        Costs(text, [.. experiments.Where(e => e.Group?.Id == group.Id && group.Table is null && e.Cost is not null)]);
        foreach (GroupReason reason in group.Why)
            Paragraph(text, $"*{Escape(reason.Title)}.* {Escape(reason.Text)}");
    }

    private static void Costs(StringBuilder text, List<ExperimentReport> members)
    {
        if (members.Count == 0)
            return;
        string Length(CallCost cost, int share) =>
            share < cost.BreakEvens.Count ? FigureText.Milliseconds(cost.BreakEvens[share].Milliseconds) : FigureText.Missing;
        Table(text, 1, ["Form of await", "Await adds to a call", "15% from", "5% from", "1% from"], members
            .Select(e => (e.Title, Cost: e.Cost!)) // Never null: they are filtered to those with a cost.
            .Select(e => new[] { Escape(e.Title), ReportCallCost.Added(e.Cost), Length(e.Cost, 0), Length(e.Cost, 1), Length(e.Cost, 2) }));
    }

    private static string PublishedRatio(ExperimentReport? experiment)
    {
        double? Mean(Form form) => experiment?.Published.FirstOrDefault(p => p.Measure == "mean" && p.Form == form)?.Value;
        return Mean(Form.Async) / Mean(Form.Sync) is { } ratio ? FigureText.Percent(100 * ratio) : FigureText.Missing;
    }

    private static string Cell(ExperimentReport? experiment) =>
        experiment is null || ReportGroups.AsyncAgainstSync(experiment) is not { Ratio: { } ratio } comparison
            ? FigureText.Missing
            : $"{Mean(experiment, Form.Sync)} → {Mean(experiment, Form.Async)} ms, {Wording.Share(ratio)}, "
                + $"{Wording.Name(comparison.Verdict)}";

    private static void Section(StringBuilder text, ExperimentReport experiment)
    {
        Paragraph(text, $"## {Escape(experiment.Title)}");
        Paragraph(text, $"{Escape(experiment.Question)} {Escape(experiment.LoadSentence)}");
        Answer(text, experiment);
        string[] doubts =
        [
            .. experiment.LoadAdequacy.Enough ? [] : new[] { experiment.LoadAdequacy.Sentence },
            .. experiment.Doubts.Select(d => d.What),
        ];
        if (doubts.Length > 0)
            Paragraph(text, $"*{(doubts.Length == 1 ? "Doubt" : "Doubts")}.* {Escape(string.Join(' ', doubts))}");
    }

    private static void Answer(StringBuilder text, ExperimentReport experiment)
    {
        Paragraph(text, $"**{Escape(experiment.Sentence)}**");
        if (experiment.Open is { Command.Length: > 0 } open)
            Paragraph(text, $"Next:\n\n{Fenced(open.Command, "sh")}");
        Paragraph(text, $"*Why.* {Escape(experiment.Why)}");
        if (experiment.Change.Length > 0)
            Paragraph(text, Fenced(experiment.Change, "diff"));
        Paragraph(text, $"*What to do.* {Escape(experiment.Advice.Length > 0 ? experiment.Advice : experiment.Recommendation)}");
    }

    private static void Evidence(StringBuilder text, ExperimentReport experiment, IReadOnlyList<Figure> tabulated)
    {
        Paragraph(text, $"### {Escape(experiment.Title)}");
        if (experiment.Group is not null)
        {
            Paragraph(text, $"{Escape(experiment.Question)} {Escape(experiment.LoadSentence)}");
            Answer(text, experiment);
        }

        if (Wording.Published(experiment) is { Length: > 0 } published)
            Paragraph(text, Escape(published));
        Figures(text, experiment.Forms, experiment.Piece, tabulated);
        if (experiment.Profile.Count > 0)
        {
            Paragraph(text, Escape(experiment.ProfileSentence));
            Figures(text, experiment.Profile, experiment.Piece, tabulated);
        }

        Slowest(text, experiment.Forms);
        Comparisons(text, experiment);
        Shift(text, experiment);
        Published(text, experiment);
        string[] doubts =
        [
            .. experiment.LoadAdequacy.Enough ? [] : new[] { experiment.LoadAdequacy.Sentence },
            .. experiment.Doubts.Select(d => $"{d.What} {d.Why} {d.Try}"),
        ];
        List(text, "Doubts about this result:", doubts);
        List(text, Wording.CaveatsHead(experiment) + ":", experiment.Caveats);
    }

    private static void Figures(
        StringBuilder text, IReadOnlyList<FormReport> forms, string piece, IReadOnlyList<Figure> tabulated) => Table(
        text,
        1,
        ["Form", .. tabulated.Select(figure => figure.Heading?.Invoke(piece) ?? "")],
        forms.Select(string[] (f) => [Escape(f.Label), .. tabulated.Select(figure => figure.Cell(f))]));

    private static void Slowest(StringBuilder text, IReadOnlyList<FormReport> forms)
    {
        if (!forms.Any(form => form.Slowest.Count > 0))
            return;
        Table(text, 1, ["Slowest of", "Took", "After", "Trace"], forms.SelectMany(form => form.Slowest.Select(string[] (slow) =>
            [Escape(form.Label), Escape(slow.Took), slow.At, $"`{slow.TraceId}`"])));
        Paragraph(text, PageSlowest.Note);
    }

    private static void Comparisons(StringBuilder text, ExperimentReport experiment) => Table(
        text,
        4,
        ["Compared by", "Of", "Against", "Verdict", "Ratio", "Interval"],
        experiment.Comparisons.Select(c => new[]
        {
            Figure.Of(c.Metric).Label(experiment.Piece),
            Escape(Wording.Label(experiment, c.Candidate)), Escape(Wording.Label(experiment, c.Baseline)),
            Wording.Name(c.Verdict),
            c.Ratio is { } ratio ? FigureText.Ratio(ratio) : FigureText.Missing,
            c is { Low: { } low, High: { } high }
                ? $"{FigureText.Ratio(low)} to {FigureText.Ratio(high)}"
                : FigureText.Missing,
        }));

    private static void Shift(StringBuilder text, ExperimentReport experiment)
    {
        if (experiment.Shift.Count == 0)
            return;
        Comparison primary = experiment.Comparisons.First(c => c.Primary);
        Table(
            text,
            1,
            [
                "Weighted percentile",
                $"{Escape(Wording.Label(experiment, primary.Baseline))}, ms",
                $"{Escape(Wording.Label(experiment, primary.Candidate))}, ms",
                "Shift, ms",
                "Ratio",
            ],
            experiment.Shift.Select(p => new[]
            {
                "p" + p.Percentile.ToString(CultureInfo.InvariantCulture),
                FigureText.Significant(p.Baseline),
                FigureText.Significant(p.Candidate),
                FigureText.Significant(p.Shift),
                Optional(p.Ratio),
            }));
    }

    private static void Published(StringBuilder text, ExperimentReport experiment)
    {
        if (experiment.Published.Count == 0)
            return;
        Table(text, 3, ["Published", "Where", "Measure", "Value"], experiment.Published.Select(p => new[]
        {
            Escape(Wording.Label(experiment, p.Form)), Escape(p.Where), Escape(PageTables.Words(p.Measure)),
            FigureText.Significant(p.Value) + (p.UpperValue is { } upper ? $" to {FigureText.Significant(upper)}" : ""),
        }));
    }

    private static void Trust(StringBuilder text, ReportDocument document)
    {
        Paragraph(text, "## Validity checks");
        Machine machine = document.Machine;
        List(text, "", [
            $"{Wording.Name(document.Tool)}, {(Wording.IsKnown(machine) ? $"{machine.Runtime}, " : "")}"
                + Wording.Name(machine)
                + (machine.LoadAverage is { } load ? $", load average {FigureText.Significant(load, 2)} before the run." : "."),
            $"{document.Run.Mode} run of {FigureText.OfSeconds(document.Run.DurationSeconds)}, "
                + $"{Started(document.Run)}{document.Run.Outcome}.",
            .. PageTrust.Runtimes(document) is { Length: > 0 } runtimes ? [runtimes] : Array.Empty<string>(),
            document.Noise.Sentence,
            .. document.Warnings.Select(w => $"{w.What} {w.Why} {w.Try}"),
        ]);
        IEnumerable<(string Head, string Text)> agents = AgentText.Lines(document.Agents, document.Together);
        List(text, "Who sent the load:", [.. agents.Select(agent => $"{agent.Head}: {agent.Text}")]);
        if (document.Run.Command.Length == 0)
            return;
        Paragraph(text, "Run it again:");
        Paragraph(text, Fenced(document.Run.Command, "sh"));
    }

    // Neither is known of a journal that lost its header.
    private static string Started(ReportRun run) => run.HasHeader
        ? run.StartedUtc.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC', ", CultureInfo.InvariantCulture)
            + string.Create(CultureInfo.InvariantCulture, $"seed {run.Seed}, ")
        : "";

    private static string Optional(double? value) => value is { } figure ? FigureText.Significant(figure) : FigureText.Missing;

    private static void Paragraph(StringBuilder text, string paragraph) =>
        text.Append(text.Length > 0 ? "\n" : "").Append(paragraph).Append('\n');

    private static void List(StringBuilder text, string head, IReadOnlyList<string> entries)
    {
        if (entries.Count == 0)
            return;
        if (head.Length > 0)
            Paragraph(text, head);
        Paragraph(text, string.Join('\n', entries.Select(e => "- " + Escape(e))));
    }

    /// <summary>The first columns hold words and stand left; the others hold figures and stand right.</summary>
    private static void Table(StringBuilder text, int words, string[] heads, IEnumerable<string[]> rows) => Paragraph(
        text,
        string.Join('\n', [Row(heads), Row([.. heads.Select((_, i) => i < words ? "---" : "--:")]), .. rows.Select(Row)]));

    private static string Row(string[] cells) => $"| {string.Join(" | ", cells)} |";

    /// <summary>The fence is longer than any run of backticks inside, so that the text cannot leave it.</summary>
    internal static string Fenced(string code, string language)
    {
        string fence = "```";
        while (code.Contains(fence, StringComparison.Ordinal))
            fence += '`';
        return $"{fence}{language}\n{code.ReplaceLineEndings("\n").TrimEnd('\n')}\n{fence}";
    }

    /// <summary>Text from the journal as one line without markup: no link, image, table cell, tag or line of its own.</summary>
    internal static string Escape(string text)
    {
        StringBuilder escaped = new(text.Length);
        foreach (char c in text)
        {
            if (char.IsControl(c))
                escaped.Append(' ');
            else if ("\\`*_[]<>|~#!&".Contains(c, StringComparison.Ordinal))
                escaped.Append('\\').Append(c);
            else
                escaped.Append(c);
        }

        return escaped.ToString();
    }
}
