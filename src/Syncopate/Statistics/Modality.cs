using Syncopate.Histograms;

namespace Syncopate.Statistics;

/// <summary>
/// Around how many values latencies gather. Cuts the values into hundredths, so that the density of each is 0.01 over
/// its width; fills the land between two peaks with water up to the lower one; and sees two modes where more than half of that is water.
/// A. Akinshin, "Lowland multimodality detection" (2020) and the LowlandModalityDetector of Perfolizer (MIT), with its sensitivity 0.5
/// and precision 0.01; densities from Harrell-Davis quantiles ("Quantile-respectful density estimation based on the Harrell-Davis
/// quantile estimator", 2024).</summary>
/// <remarks>Two thresholds are ours, so that what is reported is worth telling: a mode has 5 % of the values, and takes
/// half as long again as the one before it.</remarks>
internal static class Modality
{
    private const int Hundredths = 100;
    private const double MostLand = 0.5;
    private const double LeastShare = 0.05;
    private const double LeastRatio = 1.5;

    // Ten for each hundredth: below that the density is noise.
    private const long FewestValues = 1_000;

    // Weighs values as a sample of this size would: of more, the quantiles are as good, and take their time.
    private const long MostWeight = 10_000;

    /// <summary>The modes from small to large; one when nothing speaks for more, none with fewer than 1,000 values.</summary>
    /// <param name="latencies">In nanoseconds.</param>
    public static IReadOnlyList<Mode> Of(Histogram latencies)
    {
        ArgumentNullException.ThrowIfNull(latencies);
        if (latencies.TotalCount < FewestValues)
            return [];
        double[] edges = [.. Enumerable.Range(0, Hundredths + 1).Select(i => EdgeAt(latencies, i))];
        double[] densities =
        [
            .. Enumerable.Range(0, Hundredths)
                .Select(i => 1.0 / Hundredths / Math.Max(edges[i + 1] - edges[i], double.Epsilon)),
        ];
        return Merge(Split(edges, densities));
    }

    private static double EdgeAt(Histogram latencies, int hundredth) => hundredth switch
    {
        0 => latencies.Minimum,
        Hundredths => latencies.Maximum,
        _ => HarrellDavis.Quantile(latencies, (double)hundredth / Hundredths, Math.Min(latencies.TotalCount, MostWeight)),
    };

    /// <summary>Cuts at every lowland between two peaks.</summary>
    internal static List<Mode> Split(double[] edges, double[] densities)
    {
        List<Mode> modes = [];
        List<int> peaks = []; // Of the current mode, each lower than the one before.
        int from = 0;
        for (int next = 0; next < densities.Length; next++)
        {
            if (!IsPeak(densities, next))
                continue;
            while (peaks.Count > 0)
            {
                bool higher = densities[peaks[^1]] < densities[next];
                if (IsLowland(edges, densities, peaks[^1], next))
                {
                    int cut = Lowest(densities, peaks[^1], next);
                    modes.Add(ModeOf(edges, densities, from, cut));
                    from = cut;
                    peaks.Clear();
                }
                else if (higher)
                {
                    peaks.RemoveAt(peaks.Count - 1);
                }
                else
                {
                    break;
                }
            }

            peaks.Add(next);
        }

        modes.Add(ModeOf(edges, densities, from, densities.Length));
        return modes;
    }

    private static bool IsPeak(double[] densities, int i) =>
        (i == 0 || densities[i] > densities[i - 1]) && (i == densities.Length - 1 || densities[i] >= densities[i + 1]);

    private static bool IsLowland(double[] edges, double[] densities, int left, int right)
    {
        double level = Math.Min(densities[left], densities[right]);
        while (left < right && densities[left] > level)
            left++;
        while (left < right && densities[right] > level)
            right--;
        double land = (right - left + 1.0) / Hundredths;
        return land < MostLand * level * (edges[right + 1] - edges[left]);
    }

    private static int Lowest(double[] densities, int left, int right) => Enumerable.Range(left, right - left).MinBy(i => densities[i]);

    private static Mode ModeOf(double[] edges, double[] densities, int from, int to)
    {
        int peak = Enumerable.Range(from, to - from).MaxBy(i => densities[i]);
        return new Mode((edges[peak] + edges[peak + 1]) / 2, (double)(to - from) / Hundredths);
    }

    /// <summary>What is too small or too near for a mode of its own goes to the one before it, or to the one behind.</summary>
    internal static List<Mode> Merge(List<Mode> modes)
    {
        List<Mode> merged = [];
        foreach (Mode mode in modes)
        {
            if (merged.Count > 0 && !AreTwo(merged[^1], mode))
                merged[^1] = new Mode((merged[^1].Share >= mode.Share ? merged[^1] : mode).Nanoseconds, merged[^1].Share + mode.Share);
            else
                merged.Add(mode);
        }

        return merged;
    }

    private static bool AreTwo(Mode first, Mode second) =>
        first.Share >= LeastShare && second.Share >= LeastShare && second.Nanoseconds >= LeastRatio * first.Nanoseconds;
}

/// <summary>One of the values around which latencies gather.</summary>
/// <param name="Nanoseconds">Where they are densest.</param>
/// <param name="Share">How many of all belong to it, 0 to 1.</param>
internal readonly record struct Mode(double Nanoseconds, double Share);
