using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Scan.Pages;

/// <summary>The picture of where requests block: each entry as a tree of calls down to what blocks; branches are as thick as what flows
/// through them. A list for those who cannot see it, and folded and walked by keyboard.</summary>
/// <param name="anchors">The place on the page of each finding that has one.</param>
internal sealed class TreeSection(IReadOnlyDictionary<Finding, string> anchors)
{
    private const int MostEntries = 25;
    private const int MostRows = 400;

    private int _rows;

    /// <summary>The section; nothing when no chain is known.</summary>
    public PageMarkup Draw(IReadOnlyList<Finding> counted)
    {
        IReadOnlyList<CallTree> trees = CallTree.Of(counted);
        if (trees.Count == 0)
            return None;
        int widest = trees.Max(t => t.Count);
        List<PageMarkup> drawn = [];
        foreach (CallTree tree in trees.Take(MostEntries).TakeWhile(_ => _rows < MostRows))
            drawn.Add(Entry(tree, widest));
        return Html($"""
            <section class="card" id="scan-tree" aria-labelledby="scan-tree-title">
            <header><h2 id="scan-tree-title">From the request down</h2>
            <p>Each entry, the calls that lead on from it, and where they end. Each finding stands once, on the shortest way to it;
            a bar counts those at its end and below.</p></header>
            <ul class="tree">{drawn}</ul>{Left(trees.Count - drawn.Count)}</section>

            """);
    }

    private static PageMarkup Left(int entries) => When(entries > 0, Html($"""
        <p class="note">{Wording.Plural(entries, "more entry is", "more entries are")} not drawn; report.json has all of them.</p>
        """));

    private PageMarkup Entry(CallTree tree, int widest) => Html($"""
        <li><details open><summary><span class="row"><span><b>{tree.Member}</b></span>{Flow(tree.Count, widest)}</span></summary>
        <ul>{Inside(tree, widest)}</ul></details></li>

        """);

    private List<PageMarkup> Inside(CallTree tree, int widest)
    {
        List<PageMarkup> rows = [];
        foreach (Finding finding in tree.Findings.TakeWhile(_ => _rows < MostRows))
        {
            _rows++;
            rows.Add(Leaf(finding, widest));
        }

        foreach (CallTree below in tree.Below.TakeWhile(_ => _rows < MostRows))
        {
            _rows++;
            rows.Add(Html($"""
                <li class="{Thickness(below.Count, widest)}"><span class="row"><span><b>{below.Member}</b>
                <small>by <code>{below.Call}</code> {below.Place.ToString()}</small></span>{Flow(below.Count, widest)}</span>
                <ul>{Inside(below, widest)}</ul></li>

                """));
        }

        if (rows.Count < tree.Findings.Count + tree.Below.Count())
            rows.Add(Html($"""<li><small>… and more; report.json has all of them.</small></li>"""));
        return rows;
    }

    private PageMarkup Leaf(Finding finding, int widest)
    {
        PageMarkup call = anchors.TryGetValue(finding, out string? anchor)
            ? Html($"""<a href="#{anchor}"><code>{finding.Call}</code></a>""")
            : Html($"""<code>{finding.Call}</code>""");
        string note = finding.Level == FindingLevel.Note ? " note" : "";
        return Html($"""
            <li class="leaf{note} {Thickness(1, widest)}"><span class="row"><span>{call}
            <small>{finding.Rule} {finding.Place.ToString()}</small></span>{Flow(1, widest)}</span></li>

            """);
    }

    private static PageMarkup Flow(int count, int widest)
    {
        double width = 100.0 * count / widest;
        return Html($"""
            <svg class="flow" role="img" aria-label="{Wording.Plural(count, "finding")}"><rect width="{width}%" height="12" rx="3"/>
            <text class="strong" x="{width}%" dx="7" y="10">{FigureText.Count(count)}</text></svg>
            """);
    }

    private static string Thickness(int count, int widest) => (3.0 * count / widest) switch
    {
        > 2 when count > 1 => "t3",
        > 1 when count > 1 => "t2",
        _ => "t1",
    };
}
