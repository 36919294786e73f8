using System.Globalization;
using Syncopate.Live.Results;
using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Texts;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Live.Pages;

/// <summary>How pages speak of a result.</summary>
internal static class ResultSentences
{
    /// <summary>The address of something of a result.</summary>
    public static string Address(string path, string name) => $"{path}?result={Uri.EscapeDataString(name)}";

    /// <summary>When it began, in the time of this machine.</summary>
    public static string Began(ResultSummary summary) =>
        summary.StartedUtc is { } started ? started.LocalDateTime.ToString("d MMM yyyy, HH:mm", CultureInfo.InvariantCulture)
            : "time unknown";

    /// <summary>Its kind in a word or two.</summary>
    public static string Kind(ResultSummary summary) => summary.Kind switch
    {
        "quick" or "default" or "full" => $"{summary.Kind} run",
        "" => "result",
        _ => summary.Kind,
    };

    /// <summary>What to do where the folder of all results is itself one, which is not shown.</summary>
    public static string Itself(ResultStore store) =>
        $"{store.Root} is the folder of one result, and only results below a folder are shown. "
        + $"To see this one: syncopate serve --out {ShellWord.Quoted(Path.GetDirectoryName(store.Root) ?? store.Root)}";

    /// <summary>Its verdicts as chips: how many of each, the strongest first.</summary>
    public static PageMarkup Chips(ResultSummary summary) => Join(
    [
        Chip(summary, "gain", "gain", "▲"),
        Chip(summary, "loss", "loss", "▼"),
        Chip(summary, "noDifference", "same", "="),
        Chip(summary, "undecided", "open", "?"),
    ]);

    private static PageMarkup Chip(ResultSummary summary, string verdict, string look, string sign)
    {
        int count = summary.Verdicts.Count(v => v == verdict);
        string words = $"{(count == 1 ? "" : $"{FigureText.Count(count)} × ")}{(verdict == "noDifference" ? "no difference" : verdict)}";
        return When(count > 0, Html($"""<span class="chip {look}"><i aria-hidden="true">{sign}</i> {words}</span> """));
    }
}
