using System.Globalization;
using Syncopate.Units;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Drawing;

/// <summary>Top of the page: the brand, the facts of machine and run, the buttons, and what is missing from a partial report.</summary>
internal static class PageHead
{
    /// <summary>The bar at the top. The buttons are hidden until the script shows them, as without it they would do nothing.</summary>
    public static PageMarkup Bar(ReportDocument document) => Bar(Facts(document.Machine, document.Run));

    /// <summary>The bar with facts of the caller's choice.</summary>
    public static PageMarkup Bar(IEnumerable<string> facts) => Html($"""
        <header class="top"><div class="wrap">
        <span class="brand">{Logo} syncopate</span>
        <ul class="facts">{facts.Select(f => Html($"<li>{f}</li>"))}</ul>
        <span class="tools" id="report-tools" hidden><button id="report-copy" type="button">Copy as Markdown</button>
        <button id="report-theme" type="button" aria-label="Switch colour theme"><svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor"/></svg></button></span>
        <span class="unseen" id="report-said" role="status"></span>
        </div></header>

        """);

    /// <summary>Says above everything else that something is missing; nothing for a whole report.</summary>
    public static PageMarkup Partial(ReportDocument document) =>
        When(document.Partial, Partial(RunEnding.Sentence(document.Run.Outcome, "run", "finished round"), document.Missing));

    /// <summary>The warning of a report that is partial.</summary>
    /// <param name="ending">How it ended, and what is kept.</param>
    /// <param name="missing">What is missing, one sentence each.</param>
    public static PageMarkup Partial(string ending, IReadOnlyList<string> missing) => Html($"""
        <aside class="partial" aria-label="Partial report"><div class="wrap"><p><b>Partial report.</b> {ending}</p>
        <ul>{missing.Select(m => Html($"<li>{m}</li>"))}</ul></div></aside>

        """);

    private static PageMarkup Logo => Html($"""<svg class="logo" viewBox="0 0 32 32" aria-hidden="true">{Bars}</svg>""");

    /// <summary>The bars of the logo, in a square of 32.</summary>
    public static PageMarkup Bars => Join(
    [
        Html($"""<g class="sync"><rect x="2" y="6" width="13" height="5" rx="2.5"/><rect x="17" y="6" width="13" height="5" rx="2.5"/></g>"""),
        Html($"""<g class="async"><rect x="2" y="14" width="6" height="5" rx="2.5"/>"""),
        Html($"""<rect x="10" y="14" width="13" height="5" rx="2.5"/><rect x="25" y="14" width="5" height="5" rx="2.5"/></g>"""),
        Html($"""<g class="par"><rect x="6" y="22" width="13" height="5" rx="2.5"/>"""),
        Html($"""<rect x="21" y="22" width="9" height="5" rx="2.5"/></g>"""),
    ]);

    /// <summary>Machine, length and time of a run.</summary>
    public static IEnumerable<string> Facts(Machine machine, ReportRun run)
    {
        if (Wording.IsKnown(machine))
            yield return machine.Runtime;
        yield return Wording.Name(machine);
        yield return $"{run.Mode} run of {FigureText.Milliseconds(Milliseconds.FromSeconds(run.DurationSeconds))}";
        if (run.HasHeader)
            yield return run.StartedUtc.UtcDateTime.ToString("d MMM yyyy, HH:mm 'UTC'", CultureInfo.InvariantCulture);
    }
}
