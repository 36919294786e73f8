using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Drawing;

/// <summary>A linear axis that begins at zero. Every form of an experiment is drawn on the same one: two bars on two
/// scales can make 2,467 and 232 look alike.</summary>
internal sealed record PageScale
{
    private PageScale(double maximum, double step) => (Maximum, Step) = (maximum, step);

    /// <summary>End of the axis; finite and above zero.</summary>
    public double Maximum { get; }

    /// <summary>Distance between two ticks.</summary>
    public double Step { get; }

    /// <summary>An axis whose end is the highest value itself, for bars that carry their figures.</summary>
    public static PageScale UpTo(IEnumerable<double> values)
    {
        double highest = Highest(values);
        return new(highest, highest);
    }

    /// <summary>An axis that ends at a round tick at or above the highest value.</summary>
    /// <param name="values">What must fit; anything that is not finite is ignored.</param>
    /// <param name="mostSteps">At most so many steps from zero to the end.</param>
    /// <param name="whole">True when only whole numbers make sense, as for threads.</param>
    public static PageScale FromZero(IEnumerable<double> values, int mostSteps = 4, bool whole = false)
    {
        double highest = Highest(values);
        double step = RoundStep(highest / mostSteps);
        if (whole)
            step = Math.Max(1, step);
        return new(step * Math.Ceiling(highest / step - 1e-9), step);
    }

    /// <summary>Ticks from zero to the end, both included.</summary>
    public IEnumerable<double> Ticks => Enumerable.Range(0, (int)Math.Round(Maximum / Step) + 1).Select(i => i * Step);

    /// <summary>Lines and labels of the ticks, for an axis that goes up.</summary>
    public PageMarkup Grid => Html($"<g class=\"yt\">{Ticks.Select(Level)}</g>");

    /// <summary>Where a value lies on the axis, in percent of its length; what lies outside is put at the end.</summary>
    public double Percent(double value) => !double.IsFinite(value) ? 0 : Math.Clamp(100 * (value / Maximum), 0, 100);

    private PageMarkup Level(double value)
    {
        double y = 100 - Percent(value);
        return Join(
        [
            Html($"""<line class="{(value == 0 ? "base" : "grid")}" x2="100%" y1="{y}%" y2="{y}%"/><text y="{y}%" dx="-8" dy="4">"""),
            Html($"""{FigureText.Significant(value)}</text>"""),
        ]);
    }

    private static double Highest(IEnumerable<double> values) =>
        values.Where(v => double.IsFinite(v) && v > 0).DefaultIfEmpty(1).Max();

    /// <summary>The smallest of 1, 2 and 5 times a power of ten that is not below the given step.</summary>
    private static double RoundStep(double step)
    {
        double power = Math.Pow(10, Math.Floor(Math.Log10(step)));
        double factor = step / power;
        return power * (factor <= 1 + 1e-9 ? 1 : factor <= 2 + 1e-9 ? 2 : factor <= 5 + 1e-9 ? 5 : 10);
    }
}
