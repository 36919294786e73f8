using System.Globalization;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Drawing;

/// <summary>A time axis from zero in the unit that suits its length.</summary>
internal sealed class PageTimeScale
{
    // Unit, its nanoseconds, and the longest axis (in units) that is still drawn in it.
    private static readonly (string Name, double Nanoseconds, double Longest)[] Units =
        [("ns", 1, 2_000), ("µs", 1e3, 2_000), ("ms", 1e6, 2_000), ("s", 1e9, 180), ("min", 60e9, 180), ("h", 3_600e9, double.MaxValue)];

    private readonly PageScale _scale;
    private readonly (string Name, double Nanoseconds, double Longest) _unit;

    /// <param name="ends">Instants that must fit, in ns; the latest decides.</param>
    public PageTimeScale(IEnumerable<long> ends)
    {
        long longest = Math.Max(1, ends.DefaultIfEmpty(1).Max());
        _unit = Units.First(u => longest / u.Nanoseconds <= u.Longest);
        _scale = PageScale.FromZero([longest / _unit.Nanoseconds]);
    }

    /// <summary>Where an instant lies, in percent of the axis.</summary>
    public double Percent(long nanoseconds) => _scale.Percent(nanoseconds / _unit.Nanoseconds);

    /// <summary>Labels of the axis, for the lower edge of a plot; the last one carries the unit.</summary>
    public PageMarkup Labels => Join(
    [
        Html($"""<svg class="xt" y="100%">"""),
        Html($"""{_scale.Ticks.Select(t => Html($"<text x=\"{_scale.Percent(t)}%\" y=\"19\">{Label(t)}</text>"))}</svg>"""),
    ]);

    private string Label(double tick) =>
        tick.ToString("#,0.###", CultureInfo.InvariantCulture) + (tick >= _scale.Maximum ? $" {_unit.Name}" : "");
}
