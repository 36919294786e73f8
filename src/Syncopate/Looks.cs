namespace Syncopate;

/// <summary>
/// When a running comparison may be looked at, and at what level. Looking after every round finds a "difference" between equal forms in
/// 13 to 26 % of runs; a few looks fixed beforehand, each at a stricter level, keep all of them together at 5 %. Before
/// the first of them, early looks see only what is far apart.
/// </summary>
internal static class Looks
{
    /// <summary>The most looks a run can have.</summary>
    public const int Most = 9;

    /// <summary>Share of runs in which all intervals of a comparison, at all its looks, hold together.</summary>
    public const double Confidence = 0.95;

    /// <summary>The same for a comparison that may stop a build: one false alarm in a hundred.</summary>
    public const double HighConfidence = 0.99;

    /// <summary>Rounds at the first early look; there is another after each round until <see cref="RoundsAt"/> 1.</summary>
    public const int Earliest = 4;

    private static readonly int[] RoundCounts = [8, 12, 18, 27, 40, 60, 90, 135, 200];

    /// <summary>Level of each regular look when there are 1, 2, ... of them, found by simulating the repeated Wilcoxon
    /// interval: with the early looks before them, about 4.7 % at most.
    /// Without early looks three to seven of them could have 0.0232, 0.0188, 0.0153, 0.0131, 0.0112. No level may be
    /// below 1/128: the first look reaches no stricter one.</summary>
    private static readonly double[] Alphas = [0.0500, 0.0316, 0.0222, 0.0160, 0.0138, 0.0118, 0.0099, 0.0086, 0.0079];

    /// <summary>The same at 99 %, from 400,000 simulated runs; below the largest levels that hold, as the test's own
    /// levels are steps.</summary>
    private static readonly double[] HighAlphas = [0.0100, 0.0068, 0.0060, 0.0046, 0.0034, 0.0028, 0.0024, 0.0021, 0.0019];

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

    /// <summary>Error level of the interval of an early look, before comparisons share it. With it all early looks
    /// together are wrong in less than 0.5 % of runs.</summary>
    internal static double EarlyAlpha(int rounds) => rounds == Earliest ? 0.003 : 0.005;

    /// <summary>The factor beyond which the whole interval of an early look must lie. After four rounds a machine on
    /// which a coin makes each slot fast or slow parts equal forms once in 128 runs, and no interval sees it, so that
    /// more is asked than such a machine does; after five it is once in 512. Five rounds run in one order once in 16
    /// runs, and then the place in the round could be taken for the form.</summary>
    internal static double EarlyFactor(int rounds, bool inOneOrder) => rounds == Earliest ? 3 : inOneOrder ? 1.5 : 1.2;

    /// <summary>Whether a comparison is looked at early. At 99 % it is not: one false alarm in a thousand is no level
    /// to rest on the shape of noise.</summary>
    internal static bool AreEarlyAt(double confidence) => confidence == Confidence;

    /// <summary>The number of complete rounds at which the next look happens, early or regular; null after the last one.</summary>
    /// <param name="rounds">Complete rounds so far; at least 0.</param>
    /// <param name="looks">Regular looks of the run, 1 to <see cref="Most"/>.</param>
    /// <param name="confidence"><see cref="Confidence"/>, or <see cref="HighConfidence"/>, which has no early looks.</param>
    public static int? NextAfter(int rounds, int looks, double confidence = Confidence)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(rounds);
        if (AreEarlyAt(confidence) && rounds + 1 < RoundCounts[0])
            return Math.Max(rounds + 1, Earliest);
        int next = RoundCounts.AsSpan(0, Checked(looks)).IndexOfAnyExceptInRange(0, rounds);
        return next < 0 ? null : RoundCounts[next];
    }

    /// <summary>How many looks fit into <paramref name="rounds"/> rounds; 0 when not even the first does. Fix it before
    /// the first round.</summary>
    public static int Within(int rounds) => RoundCounts.Count(n => n <= rounds);

    private static int Checked(int look)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(look, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(look, Most);
        return look;
    }
}
