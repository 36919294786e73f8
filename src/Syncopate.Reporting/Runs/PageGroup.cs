using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Sentences;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>The section of a table of experiments: every cell with its bars, its ratio and its verdict, the published
/// figures beside them, why, and each experiment in full.</summary>
internal sealed class PageGroup
{
    private const int BarHeight = 13;
    private const int BarStep = 19;

    private readonly GroupReport _group;
    private readonly IReadOnlyList<ExperimentReport> _members;

    private PageGroup(GroupReport group, IReadOnlyList<ExperimentReport> members)
    {
        _group = group;
        _members = members;
    }

    /// <summary>The whole section.</summary>
    /// <param name="group">The table.</param>
    /// <param name="document">The report that it is part of.</param>
    public static PageMarkup Section(GroupReport group, ReportDocument document) =>
        new PageGroup(group, [.. document.Experiments.Where(e => e.Group?.Id == group.Id)]).Draw();

    private string Anchor => "group." + _group.Id;

    private PageMarkup Draw() => Html($"""
        <section class="card group" id="{Anchor}" aria-labelledby="{Anchor}.title">
        <header><h2 id="{Anchor}.title">{_group.Title}</h2><p>{_group.Question}</p></header>
        <p class="answer">{_group.Sentence}</p>
        {Table()}{PageSplit.Picture(_members)}{Costs()}{Counted()}{When(_group.Why.Count > 0, Html($"<dl class=\"reasons\">{_group.Why.Select(r => Html($"<div><dt>{r.Title}</dt><dd>{r.Text}</dd></div>"))}</dl>"))}
        <h3>Each of them in full</h3>
        {_members.Select((e, i) => PageExperiment.Folded(e, $"{Anchor}.{i + 1}"))}</section>

        """);

    /// <summary>The table that the experiments bring, else what one await costs where they ask that.</summary>
    private PageMarkup Counted() =>
        _group.Table is { } own ? PageFormTable.Draw(own, _members) : PageCallCosts.Table(_members);

    private bool IsPublished => _members.Any(e => e.Published.Any(p => p.Measure == "mean"));

    private PageMarkup Table() => Html($"""
        <div class="wide" role="region" aria-label="{_group.Title}" tabindex="0"><table class="cells"><thead><tr><td></td>{When(IsPublished, Html($"<th scope=\"col\">Published, mean</th>"))}{_group.Columns.Select(c => Html($"<th scope=\"col\">{c}, mean today</th>"))}</tr></thead>
        <tbody>{_group.Rows.Select(Row)}</tbody></table></div>
        <p class="legend"><span><i class="swatch sync"></i>sync</span><span><i class="swatch async"></i>async</span>{When(_members.Any(e => e.Forms.Any(f => f.Form == Form.Parallel)), Html($"<span><i class=\"swatch par\"></i>async, all at once</span>"))}{When(IsPublished, Html($"<span><i class=\"swatch outline\"></i>published: {string.Join("; ", _members.SelectMany(e => e.Published).Select(p => p.Where).Distinct(StringComparer.Ordinal))}</span>"))}{When(Loops.Count > 0, Html($"<span>a mean is that of a whole loop: {string.Join(" or ", Loops.Select(l => FigureText.Count(l)))} calls</span>"))}<span>the ratio is async over sync with its interval; each cell has its own scale</span></p>

        """);

    /// <summary>How long the loops are where loops are timed as a whole.</summary>
    private List<int> Loops =>
        [.. _members.Select(e => e.Load).OfType<CallsInProcess>().Select(l => l.LoopLength).Where(l => l > 1).Distinct().OrderDescending()];

    private PageMarkup Row(string row) => Html($"""
        <tr><th scope="row">{row}</th>{When(IsPublished, PublishedCell(row))}{_group.Columns.Select(c => Cell(row, c))}</tr>

        """);

    private PageMarkup PublishedCell(string row)
    {
        ExperimentReport? first = _members.FirstOrDefault(e => e.Group?.Row == row);
        List<PublishedFigure> means = first?.Published.Where(p => p.Measure == "mean").DistinctBy(p => p.Form).ToList() ?? [];
        if (means.Count == 0)
            return Html($"<td class=\"none\">–</td>");
        double? ratio = means.Find(p => p.Form == Form.Async)?.Value / means.Find(p => p.Form == Form.Sync)?.Value;
        PageMarkup bars = Bars(
            [.. means.Select(p => (p.Form, p.Value, FigureText.Milliseconds(p.Value)))], published: true, $"{row}, published");
        PageMarkup share = Html($"""<div class="ratio"><b>{Wording.Share(ratio ?? 0)}</b></div>""");
        return Html($"<td>{bars}{When(ratio is not null, share)}</td>");
    }

    private PageMarkup Cell(string row, string column)
    {
        ExperimentReport? experiment = _members.FirstOrDefault(e => e.Group?.Row == row && e.Group?.Column == column);
        List<FormReport> forms = experiment?.Forms.Where(f => f.Count > 0).ToList() ?? [];
        if (experiment is null || forms.Count == 0)
            return Html($"<td class=\"none\">not measured</td>");
        PageMarkup bars = Bars(
            [.. forms.Select(f => (f.Form, f.Mean, FigureText.Milliseconds(f.Mean)))], published: false, $"{row}, {column}");
        IEnumerable<Comparison> comparisons = experiment.Comparisons
            .Where(c => c.Metric == Metric.Mean && c.Baseline == Form.Sync)
            .OrderBy(c => c.Candidate);
        return Html($"<td>{bars}{comparisons.Select(Ratio)}</td>");
    }

