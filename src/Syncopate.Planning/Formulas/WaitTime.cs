using Syncopate.Histograms;
using Syncopate.Statistics;
using Syncopate.Units;

namespace Syncopate.Planning.Formulas;

/// <summary>How long one wait of a request takes: always equally long, drawn from a distribution, or drawn from what
/// was measured. Immutable; safe from several threads.</summary>
internal sealed class WaitTime
{
    /// <summary>Most values of a list.</summary>
    internal const int MostValues = 10_000;

    private const double LongestSeconds = 3_600;

    // Six times as long, one in four hundred, is the hour at which a drawn wait ends.
    private const double LongestRandomSeconds = 600;
    private const int IntegrationSteps = 4_096;
    private static readonly double Sigmas99 = NormalDistribution.Quantile(0.99);

    // Of a measured wait: stretches in order of length, with the share of all waits up to each one's end.
    private readonly (double Low, double High, double UpTo)[] _stretches = [];
    private readonly double _logMedian;
    private readonly double _logSpread;

    private WaitTime(WaitShape shape, double meanSeconds, double squaredVariation)
    {
        if (!(meanSeconds >= 0 && meanSeconds <= LongestSeconds))
            throw new ArgumentOutOfRangeException(nameof(meanSeconds), meanSeconds, "A request waits for 0 to 3,600 s on average.");
        Shape = shape;
        MeanSeconds = meanSeconds;
        SquaredVariation = squaredVariation;
    }

    private WaitTime(double p50Seconds, double p99Seconds, double logSpread)
        : this(WaitShape.Lognormal, p50Seconds * Math.Exp(logSpread * logSpread / 2), Math.Exp(logSpread * logSpread) - 1) =>
        (_logMedian, _logSpread, P50Seconds, P99Seconds) = (Math.Log(p50Seconds), logSpread, p50Seconds, p99Seconds);

    private WaitTime((double Low, double High, double UpTo)[] stretches, double mean, double variance)
        : this(WaitShape.Measured, mean, mean > 0 ? variance / (mean * mean) : 0)
    {
        _stretches = stretches;
        (P50Seconds, P99Seconds) = (Quantile(0.5), Quantile(0.99));
    }

    /// <summary>How the lengths are spread.</summary>
    public WaitShape Shape { get; }

    /// <summary>Mean, in seconds, 0 to 3,600.</summary>
    public double MeanSeconds { get; }

    /// <summary>cs²: variance over the square of the mean; 0 for equal waits, 1 for exponential ones.</summary>
    public double SquaredVariation { get; }

    /// <summary>Median, in seconds.</summary>
    public double P50Seconds { get; private init; }

    /// <summary>99th percentile, in seconds.</summary>
    public double P99Seconds { get; private init; }

    /// <summary>Each wait as long as the others.</summary>
    /// <param name="seconds">0 to 3,600.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public static WaitTime Equal(double seconds) => new(WaitShape.Equal, seconds, 0) { P50Seconds = seconds, P99Seconds = seconds };

    /// <summary>Waits of the exponential distribution; one that is drawn ends after an hour.</summary>
    /// <param name="meanSeconds">0 to 600.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public static WaitTime Exponential(double meanSeconds) => meanSeconds is >= 0 and <= LongestRandomSeconds
        ? new(WaitShape.Exponential, meanSeconds, 1) { P50Seconds = meanSeconds * Math.Log(2), P99Seconds = meanSeconds * Math.Log(100) }
        : throw new ArgumentOutOfRangeException(nameof(meanSeconds), meanSeconds, "The mean of an exponential wait is 0 to 600 s.");

