using Syncopate.Reporting;
using static Syncopate.Reporting.PageMarkup;

namespace Syncopate.Watch.Reporting;

/// <summary>An async timeline on the page: what could be done, the methods, and the awaits of one request on a time axis.</summary>
internal static class WatchTimelineSection
{
    private const int RowHeight = 22;
    private const int BarHeight = 12;

    /// <summary>The section.</summary>
    public static PageMarkup Section(AsyncTimeline timeline) => Html($"""
        <section class="card" aria-label="Async methods">
        <header><h2>Async methods</h2><p>{Source(timeline)}</p></header>
        {When(timeline.Findings.Count > 0, Html($"<ul class=\"marks\">{timeline.Findings.Select(Finding)}</ul>"))}
        {(timeline.Methods.Count == 0 ? Html($"<p class=\"answer\">No async method was seen.</p>") : PageTables.Wrap("Async methods", Html($"""
            <thead><tr><th scope="col">Method</th><th scope="col" class="num">Calls</th><th scope="col" class="num">Synchronous</th><th scope="col" class="num">To first await</th><th scope="col" class="num">Suspended</th><th scope="col" class="num">Total</th><th scope="col" class="num">Threads</th><th scope="col">Waited for</th></tr></thead>
            <tbody>{timeline.Methods.Select(Method)}</tbody>
            """)))}
        {Waterfall(timeline.Waterfall)}
        {timeline.Notes.Select(note => Html($"<p class=\"note\">{note}</p>"))}</section>

        """);

    private static string Source(AsyncTimeline timeline) => timeline.Source == AsyncTimelineSource.Woven
        ? "Every call, from its first instruction to its last, told by the woven copy. Times are means of a call."
        : $"Calls that suspended within {PageNumbers.Milliseconds(timeline.WindowMilliseconds)}, told by the events of the task library. Times are means of a call.";

    private static PageMarkup Finding(AsyncFinding finding) =>
        PageTrust.Condition(new(false, $"{finding.Method}{WatchWords.At(finding.File, finding.Line)}", finding.Sentence));

    private static PageMarkup Method(AsyncMethod method) => Html($"""<tr><th scope="row">{method.Name}{WatchWords.At(method.File, method.Line)}</th><td class="num">{PageNumbers.Count(method.Calls)}</td><td class="num">{(method.SynchronousShare is { } share ? PageNumbers.Percent(100 * share) : PageNumbers.Missing)}</td><td class="num">{(method.ToFirstAwaitMilliseconds is { } first ? PageNumbers.Milliseconds(first) : PageNumbers.Missing)}</td><td class="num">{PageNumbers.Milliseconds(method.SuspendedMilliseconds)}</td><td class="num">{PageNumbers.Milliseconds(method.TotalMilliseconds)}</td><td class="num">{PageNumbers.Count(method.Threads)}</td><td>{string.Join(", ", method.WaitedFor.Take(3).Select(work => $"{work.Name} {PageNumbers.Milliseconds(work.SuspendedMilliseconds)}"))}</td></tr>""");

    private static PageMarkup Waterfall(IReadOnlyList<AwaitSpan> spans)
    {
        if (spans.Count == 0)
            return None;
        PageTimeScale time = new(spans.Select(span => (long)(span.EndMilliseconds * 1e6)));
        int height = spans.Count * RowHeight;
        return Html($"""
            <h3>One request, await by await</h3>
            <svg class="plot course" height="{height}" role="img" aria-label="The awaits of one request: {string.Join("; ", spans.Select(Words))}"><line class="base" x2="100%" y1="100%" y2="100%"/>{time.Labels}
            {spans.Select((span, row) => Bar(span, row, time))}</svg>

            """);
    }

    private static PageMarkup Bar(AwaitSpan span, int row, PageTimeScale time)
    {
        double from = time.Percent((long)(span.StartMilliseconds * 1e6));
        double width = Math.Max(0.2, time.Percent((long)(span.EndMilliseconds * 1e6)) - from);
        string colour = span.Order == AwaitOrder.Overlap ? "par" : span.Order == AwaitOrder.Sequence ? "sync" : "async";
        return Html($"""<rect class="{colour}" x="{from}%" width="{width}%" y="{(row * RowHeight) + 2}" height="{BarHeight}" rx="3"/><text x="{from}%" dx="4" y="{(row * RowHeight) + 12}" class="strong">{span.Name}, {PageNumbers.Milliseconds(span.EndMilliseconds - span.StartMilliseconds)}</text>""");
    }

    private static string Words(AwaitSpan span) => $"{span.Name} from {PageNumbers.Milliseconds(span.StartMilliseconds)} to {PageNumbers.Milliseconds(span.EndMilliseconds)}";
}
