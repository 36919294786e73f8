using Syncopate.Statistics;

namespace Syncopate.Planning.Formulas;

/// <summary>
/// How throughput grows with load or machines: the universal scalability law X(N) = g N / (1 + s (N - 1) + k N (N - 1))
/// of N. J. Gunther (Guerrilla Capacity Planning, 2007, chapter 4), with s for what is done one after the other and k
/// for what must be agreed. Fitted by least squares in N / X, where it is linear in 1/g, s/g and k/g, with s and k not
/// below 0.</summary>
internal sealed class ScalabilityLaw
{
    /// <summary>Fewest levels for a fit.</summary>
    public const int FewestLevels = 6;

    /// <summary>How far beyond the largest measured level a prediction may go, as a factor.</summary>
    public const double FarthestFactor = 4;

    private const int Resamples = 1_000;

    private readonly (double G, double S, double K)[] _resampled;
    private readonly double _largest;

    private ScalabilityLaw((double G, double S, double K) fit, (double, double, double)[] resampled, double largest)
    {
        (Unit, Contention, Coherence) = fit;
        _resampled = resampled;
        _largest = largest;
    }

    /// <summary>g: throughput of one.</summary>
    public double Unit { get; }

    /// <summary>s: share done one after the other, at least 0.</summary>
    public double Contention { get; }

    /// <summary>k: cost of agreement between each two, at least 0.</summary>
    public double Coherence { get; }

    /// <summary>Level of the highest throughput, sqrt((1 - s) / k); infinity without a peak.</summary>
    public double Peak => Coherence == 0 || Contention >= 1 ? double.PositiveInfinity : Math.Sqrt((1 - Contention) / Coherence);

    /// <summary>Fits measured rounds.</summary>
    /// <param name="levels">For each level N, above 0, the throughput of each of its rounds, above 0; at least
    /// <see cref="FewestLevels"/> different levels.</param>
    /// <param name="seed">Seed of the bootstrap over the rounds.</param>
    /// <exception cref="ArgumentException">Too few levels, or a value that is not above 0.</exception>
    public static ScalabilityLaw Fit(IReadOnlyList<(double Level, IReadOnlyList<double> Throughputs)> levels, ulong seed)
    {
        ArgumentNullException.ThrowIfNull(levels);
        if (levels.Select(l => l.Level).Distinct().Count() < FewestLevels)
        {
            throw new ArgumentException(
                $"A scalability law needs throughput at {FewestLevels} levels or more; found {levels.Count}. Measure more levels.",
                nameof(levels));
        }

        if (levels.Any(l => !(l.Level > 0) || l.Throughputs.Count == 0 || l.Throughputs.Any(x => !(x > 0))))
            throw new ArgumentException("Every level and every throughput of a scalability law is above 0.", nameof(levels));
        Xoshiro256 random = new(seed);
        (double, double, double)[] resampled = new (double, double, double)[Resamples];
        for (int i = 0; i < resampled.Length; i++)
            resampled[i] = Fit([.. levels.Select(l => (l.Level, Mean(l.Throughputs, random)))]);
        return new ScalabilityLaw(Fit([.. levels.Select(l => (l.Level, l.Throughputs.Average()))]), resampled, levels.Max(l => l.Level));
    }

    /// <summary>X(N), with the 95 % band of the bootstrap over rounds.</summary>
    /// <param name="level">N, above 0, at most <see cref="FarthestFactor"/> times the largest measured one.</param>
    /// <exception cref="ArgumentOutOfRangeException">The level is too far from what was measured.</exception>
    public (double Throughput, double Low, double High) Predict(double level)
    {
        if (!(level > 0 && level <= FarthestFactor * _largest))
        {
            throw new ArgumentOutOfRangeException(
                nameof(level),
                level,
                FormattableString.Invariant($"Nothing can be said of {level}: the largest measured level is {_largest}, ")
                    + FormattableString.Invariant($"and a fit holds up to {FarthestFactor} times that. Measure nearer to it."));
        }

        double[] band = [.. _resampled.Select(r => At(r, level)).Order()];
        return (At((Unit, Contention, Coherence), level), band[(int)(0.025 * band.Length)], band[(int)(0.975 * band.Length)]);
    }

    private static double At((double G, double S, double K) law, double n) => law.G * n / (1 + law.S * (n - 1) + law.K * n * (n - 1));

    private static double Mean(IReadOnlyList<double> values, Xoshiro256 random)
    {
        double sum = 0;
        for (int i = 0; i < values.Count; i++)
            sum += values[random.Below(values.Count)];
        return sum / values.Count;
    }

    /// <summary>Least squares with the constraints by cases: with both, without k, without s, without either; the best
    /// that keeps to them.</summary>
    private static (double G, double S, double K) Fit((double N, double X)[] points)
    {
        (double Error, (double, double, double) Law)? best = null;
        foreach ((bool s, bool k) in new[] { (true, true), (true, false), (false, true), (false, false) })
        {
            double[] c = LeastSquares(points, s, k);
            if (c[0] <= 0 || c[1] < 0 || c[2] < 0)
                continue;
            double error = points.Sum(p => Math.Pow(p.N / p.X - c[0] - c[1] * (p.N - 1) - c[2] * p.N * (p.N - 1), 2));
            if (best is null || error < best.Value.Error)
                best = (error, (1 / c[0], c[1] / c[0], c[2] / c[0]));
        }

        return best?.Law
            ?? throw new ArgumentException("Throughput that falls with every step follows no scalability law.", nameof(points));
    }

    /// <summary>Coefficients of 1, N - 1 and N (N - 1), 0 where left out, by the normal equations: three unknowns of
    /// like size need no more.</summary>
    private static double[] LeastSquares((double N, double X)[] points, bool withS, bool withK)
    {
        double[,] m = new double[3, 4];
        double scale = points.Max(p => p.N);
        foreach ((double n, double x) in points)
        {
            double[] row = [1, withS ? (n - 1) / scale : 0, withK ? n * (n - 1) / (scale * scale) : 0];
            for (int i = 0; i < 3; i++)
            {
                for (int j = 0; j < 3; j++)
                    m[i, j] += row[i] * row[j];
                m[i, 3] += row[i] * n / x;
            }
        }

        (m[1, 1], m[2, 2]) = (withS ? m[1, 1] : 1, withK ? m[2, 2] : 1);
        double[] c = Solve(m);
        return [c[0], c[1] / scale, c[2] / (scale * scale)];
    }

    /// <summary>Gauss and Jordan, with the largest pivot.</summary>
    private static double[] Solve(double[,] m)
    {
        for (int i = 0; i < 3; i++)
        {
            int pivot = Enumerable.Range(i, 3 - i).MaxBy(r => Math.Abs(m[r, i]));
            for (int j = 0; j < 4; j++)
                (m[i, j], m[pivot, j]) = (m[pivot, j], m[i, j]);
            for (int r = 0; r < 3; r++)
            {
                double factor = r == i ? 0 : m[r, i] / m[i, i];
                for (int j = i; j < 4; j++)
                    m[r, j] -= factor * m[i, j];
            }
        }

        return [m[0, 3] / m[0, 0], m[1, 3] / m[1, 1], m[2, 3] / m[2, 2]];
    }
}
