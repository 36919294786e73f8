using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Drawing;

/// <summary>The requests that took longest, by the ids under which the server's own traces have them.</summary>
internal static class PageSlowest
{
    /// <summary>What to do with an id.</summary>
    public const string Note = "Look for the id where the server’s traces are kept. Each request of this load carried a trace, "
        + "which takes the server time: figures to keep are measured without --traceparent.";

    /// <summary>The table of several forms; nothing when no request carried a trace.</summary>
    public static PageMarkup Forms(IReadOnlyList<FormReport> forms) => When(forms.Any(form => form.Slowest.Count > 0), Html($"""
        <h3>The slowest requests, by the ids of their traces</h3>
        {Table(forms.SelectMany(form => form.Slowest.Select(slow => (Name(form), slow))), Html($"<th scope=\"col\">Form</th>"))}
        <p class="note">{Note}</p>

        """));

    /// <summary>The section of a load; nothing when no request carried a trace.</summary>
    public static PageMarkup Section(FormReport load) => When(load.Slowest.Count > 0, Html($"""
        <section class="card" id="load-slowest" aria-labelledby="load-slowest-title">
        <header><h2 id="load-slowest-title">The slowest requests, by the ids of their traces</h2></header>
        {Table(load.Slowest.Select(slow => (None, slow)), None)}<p class="note">{Note}</p></section>

        """));

    private static PageMarkup Name(FormReport form) => Html($"""<th scope="row">{PageTables.Key(form.Form)}{form.Label}</th>""");

    private static PageMarkup Table(IEnumerable<(PageMarkup Head, SlowFigures Slow)> rows, PageMarkup head) =>
        PageTables.Wrap("The slowest requests", Html($"""
            <thead><tr>{head}<th scope="col" class="num">Took</th><th scope="col" class="num">After</th><th scope="col">Trace</th></tr></thead>
            <tbody>{rows.Select(row => Row(row.Head, row.Slow))}</tbody>
            """));

    private static PageMarkup Row(PageMarkup head, SlowFigures slow) => Html($"""
        <tr>{head}<td class="num">{slow.Took}</td><td class="num">{slow.At}</td><td><code>{slow.TraceId}</code></td></tr>
        """);
}
