using System.Globalization;
using Syncopate.Texts;

namespace Syncopate.Running;

/// <summary>How a comparison goes, on one line: each target and their ratio so far.</summary>
internal static class StandingLine
{
    /// <summary>The line.</summary>
    /// <param name="progress">What is being done.</param>
    /// <param name="standing">How it stood after the last round; null before the first.</param>
    /// <param name="milliseconds">Writes a time.</param>
    public static string Of(RunProgress progress, RoundStanding? standing, Func<double, string> milliseconds)
    {
        ArgumentNullException.ThrowIfNull(progress);
        ArgumentNullException.ThrowIfNull(milliseconds);
        if (standing is null)
            return FirstLetter.Upper(progress.Stage) + ".";
        string forms = string.Join(", ", standing.Forms.Select(f => Figures(f, milliseconds)));
        string left = string.Create(CultureInfo.InvariantCulture, $"{progress.Left.TotalSeconds:0} s");
        return $"Round {standing.Round}: {forms}; {Ratio(standing)}. At most {left} left.";
    }

    private static string Figures(FormProgress form, Func<double, string> milliseconds)
    {
        string failed = form.Errors == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $", {form.Errors:#,0} failed");
        string time = form.MeanMilliseconds > 0 ? milliseconds(form.MeanMilliseconds) : "no answer";
        string rate = double.IsFinite(form.RequestsPerSecond)
            ? string.Create(CultureInfo.InvariantCulture, $"{form.RequestsPerSecond:#,0}/s")
            : "none in time";
        return $"{form.Form} {time} {rate}{failed}";
    }

    private static string Ratio(RoundStanding standing)
    {
        if (standing.Ratio is not { } ratio)
            return "no ratio yet";
        string pair = $"{standing.Forms[^1].Form}/{standing.Forms[0].Form}";
        return standing is { Low: { } low, High: { } high }
            ? string.Create(CultureInfo.InvariantCulture, $"{pair} {ratio:0.000} ({low:0.000} to {high:0.000})")
            : string.Create(CultureInfo.InvariantCulture, $"{pair} {ratio:0.000}");
    }
}