    private static PageMarkup Ratio(Comparison comparison) => Join(
    [
        Html($"""<div class="ratio">{PageTables.Key(comparison.Candidate)}"""),
        Html($"""<b>{(comparison.Ratio is { } ratio ? Wording.Share(ratio) : "no figure")}</b>"""),
        Html($"""{Interval(comparison)}<span class="chip {Wording.Class(comparison.Verdict)}">"""),
        Html($"""<i aria-hidden="true">{Wording.Mark(comparison.Verdict)}</i> {Wording.Name(comparison.Verdict)}</span></div>"""),
    ]);

    private static PageMarkup Interval(Comparison comparison) =>
        comparison is { Low: { } low, High: { } high, Ratio: var ratio }
            ? Html($"<small>{Wording.Share(low, ratio ?? 0)} to {Wording.Share(high, ratio ?? 0)}</small>")
            : None;

    private static PageMarkup Bars(List<(Form Form, double Length, string Text)> bars, bool published, string name)
    {
        PageScale scale = PageScale.UpTo(bars.Select(b => b.Length));
        string words = $"{name}: {string.Join(", ", bars.Select(b => $"{b.Form.InLowerCase()} {b.Text}"))}";
        return Join(
        [
            Html($"""<svg class="bar cellbar" height="{bars.Count * BarStep - (BarStep - BarHeight)}" role="img" aria-label="{words}">"""),
            Html($"""{bars.Select((b, i) => Bar(b, i * BarStep, scale, published))}</svg>"""),
        ]);
    }

    private static PageMarkup Bar((Form Form, double Length, string Text) bar, int top, PageScale scale, bool published) => Join(
    [
        Html($"""<svg class="bar {Wording.Class(bar.Form)}" y="{top}">"""),
        Html($"""<rect class="{(published ? "outline" : "solid")}" y="{(published ? 0.75 : 0)}" width="{scale.Percent(bar.Length)}%" """),
        Html($"""height="{(published ? BarHeight - 1.5 : BarHeight)}" rx="2.5"/>"""),
        Html($"""<text class="strong" x="{scale.Percent(bar.Length)}%" dx="7" y="{BarHeight - 2.5}">{bar.Text}</text></svg>"""),
    ]);

    /// <summary>What each form costs beside time; only where calls were made inside the server.</summary>
    private PageMarkup Costs() => When(_members.Any(e => e.Load is CallsInProcess && e.Cost is null), Html($"""
        <h3>What a call costs</h3>
        {PageTables.Wrap("What a call costs", Html($"""
            <thead class="figures"><tr><th scope="col">Access</th><th scope="col">Form</th>{_group.Columns.Select(CostHead)}</tr></thead>
            <tbody class="figures">{_group.Rows.SelectMany(CostRows)}</tbody>
            """))}<p class="note">{Wording.Mark(Verdict.Gain)} less and {Wording.Mark(Verdict.Loss)} more processor time than sync, by a verdict of its own. {CostNote}Processor time and memory are those of the whole server during the calls.</p>

        """));

    private IReadOnlyList<FormColumn> CostColumns => _group.Costs?.Columns ?? [];

    private string CostNote => _group.Costs is { } own ? own.Note + " " : "";

    private PageMarkup CostHead(string column) => Join(
    [
        Html($"""<th scope="col">{column}: CPU, ms</th><th scope="col">KiB</th>"""),
        .. CostColumns.Select(own => Html($"""<th scope="col">{own.Heading}</th>""")),
    ]);

    private IEnumerable<PageMarkup> CostRows(string row)
    {
        List<ExperimentReport> cells = _members.Where(e => e.Group?.Row == row).ToList();
        return cells.SelectMany(e => e.Forms).Select(f => f.Form).Distinct().Order().Select((form, i) => Html($"""
            <tr>{(i == 0 ? Html($"<th scope=\"row\">{row}</th>") : Html($"<th></th>"))}<th scope="row">{PageTables.Key(form)}{form.InLowerCase()}</th>{_group.Columns.Select(c => CostCells(cells.Find(e => e.Group?.Column == c), form))}</tr>

            """));
    }

    private PageMarkup CostCells(ExperimentReport? experiment, Form kind)
    {
        FormReport? form = experiment?.Forms.FirstOrDefault(f => f.Form == kind);
        Comparison? cpu = experiment is null ? null : ReportGroups.Pair(experiment, Form.Sync, kind, Metric.CpuPerRequest);
        string[] cells =
        [
            (cpu?.Verdict is Verdict.Gain or Verdict.Loss ? Wording.Mark(cpu.Verdict) + " " : "") + Optional(form?.CpuPerRequest),
            Optional(form?.BytesPerRequest / 1024),
            .. CostColumns.Select(own => form is null ? FigureText.Missing : own.Cell(form)),
        ];
        return Html($"{cells.Select(c => Html($"<td>{c}</td>"))}");
    }

    private static string Optional(double? value) => value is { } figure ? FigureText.Significant(figure) : FigureText.Missing;
}