    /// <summary>Waits of the lognormal distribution with these two percentiles; one that is drawn ends after an hour.
    /// Its mean is the median times exp(s²/2), with s = ln(p99 / p50) / 2.326.</summary>
    /// <param name="p50Seconds">Median, above 0.</param>
    /// <param name="p99Seconds">99th percentile, at least the median, at most 100 times that and 3,600.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public static WaitTime Lognormal(double p50Seconds, double p99Seconds)
    {
        if (!(p50Seconds > 0 && p50Seconds <= LongestSeconds))
        {
            throw new ArgumentOutOfRangeException(
                nameof(p50Seconds), p50Seconds, "The median of a lognormal wait is above 0 and at most 3,600 s.");
        }

        if (!(p99Seconds >= p50Seconds && p99Seconds <= Math.Min(100 * p50Seconds, LongestSeconds)))
        {
            throw new ArgumentOutOfRangeException(
                nameof(p99Seconds),
                p99Seconds,
                "The 99th percentile of a lognormal wait is at least its median, "
                    + FormattableString.Invariant($"here {p50Seconds:0.######} s, ")
                    + "and at most 100 times that and 3,600 s.");
        }

        return new WaitTime(p50Seconds, p99Seconds, Math.Log(p99Seconds / p50Seconds) / Sigmas99);
    }

    /// <summary>Waits of these lengths, each as frequent as the others.</summary>
    /// <param name="seconds">1 to 10,000 values, each 0 to 3,600; in any order, repeated ones count as often.</param>
    /// <exception cref="ArgumentException">There is no value, there are too many, or one is outside its range.</exception>
    public static WaitTime OneOf(IReadOnlyList<double> seconds)
    {
        ArgumentNullException.ThrowIfNull(seconds);
        if (seconds.Count is 0 or > MostValues)
        {
            throw new ArgumentException(
                FormattableString.Invariant($"A list of waits has 1 to {MostValues:N0} values; found {seconds.Count:N0}."),
                nameof(seconds));
        }

        return seconds.Distinct().Count() == 1 ? Equal(seconds[0]) : OfStretches([.. seconds.Select(s => (s, s, 1L))]);
    }

    /// <summary>Waits as they were measured: latencies less what is known to be something else.</summary>
    /// <param name="buckets">Nanoseconds and how often; at least one value.</param>
    /// <param name="lessSeconds">Taken off each, such as the time on a core; what falls below 0 is 0.</param>
    /// <exception cref="ArgumentException">There is no value, or one is longer than an hour.</exception>
    public static WaitTime Of(IEnumerable<HistogramBucket> buckets, double lessSeconds = 0)
    {
        ArgumentNullException.ThrowIfNull(buckets);
        double Wait(double nanoseconds) => Math.Max(0, Nanoseconds.ToSeconds(nanoseconds) - lessSeconds);
        return OfStretches([.. buckets.Select(b => (Wait(b.Lowest), Wait(b.Highest + 1.0), b.Count))]);
    }

    /// <summary>Reads a wait: "100ms", "100ms:exp" (mean), "64ms,644ms:lognormal" (median and 99th percentile), or a
    /// list such as "20ms,20ms,180ms".</summary>
    /// <exception cref="ArgumentException">It is none; the message says what would be.</exception>
    public static WaitTime Parse(string text) => WaitText.Parse(text);

