namespace Syncopate.Statistics;

/// <summary>
/// When a running comparison may be looked at, and at what level. Looking after every round finds a "difference" between equal forms in
/// 13 to 26 % of runs; a few looks fixed beforehand, each at a stricter level, keep all of them together at 5 %.
/// </summary>
public static class Looks
{
    /// <summary>The most looks a run can have.</summary>
    public const int Most = 7;

    /// <summary>Share of runs in which all intervals of a comparison, at all its looks, hold together.</summary>
    public const double Confidence = 0.95;

    /// <summary>The same for a comparison that may stop a build: one false alarm in a hundred.</summary>
    public const double HighConfidence = 0.99;

    private static readonly int[] RoundCounts = [8, 12, 18, 27, 40, 60, 90];

    /// <summary>Level of each look when there are 1, 2, ... of them, found by simulating the repeated Wilcoxon interval.</summary>
    private static readonly double[] Alphas = [0.0500, 0.0316, 0.0237, 0.0188, 0.0153, 0.0131, 0.0112];

    /// <summary>The same at 99 %, from 400,000 simulated runs; below the largest levels that hold, as the test's own levels are steps.</summary>
    private static readonly double[] HighAlphas = [0.0100, 0.0068, 0.0060, 0.0046, 0.0034, 0.0028, 0.0024];

    /// <summary>Rounds at look number <paramref name="look"/>, which counts from 1 to <see cref="Most"/>.</summary>
    public static int RoundsAt(int look) => RoundCounts[Checked(look) - 1];

    /// <summary>Error level of every look of a run that was planned with <paramref name="looks"/> looks, 1 to <see cref="Most"/>.</summary>
    /// <param name="looks">How many looks.</param>
    /// <param name="confidence"><see cref="Confidence"/> or <see cref="HighConfidence"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public static double Alpha(int looks, double confidence = Confidence) => confidence switch
    {
        Confidence => Alphas[Checked(looks) - 1],
        HighConfidence => HighAlphas[Checked(looks) - 1],
        _ => throw new ArgumentOutOfRangeException(nameof(confidence), confidence, "Levels are known for 0.95 and 0.99."),
    };

    /// <summary>How many looks fit into <paramref name="rounds"/> rounds; 0 when not even the first does. Fix it before the first round.</summary>
    public static int Within(int rounds) => RoundCounts.Count(n => n <= rounds);

    private static int Checked(int look)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(look, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(look, Most);
        return look;
    }
}
