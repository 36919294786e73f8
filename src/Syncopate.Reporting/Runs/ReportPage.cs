using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary><c>report.html</c>: one file that needs no network and no script, and carries its own data.</summary>
internal static class ReportPage
{
    /// <summary>The whole page. The same arguments give the same bytes; lines end with a line feed. Everything in the
    /// document may be hostile: it is encoded.</summary>
    /// <param name="document">What the page says and draws.</param>
    /// <param name="json">The same document as <c>report.json</c>; it goes into the page without its pictures, for
    /// programs to read.</param>
    /// <param name="markdown">The same document as <c>report.md</c>; it goes into the page for the reader to copy.</param>
    /// <exception cref="System.Text.Json.JsonException"><paramref name="json"/> is not JSON.</exception>
    public static string Write(ReportDocument document, string json, string markdown)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(json);
        ArgumentNullException.ThrowIfNull(markdown);

        PageAnchors anchors = new(document.Experiments);
        return PageShell.Write($"Syncopate report: {document.Headline}", Html($"""
            {PageHead.Bar(document)}{PageHead.Partial(document)}<main id="report-main" class="wrap">
            {PageHero.Answer(document)}{PageHero.KeyFigures(document, anchors)}
            {PageRows.Table(document, anchors)}{Sections(document, anchors)}
            {PageAgents.Section(document.Agents, document.Together)}{PageTrust.Section(document, markdown)}</main>
            """), document.Tool, json);
    }

    // A table stands where its first experiment ran.
    private static IEnumerable<PageMarkup> Sections(ReportDocument document, PageAnchors anchors)
    {
        for (int i = 0; i < document.Experiments.Count; i++)
        {
            ExperimentReport experiment = document.Experiments[i];
            GroupReport? group = document.Groups.FirstOrDefault(g => g.Id == experiment.Group?.Id);
            if (group is null)
                yield return PageExperiment.Section(experiment, anchors[i]);
            else if (group.Experiments[0] == experiment.Id)
                yield return PageGroup.Section(group, document);
        }
    }
}