    /// <summary>The length that a share of all waits does not pass, in seconds.</summary>
    /// <param name="share">0 up to but not including 1.</param>
    public double Quantile(double share)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(share);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(share, 1);
        return Math.Min(LongestSeconds, Shape switch
        {
            WaitShape.Equal => MeanSeconds,
            WaitShape.Exponential => -MeanSeconds * Math.Log(1 - share),
            WaitShape.Lognormal => Math.Exp(_logMedian + _logSpread * NormalDistribution.Quantile(Math.Max(share, double.Epsilon))),
            _ => QuantileOfMeasured(share),
        });
    }

    /// <summary>The mean of the longest of several independent waits that run together, in seconds.</summary>
    /// <param name="waits">At least 1.</param>
    internal double MeanOfLongest(int waits)
    {
        if (Shape == WaitShape.Equal || waits == 1)
            return MeanSeconds;
        if (Shape == WaitShape.Exponential)
            return MeanSeconds * Enumerable.Range(1, waits).Sum(i => 1.0 / i); // A. Rényi, On the Theory of Order Statistics, 1953.
        double sum = 0;
        for (int i = 0; i < IntegrationSteps; i++)
        {
            // The integral of Q(u^(1/n)) with u = 1 - s², which takes small steps where the longest waits lie.
            double s = (i + 0.5) / IntegrationSteps;
            sum += Quantile(Math.Pow(1 - s * s, 1.0 / waits)) * 2 * s;
        }

        return sum / IntegrationSteps;
    }

    /// <summary>Several independent waits after one another as one, by drawing; its mean is exact.</summary>
    /// <param name="waits">At least 1.</param>
    /// <param name="seed">Seed of the draws.</param>
    internal WaitTime SumOf(int waits, ulong seed)
    {
        if (waits == 1)
            return this;
        Xoshiro256 random = new(seed);
        double[] sums = [.. Enumerable.Range(0, MostValues).Select(_ => Enumerable.Range(0, waits).Sum(_ => Draw(random)))];
        double factor = waits * MeanSeconds / Math.Max(double.Epsilon, sums.Average());
        return OneOf([.. sums.Select(s => Math.Min(LongestSeconds, factor * s))]);
    }

    /// <summary>The same as values that are equally frequent, each the mean of its part of all waits, in order.</summary>
    /// <param name="parts">At least 1.</param>
    public IReadOnlyList<double> InParts(int parts)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(parts, 1);
        const int Within = 16;
        double[] means = [.. Enumerable.Range(0, parts)
            .Select(p => Enumerable.Range(0, Within).Average(i => Quantile((p + (i + 0.5) / Within) / parts)))];
        // The last part's own tail is beyond its last step; the mean of all says how much.
        means[^1] += Math.Max(0, parts * MeanSeconds - means.Sum());
        return means;
    }

    /// <summary>One wait, in seconds.</summary>
    internal double Draw(Xoshiro256 random) => Shape == WaitShape.Equal ? MeanSeconds : Quantile(random.Uniform());

    private double QuantileOfMeasured(double share)
    {
        (int low, int high) = (0, _stretches.Length - 1);
        while (low < high)
        {
            int middle = (low + high) / 2;
            (low, high) = _stretches[middle].UpTo > share ? (low, middle) : (middle + 1, high);
        }

        double before = low == 0 ? 0 : _stretches[low - 1].UpTo;
        (double from, double to, double upTo) = _stretches[low];
        return from + (to - from) * Math.Clamp((share - before) / (upTo - before), 0, 1);
    }

    private static WaitTime OfStretches(IEnumerable<(double Low, double High, long Count)> found)
    {
        (double Low, double High, long Count)[] ordered = [.. found.Where(s => s.Count > 0).OrderBy(s => s.Low).ThenBy(s => s.High)];
        if (ordered.Length == 0)
            throw new ArgumentException("There is no wait to draw from.", nameof(found));
        if (Array.Find(ordered, s => !(s.Low >= 0 && s.Low <= LongestSeconds)) is { Count: > 0 } wrong)
        {
            throw new ArgumentException(
                FormattableString.Invariant($"A wait of {wrong.Low:0.###} s was found; a request waits for 0 to 3,600 s."), nameof(found));
        }

        double all = ordered.Sum(s => (double)s.Count);
        double mean = ordered.Sum(s => s.Count / all * (s.Low + s.High) / 2);
        // Within a stretch the values are taken as spread evenly: a twelfth of the square of its width.
        double variance = ordered.Sum(s => s.Count / all * (Math.Pow((s.Low + s.High) / 2 - mean, 2) + Math.Pow(s.High - s.Low, 2) / 12));
        double upTo = 0;
        return new WaitTime([.. ordered.Select(s => (s.Low, s.High, upTo += s.Count / all))], mean, variance);
    }
}
