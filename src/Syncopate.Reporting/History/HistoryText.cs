using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;

namespace Syncopate.Reporting.History;

/// <summary>A history in lines, for a terminal and for Markdown.</summary>
internal static class HistoryText
{
    private const string Levels = "▁▂▃▄▅▆▇█";
    private const string PlainLevels = "_.-=^*#@";
    private const int MostColumns = 30;

    /// <summary>One line a figure: name, course, last value, what changed; of several machines under the name of each. Names and values
    /// stand in columns; nothing in them can command a terminal.</summary>
    /// <param name="report">The history.</param>
    /// <param name="unicode">False to draw with letters alone.</param>
    public static IEnumerable<string> Lines(HistoryReport report, bool unicode)
    {
        ArgumentNullException.ThrowIfNull(report);
        var (name, course) = (
            report.Series.Select(s => s.Name.Length).DefaultIfEmpty(0).Max(),
            Math.Min(MostColumns, report.Series.Select(s => s.Points.Count).DefaultIfEmpty(0).Max()));
        string? machine = null;
        foreach (HistorySeries series in report.Series)
        {
            if (report.Machines.Count > 1 && series.Machine != machine)
                yield return GateText.Plain($"{series.Machine}:");
            machine = series.Machine;
            string value = Value(series, series.Points[^1]);
            yield return GateText.Plain(
                $"{series.Name.PadRight(name)}  {Course(series, unicode).PadLeft(course)}  {value,9}  {series.Sentence}");
        }
    }

    /// <summary>What a run found, with its unit.</summary>
    internal static string Value(HistorySeries series, HistoryPoint point) =>
        Described(series).Text(point.Value);

    /// <summary>The figure of a series.</summary>
    internal static Figure Described(HistorySeries series) => series.Described ?? Figure.Named(series.Figure);

    /// <summary>The last runs from zero to the highest of them, as bars of a line: what looks small is small.</summary>
    internal static string Course(HistorySeries series, bool unicode)
    {
        List<double> values = series.Points.TakeLast(MostColumns).Select(p => p.Value).ToList();
        var (levels, highest) = (unicode ? Levels : PlainLevels, values.Max());
        return string.Concat(
            values.Select(v => levels[Math.Clamp((int)Math.Ceiling(levels.Length * v / highest) - 1, 0, levels.Length - 1)]));
    }
}
