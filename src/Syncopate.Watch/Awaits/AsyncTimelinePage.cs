using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Watch.Awaits;

/// <summary>The async timeline as a section of a report's page.</summary>
internal static class AsyncTimelinePage
{
    private const int MostMethods = 30;
    private const string Missing = FigureText.Missing;

    /// <summary>What was found, the waterfall of one request, the methods, and what is not seen.</summary>
    public static PageMarkup Section(AsyncTimeline timeline) => Html($"""
        <section class="card" id="watch-async" aria-labelledby="watch-async-title"><header><h2 id="watch-async-title">Async timeline</h2>
        <p>{AsyncTimelineText.Source(timeline)}</p></header>
        {Findings(timeline)}{Fall(timeline.Waterfall)}{Methods(timeline)}<ul class="note">{timeline.Notes.Select(note => Html($"<li>{note}</li>"))}</ul></section>

        """);

    private static PageMarkup Findings(AsyncTimeline timeline) =>
        Join(timeline.Findings.Select(finding => Html(
            $"""<p class="{Weight(finding.Kind)}">{finding.Sentence}{Place(finding.File, finding.Line)}</p>""")));

    private static string Weight(AsyncFindingKind kind) => kind == AsyncFindingKind.SequentialAwaits ? "answer" : "note";

    private static PageMarkup Fall(IReadOnlyList<AwaitSpan> rows)
    {
        if (rows.Count == 0)
            return None;
        PageScale scale = PageScale.UpTo(rows.Select(row => row.EndMilliseconds));
        return Html($"""
            <h3>One typical request, await by await</h3>
            {PageTables.Wrap("Awaits of one request", Html($"""
                <thead><tr><th scope="col">Awaited</th><th scope="col">Order</th><th scope="col" class="num">Took</th><th scope="col">Within the request</th></tr></thead>
                <tbody>{rows.Select(row => Row(row, scale))}</tbody>
                """))}<p class="legend"><span><i class="swatch async"></i>work before the first await</span><span><i class="swatch wait"></i>waiting, or work after it</span></p>

            """);
    }

    private static PageMarkup Row(AwaitSpan row, PageScale scale)
    {
        double from = scale.Percent(row.StartMilliseconds);
        double first = scale.Percent(row.StartMilliseconds + row.ToFirstAwaitMilliseconds);
        double to = Math.Max(first + 0.3, scale.Percent(row.EndMilliseconds));
        string indent = new('\u2003', Math.Clamp(row.Depth, 0, Waterfall.MostDepth));
        return Join(
        [
            Html($"""<tr><th scope="row">{indent}{row.Name}{Place(row.File, row.Line)}</th>"""),
            Html($"""<td class="num">{AsyncTimelineText.Order(row.Order)}</td>"""),
            Html($"""<td class="num">{FigureText.Milliseconds(row.EndMilliseconds - row.StartMilliseconds)}</td>"""),
            Html($"""<td class="forest"><svg height="14" aria-hidden="true">"""),
            Html($"""<rect class="waited" x="{first}%" y="3" width="{to - first}%" height="8"/>"""),
            Html($"""<rect class="async" x="{from}%" y="1" width="{first - from}%" height="12"/></svg></td></tr>"""),
        ]);
    }

    private static PageMarkup Methods(AsyncTimeline timeline)
    {
        List<AsyncMethod> shown = [.. timeline.Methods.Take(MostMethods)];
        return When(shown.Count > 0, Html($"""
            <h3>Async methods, mean of a call</h3>
            {PageTables.Wrap("Async methods", Html($"""
                <thead class="figures"><tr><th scope="col">Method</th><th scope="col">Calls</th><th scope="col">Not suspended</th><th scope="col">First call</th><th scope="col">To first await</th><th scope="col">Suspended</th><th scope="col">Total</th><th scope="col">Longest</th><th scope="col">Threads</th><th scope="col">Waited for</th></tr></thead>
                <tbody class="figures">{shown.Select(Row)}</tbody>
                """))}{When(timeline.Methods.Count > shown.Count, Html($"<p class=\"note\">and {timeline.Methods.Count - shown.Count} more</p>"))}
            """));
    }

    private static PageMarkup Row(AsyncMethod method)
    {
        string[] cells =
        [
            FigureText.Count(method.Calls),
            method.SynchronousShare is { } share ? FigureText.Percent(100 * share) : Missing,
            Time(method.FirstCallMilliseconds),
            Time(method.ToFirstAwaitMilliseconds),
            Time(method.SuspendedMilliseconds),
            Time(method.TotalMilliseconds),
            Time(method.LongestMilliseconds),
            FigureText.Count(method.Threads),
        ];
        string awaited = string.Join(", ", method.WaitedFor.Select(work => work.Name).Distinct());
        return Join(
        [
            Html($"""<tr><th scope="row">{method.Name}{Place(method.File, method.Line)}</th>"""),
            Html($"""{cells.Select(cell => Html($"<td>{cell}</td>"))}<td>{awaited}</td></tr>"""),
        ]);
    }

    private static string Time(double? milliseconds) => milliseconds is { } known ? FigureText.Milliseconds(known) : Missing;

    private static PageMarkup Place(string? file, int? line) =>
        file is null ? None : Html($"""<small class="note"> {AsyncTimelineText.Place(file, line)}</small>""");
}
