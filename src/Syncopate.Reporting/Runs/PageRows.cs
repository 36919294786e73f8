using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>One comparison of a user's own with several arguments: a row of one table for each.</summary>
internal static class PageRows
{
    /// <summary>Whether a report is such a comparison.</summary>
    public static bool Are(ReportDocument document) =>
        document.Experiments.Count > 1 && document.Experiments.All(e => e.Traits.IsUserDefined && e.Group is null);

    /// <summary>The table; nothing for any other report.</summary>
    public static PageMarkup Table(ReportDocument document, PageAnchors anchors) => When(Are(document), Html($"""
        <section class="card" id="report-rows" aria-labelledby="report-rows-title">
        <header><h2 id="report-rows-title">All of them</h2></header>
        {PageTables.Wrap("Mean of each form, row by row", Html($"""
            <thead><tr><td></td>{Labels(document).Select(Head)}<th scope="col">Verdict</th></tr></thead>
            <tbody>{document.Experiments.Select((e, i) => Row(e, anchors[i], Labels(document)))}</tbody>
            """))}</section>

        """));

    /// <summary>What the forms are called: the same in each row.</summary>
    public static IReadOnlyList<string> Labels(ReportDocument document) =>
        [.. document.Experiments.SelectMany(e => e.Forms).Select(f => f.Label).Distinct(StringComparer.Ordinal)];

    /// <summary>The mean of a form of this row.</summary>
    public static string Mean(ExperimentReport experiment, string label) =>
        experiment.Forms.FirstOrDefault(f => f.Label == label) is { Count: > 0 } form
            ? FigureText.Milliseconds(form.Mean)
            : FigureText.Missing;

    private static PageMarkup Head(string label) => Html($"""<th scope="col" class="num">{label}, mean</th>""");

    private static PageMarkup Row(ExperimentReport experiment, string anchor, IReadOnlyList<string> labels)
    {
        IEnumerable<PageMarkup> means = labels.Select(l => Html($"""<td class="num">{Mean(experiment, l)}</td>"""));
        return Html($"""
            <tr><th scope="row"><a href="#{anchor}">{experiment.Title}</a></th>{means}<td>{experiment.Outcome}</td></tr>

            """);
    }
}
