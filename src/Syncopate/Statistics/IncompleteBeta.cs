namespace Syncopate.Statistics;

/// <summary>The regularised incomplete beta function, on which Student's t and the Harrell-Davis weights rest.</summary>
internal static class IncompleteBeta
{
    private static readonly double[] Lanczos =
    [
        0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
        -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
    ];

    /// <summary>I_x(a, b): the share of a beta distribution with parameters a, b &gt; 0 that lies below x; x from 0 to 1.</summary>
    /// <remarks>W. H. Press et al., Numerical Recipes, section 6.4: a continued fraction by Lentz's method, on the side
    /// where it converges fast.</remarks>
    public static double Share(double x, double a, double b)
    {
        if (x <= 0)
            return 0;
        if (x >= 1)
            return 1;

        double front = Math.Exp(LogGamma(a + b) - LogGamma(a) - LogGamma(b) + a * Math.Log(x) + b * Math.Log(1 - x));
        return x < (a + 1) / (a + b + 2)
            ? front * ContinuedFraction(x, a, b) / a
            : 1 - front * ContinuedFraction(1 - x, b, a) / b;
    }

    /// <summary>ln Gamma(x) for x &gt; 0; C. Lanczos (1964) with g = 7 and nine terms, relative error about 1e-15.</summary>
    public static double LogGamma(double x)
    {
        if (x < 0.5)
            return Math.Log(Math.PI / Math.Sin(Math.PI * x)) - LogGamma(1 - x);
        double z = x - 1;
        double sum = Lanczos[0];
        for (int i = 1; i < Lanczos.Length; i++)
            sum += Lanczos[i] / (z + i);
        double t = z + 7.5;
        return 0.5 * Math.Log(2 * Math.PI) + (z + 0.5) * Math.Log(t) - t + Math.Log(sum);
    }

    private static double ContinuedFraction(double x, double a, double b)
    {
        const double tiny = 1e-300;
        const double precision = 1e-15;
        double c = 1.0;
        double d = 1 / NotZero(1 - (a + b) * x / (a + 1));
        double fraction = d;

        // It takes some sqrt(max(a, b)) steps; the bound only keeps a fault from looping.
        for (int m = 1; m <= 100_000; m++)
        {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / NotZero(1 + even * d);
            c = NotZero(1 + even / c);
            fraction *= d * c;

            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / NotZero(1 + odd * d);
            c = NotZero(1 + odd / c);
            fraction *= d * c;
            if (Math.Abs(d * c - 1) < precision)
                break;
        }

        return fraction;

        static double NotZero(double value) => Math.Abs(value) < tiny ? tiny : value;
    }
}
