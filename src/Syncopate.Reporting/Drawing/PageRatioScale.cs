using System.Globalization;

namespace Syncopate.Reporting.Drawing;

/// <summary>A logarithmic axis of ratios that always shows 1, so that twice as fast and half as fast lie equally far
/// from no difference.</summary>
internal sealed class PageRatioScale
{
    // The axis reaches at least so far to both sides, else an interval of 1 % would look like a great find.
    private const double LeastReach = 1.25;
    // Beyond a million to one the place on the axis means nothing to a reader; such ratios lie at its end.
    private const double MostReach = 1e6;
    // Free space beyond the outermost value, as a share of the axis, so that no whisker touches the frame.
    private const double Margin = 0.05;
    // Labels closer than this, in percent of the axis, touch each other on a telephone.
    private const double LeastDistance = 13;

    private static readonly double[] CloseTicks = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2];

    private readonly double _from;
    private readonly double _to;

    /// <param name="ratios">What must fit; anything that is not finite and above zero is ignored.</param>
    public PageRatioScale(IEnumerable<double> ratios)
    {
        List<double> logs = ratios.Where(r => double.IsFinite(r) && r > 0).Select(r => Math.Log10(Math.Clamp(r, 1 / MostReach, MostReach)))
            .Concat([Math.Log10(LeastReach), -Math.Log10(LeastReach)]).ToList();
        double free = Margin * (logs.Max() - logs.Min());
        (_from, _to) = (logs.Min() - free, logs.Max() + free);
    }

    /// <summary>Where a ratio above zero lies, in percent of the axis.</summary>
    public double Percent(double ratio) => Math.Clamp(100 * (Math.Log10(ratio) - _from) / (_to - _from), 0, 100);

    /// <summary>Place and label of each tick, from low to high; 1 is among them.</summary>
    public IEnumerable<(double Percent, string Label)> Ticks => Steps()
        .Select(Inside)
        .First(AreApart)
        .Select(r => (Percent(r), r.ToString("#,0.######", CultureInfo.InvariantCulture) + "×"));

    // From close ticks to wide ones; the last set holds 1 alone, so that one always fits.
    private IEnumerable<IEnumerable<double>> Steps() =>
    [
        CloseTicks, Decades(1, [1, 1.5, 2, 3, 5, 7]), Decades(1, [1, 2, 5]), Decades(1, [1, 3]),
        Decades(1, [1]), Decades(2, [1]), Decades(3, [1]), [1],
    ];

    private List<double> Inside(IEnumerable<double> ratios) => [.. ratios.Where(r => Math.Log10(r) >= _from && Math.Log10(r) <= _to)];

    private bool AreApart(List<double> ratios) =>
        ratios.Zip(ratios.Skip(1)).All(p => Percent(p.Second) - Percent(p.First) >= LeastDistance);

    private IEnumerable<double> Decades(int every, double[] factors)
    {
        int reach = (int)Math.Ceiling(Math.Max(Math.Abs(_from), Math.Abs(_to)) / every);
        return Enumerable.Range(-reach, 2 * reach + 1).SelectMany(d => factors.Select(f => f * Math.Pow(10, d * every)));
    }
}
