using System.Globalization;
using System.Text;
using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Plans;

/// <summary>A chart of planned figures over load or time: for each form its median as a line and, where it is wide, its
/// band as an area; all on one scale from zero.</summary>
internal sealed class PlanChart
{
    private const int Height = 220;
    private const int Columns = 1_000;
    private const int Levels = 400;
    private const int ArrowRow = 11;

    // Names at the ends of lines are text of this height in percent of the chart; nearer ones would cover each other.
    private const double LeastDistance = 9;

    private readonly IReadOnlyList<PlanLine> _lines;
    private readonly PageScale _across;
    private readonly PageScale _up;
    private readonly string _unit;
    private readonly double[] _knees;

    /// <param name="lines">At least one.</param>
    /// <param name="unit">Unit of the axis across, which its last label carries.</param>
    /// <param name="highest">Lines that pass this run out of the chart at its top, where arrows and the word "beyond"
    /// mark them, so that one form that collapses does not flatten the others; infinity for none.</param>
    public PlanChart(IReadOnlyList<PlanLine> lines, string unit, double highest = double.PositiveInfinity)
    {
        _lines = lines;
        _unit = unit;
        _knees = [.. lines.Select(l => l.Knee).OfType<double>().Distinct().Where(k => k <= lines.Max(l => l.Points[^1].At))];
        _across = PageScale.FromZero(lines.SelectMany(l => l.Points).Select(p => p.At), 5);
        _up = PageScale.FromZero(lines.SelectMany(l => l.Points).Select(p => Math.Min(p.Median, highest)));
    }

    /// <summary>The lines that run out of the chart, with the highest end of their bands.</summary>
    public IEnumerable<(string Name, double Most)> OffScale =>
        _lines.Select(l => (l.Name, Most: l.Points.Max(p => p.High))).Where(l => l.Most > _up.Maximum);

    /// <summary>The chart with its head and, for whoever cannot see it, what it shows.</summary>
    /// <param name="title">What is drawn, with its unit.</param>
    /// <param name="words">The same in a sentence.</param>
    public PageMarkup Draw(string title, string words) => Html($"""
        <h3>{title}</h3>
        <svg class="plot course" height="{Height}" role="img" aria-label="{words}"><g class="yt">{_up.Ticks.Select(Level)}</g>
        <svg class="xt" y="100%">{_across.Ticks.Select(t => Html($"<text x=\"{_across.Percent(t)}%\" y=\"19\">{Label(t)}</text>"))}</svg>
        <svg viewBox="0 0 {Columns} {Levels}" preserveAspectRatio="none">{_lines.Select(l => Html($"<path class=\"area {l.Class}\" d=\"{Area(l)}\"/><path class=\"line {l.Class}\" d=\"{Line(l)}\"/>"))}</svg>
        {_knees.Select(k => Html($"<line class=\"knee\" x1=\"{_across.Percent(k)}%\" x2=\"{_across.Percent(k)}%\" y1=\"0\" y2=\"100%\"/><text class=\"knee\" x=\"{_across.Percent(k)}%\" y=\"10\" dx=\"5\">knee</text>"))}
        {_lines.SelectMany((line, i) => Arrows(line, ArrowRow * (i + 1)))}{_lines.Where(l => l.Mark is not null).Select(Mark)}{Names()}</svg>

        """);

    private PageMarkup Level(double value)
    {
        double y = 100 - _up.Percent(value);
        return Join(
        [
            Html($"""<line class="{(value == 0 ? "base" : "grid")}" x2="100%" y1="{y}%" y2="{y}%"/><text y="{y}%" dx="-8" dy="4">"""),
            Html($"""{FigureText.Significant(value)}</text>"""),
        ]);
    }

    private string Label(double tick) =>
        tick.ToString("#,0.###", CultureInfo.InvariantCulture) + (tick >= _across.Maximum ? $" {_unit}" : "");

    private PageMarkup Mark(PlanLine line) => Join(
    [
        Html($"""<circle class="onset {line.Class}" cx="{_across.Percent(line.Mark ?? 0)}%" """),
        Html($"""cy="{100 - _up.Percent(At(line, line.Mark ?? 0))}%" r="6"/>"""),
    ]);

    // Each form's in a row of its own: forms that leave the chart do so at the same loads. The words stand below all
    // arrows, from the first one towards the middle.
    private IEnumerable<PageMarkup> Arrows(PlanLine line, int down) => line.Points.Where(p => p.Median > _up.Maximum).Select((p, i) =>
    {
        double x = _across.Percent(p.At);
        string side = x < 50 ? "right" : "left";
        PageMarkup word = When(
            i == 0, Html($"""<text class="off {side} {line.Class}" x="{x}%" y="{down + ArrowRow * _lines.Count}">beyond</text>"""));
        return Html($"""{word}<text class="off {line.Class}" x="{x}%" y="{down}">▲</text>""");
    });

    private static double At(PlanLine line, double at) => line.Points.First(p => p.At == at).Median;

    private IEnumerable<PageMarkup> Names()
    {
        double lowest = double.PositiveInfinity;
        int above = _lines.Count;
        foreach (PlanLine line in _lines.OrderBy(l => l.Points[^1].Median))
        {
            (double at, _, double median, _) = line.Points[^1];
            // Not nearer to the lower one, and with room for those above where lines run out of the chart.
            double y = Math.Min(Math.Max(100 - _up.Percent(median), --above * LeastDistance), lowest - LeastDistance);
            lowest = y;
            yield return Html($"""<text class="end {line.Class}" x="{_across.Percent(at)}%" y="{y}%" dx="7" dy="5">{line.Name}</text>""");
        }
    }

    /// <summary>The median, as far as it lies within the chart: it ends and begins where it crosses the top, since a
    /// flat line there would be a figure that nobody computed.</summary>
    private string Line(PlanLine line)
    {
        StringBuilder path = new();
        bool isDrawing = false;
        for (int i = 0; i < line.Points.Count; i++)
        {
            (double at, _, double median, _) = line.Points[i];
            bool isInside = median <= _up.Maximum;
            if (i > 0 && isInside != line.Points[i - 1].Median <= _up.Maximum)
            {
                (double before, _, double last, _) = line.Points[i - 1];
                Step(path, ref isDrawing, before + (at - before) * (_up.Maximum - last) / (median - last), _up.Maximum);
            }

            if (isInside)
                Step(path, ref isDrawing, at, median);
            else
                isDrawing = false;
        }

        return path.ToString();
    }

    private void Step(StringBuilder path, ref bool isDrawing, double at, double value)
    {
        path.Append(CultureInfo.InvariantCulture, $"{(isDrawing ? 'L' : 'M')}{Column(at)} {Row(value)}");
        isDrawing = true;
    }

    private string Area(PlanLine line)
    {
        StringBuilder path = new();
        foreach ((double at, _, _, double high) in line.Points)
            path.Append(CultureInfo.InvariantCulture, $"{(path.Length == 0 ? 'M' : 'L')}{Column(at)} {Row(high)}");
        foreach ((double at, double low, _, _) in line.Points.Reverse())
            path.Append(CultureInfo.InvariantCulture, $"L{Column(at)} {Row(low)}");
        return path.Append('Z').ToString();
    }

    private int Column(double at) => (int)Math.Round(_across.Percent(at) * Columns / 100);

    private int Row(double value) => (int)Math.Round(Levels * (1 - _up.Percent(value) / 100));
}
