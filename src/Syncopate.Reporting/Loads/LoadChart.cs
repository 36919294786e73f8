using System.Globalization;
using System.Text;
using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Loads;

/// <summary>A chart of one quantity over the time of a load: lines from zero on one scale, each recognized by its colour and
/// by its name at its end.</summary>
internal sealed class LoadChart
{
    private const int Height = 200;
    private const int Columns = 1_000;
    private const int Levels = 400;

    // Names at the ends of lines are text of this height in percent of the chart; nearer ones would cover each other.
    private const double LeastDistance = 9;

    private readonly PageTimeScale _time;
    private readonly IReadOnlyList<LoadSeries> _lines;
    private readonly PageScale _scale;

    /// <param name="time">Shared by all charts of the page.</param>
    /// <param name="lines">At least one; a line has a gap where nothing was measured.</param>
    /// <param name="whole">True when only whole numbers make sense.</param>
    public LoadChart(PageTimeScale time, IReadOnlyList<LoadSeries> lines, bool whole = false)
    {
        _time = time;
        _lines = lines;
        _scale = PageScale.FromZero(lines.SelectMany(line => line.Points).Select(point => point.Value ?? 0), whole: whole);
    }

    /// <summary>The chart with its head and, for whoever cannot see it, what it shows.</summary>
    /// <param name="title">What is drawn, with its unit.</param>
    /// <param name="words">The same in a sentence.</param>
    public PageMarkup Draw(string title, string words) => Html($"""
        <h3>{title}</h3>
        <svg class="plot course" height="{Height}" role="img" aria-label="{words}">{_scale.Grid}{_time.Labels}
        <svg viewBox="0 0 {Columns} {Levels}" preserveAspectRatio="none">{_lines.Select(line => Html($"{When(line.IsFilled, Html($"<path class=\"area {line.Class}\" d=\"{Path(line, closed: true)}\"/>"))}<path class=\"line {line.Class}\" d=\"{Path(line, closed: false)}\"/>"))}</svg>
        {Names()}</svg>

        """);

    private IEnumerable<PageMarkup> Names()
    {
        List<(LoadSeries Line, (long AtNanoseconds, double? Value) End)> ends = _lines
            .Select(line => (Line: line, End: line.Points.LastOrDefault(point => point.Value is not null)))
            .Where(end => end.End.Value is not null)
            .OrderBy(end => end.End.Value)
            .ToList();
        double lowest = double.PositiveInfinity;
        foreach (var (line, end) in ends)
        {
            double y = Math.Min(100 - _scale.Percent(end.Value ?? 0), lowest - LeastDistance);
            lowest = y;
            yield return Html(
                $"""<text class="end {line.Class}" x="{_time.Percent(end.AtNanoseconds)}%" y="{y}%" dx="7" dy="5">{line.Name}</text>""");
        }
    }

    private string Path(LoadSeries line, bool closed)
    {
        StringBuilder path = new();
        var (open, last) = (false, 0);
        foreach (var (at, value) in line.Points)
        {
            if (value is null && open && closed)
                path.Append(CultureInfo.InvariantCulture, $"L{last} {Levels}Z");
            if (value is { } level)
            {
                last = (int)Math.Round(_time.Percent(at) * Columns / 100);
                int row = (int)Math.Round(Levels * (1 - _scale.Percent(level) / 100));
                if (!open && closed)
                    path.Append(CultureInfo.InvariantCulture, $"M{last} {Levels}");
                path.Append(CultureInfo.InvariantCulture, $"{(open || closed ? 'L' : 'M')}{last} {row}");
            }

            open = value is not null;
        }

        if (open && closed)
            path.Append(CultureInfo.InvariantCulture, $"L{last} {Levels}Z");
        return path.ToString();
    }
}
