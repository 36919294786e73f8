using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Drawing;

/// <summary>The figures in full, for whoever wants to check a picture.</summary>
internal static class PageTables
{
    /// <summary>Every figure of every form; folded away, those of the article's own protocol where one was driven.</summary>
    public static PageMarkup Figures(ExperimentReport experiment) => Html($"""
        {Forms("Figures of each form", experiment.Forms)}{When(experiment.Profile.Count > 0, Html($"""
        <details><summary>Figures of the article’s own protocol</summary><p class="note">{experiment.ProfileSentence}</p>
        {Forms("Figures of the article’s own protocol", experiment.Profile)}</details>
        """))}
        """);

    /// <summary>What the article printed, form by form, and where; nothing when it printed no figure.</summary>
    public static PageMarkup Published(ExperimentReport experiment) => When(experiment.Published.Count > 0, Html($"""
        <details><summary>What was published</summary>
        {Wrap("Published figures", Html($"""
            <thead><tr><th scope="col">Form</th><th scope="col">Measure</th><th scope="col" class="num">Published</th><th scope="col">Where</th></tr></thead>
            <tbody>{experiment.Published.Select(p => PublishedRow(experiment, p))}</tbody>
            """))}</details>

        """));

    /// <summary>A table that scrolls by itself when the screen is narrower; reachable by keyboard, as it may have to be scrolled.</summary>
    public static PageMarkup Wrap(string name, PageMarkup rows) => Html($"""
        <div class="wide" role="region" aria-label="{name}" tabindex="0"><table>{rows}</table></div>

        """);

    private static readonly PageMarkup Head = Html($"""
        <th scope="col">Form</th><th scope="col">Answers</th><th scope="col">Failed</th><th scope="col">Mean, ms</th><th scope="col">Median, ms</th><th scope="col">p95, ms</th><th scope="col">p99, ms</th><th scope="col">Longest, ms</th><th scope="col">Answers a second</th><th scope="col">CPU, ms a request</th><th scope="col">KB a request</th><th scope="col">Most threads</th><th scope="col">Longest queue</th>
        """);

    private static PageMarkup Forms(string name, IReadOnlyList<FormReport> forms) => When(forms.Count > 0, Wrap(name, Html($"""
        <thead class="figures"><tr>{Head}</tr></thead>
        <tbody class="figures">{forms.Select(FormRow)}</tbody>
        """)));

    private static PageMarkup FormRow(FormReport form)
    {
        string[] cells =
        [
            PageNumbers.Count(form.Count), PageNumbers.Count(form.Errors), .. form.Latencies, PageNumbers.Significant(form.RequestsPerSecond),
            form.CpuPerRequest is { } cpu ? PageNumbers.Significant(cpu) : PageNumbers.Missing,
            form.BytesPerRequest is { } bytes ? PageNumbers.Kilobytes(bytes) : PageNumbers.Missing,
            form.Threads is { } threads ? PageNumbers.Count(threads) : PageNumbers.Missing,
            form.QueueLength is { } queue ? PageNumbers.Count(queue) : PageNumbers.Missing,
        ];
        return Html($"""<tr><th scope="row">{Key(form.Form)}{form.Label}</th>{cells.Select(c => Html($"<td>{c}</td>"))}</tr>""");
    }

    private static PageMarkup PublishedRow(ExperimentReport experiment, PublishedFigure figure)
    {
        string value = figure.UpperValue is { } upper
            ? $"{PageNumbers.Significant(figure.Value)} to {PageNumbers.Significant(upper)}"
            : (figure.IsOver ? "over " : "") + PageNumbers.Significant(figure.Value);
        return Html($"""<tr><th scope="row">{Key(figure.Form)}{PageWords.Label(experiment, figure.Form)}</th><td>{Measure(figure.Measure)}</td><td class="num">{value}</td><td>{figure.Where}</td></tr>""");
    }

    /// <summary>The coloured square before a form's name.</summary>
    public static PageMarkup Key(Form form) => Html($"""<i class="key {PageWords.Class(form)}"></i>""");

    private static string Measure(string measure) => measure switch
    {
        "mean" => "Mean answer time, ms",
        "served" => "Answers in the run",
        "threadsFirst" => "Threads in use, first",
        "threadsLast" => "Threads in use, last",
        "toFirstAwait" => "Time to the first await, ms",
        "methods" => "Methods of the framework run",
        _ => Words(measure),
    };

    /// <summary>A camel-case name as words: "losersStopped" is "Losers stopped".</summary>
    public static string Words(string name) =>
        string.Concat(name.Select((c, i) => i == 0 ? char.ToUpperInvariant(c).ToString() : char.IsAsciiLetterUpper(c) ? $" {char.ToLowerInvariant(c)}" : c.ToString()));
}
