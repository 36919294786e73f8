using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class ChangePointsTests
{
    /// <summary>Annual flow of the Nile at Aswan, 1871 to 1970, in 10^8 m^3: G. W. Cobb, Biometrika 65 (1978) 243-251;
    /// data set Nile of R. Everybody finds the change of 1898, when the dam was begun.</summary>
    internal static readonly double[] Nile =
    [
        1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140,
        1100, 1210, 1150, 1250, 1260,
        1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969, 831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821,
        768, 845, 864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801,
        1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
    ];

    [Fact]
    public void The_Nile_changed_after_1898_and_not_again()
    {
        Assert.Equal(919.35, Nile.Average(), 1e-9); // As R prints it: the table above has no slip.

        Assert.Equal([28], ChangePoints.Find(Nile, 1).Select(c => c.Index));
    }

    /// <summary>By a program of twelve lines that sums every pair for every split (Python 3).</summary>
    [Fact]
    public void The_statistic_is_that_of_all_pairs()
    {
        IsStrongest(Nile, 28, 4807.521314553991);
        IsStrongest([1, 2, 1.5, 9, 8, 9.5, 8.5], 3, 22.285714285714285);
        IsStrongest(Nile[28..], 69, 395.1552287581699);
    }

    [Fact]
    public void Every_step_of_a_series_is_found()
    {
        MachineNoise noise = new(MachineNoise.Quiet, 8);
        double[] series = [.. Enumerable.Range(0, 60).Select(i => (i < 20 ? 100 : i < 45 ? 120 : 90) * (1 + 0.02 * noise.Gaussian()))];

        Assert.Equal([20, 45], ChangePoints.Find(series, 1).Select(c => c.Index));
    }

    [Fact]
    public void A_single_bad_run_is_no_change()
    {
        MachineNoise noise = new(MachineNoise.Quiet, 6);
        double[] series = [.. Enumerable.Range(0, 30).Select(i => 100 * (1 + 0.02 * noise.Gaussian()) * (i == 17 ? 2 : 1))];

        Assert.Empty(ChangePoints.Find(series, 1));
    }

    [Theory]
    [InlineData(10)]
    [InlineData(20)]
    [InlineData(40)]
    public void In_a_series_without_a_change_one_is_found_in_at_most_5_percent(int runs)
    {
        const int Series = 300;
        int found = Enumerable.Range(0, Series).Count(i =>
        {
            MachineNoise noise = new(MachineNoise.Noisy, (ulong)(1_000 + i));
            // Each run is another day: bursts and all, but no drift from one to the next.
            return ChangePoints.Find([.. Enumerable.Range(0, runs).Select(_ => Math.Exp(0.1 * noise.Gaussian()))], (ulong)i).Count > 0;
        });

        Assert.InRange(found, 0, Series * 5 / 100);
    }

    /// <summary>A machine that is slow today is likely to be slow tomorrow. Taken as independent, 43 % of such series
    /// of 40 runs showed a change.</summary>
    [Theory]
    [InlineData(10)]
    [InlineData(20)]
    [InlineData(40)]
    [InlineData(80)]
    public void Steady_series_whose_runs_resemble_each_other_show_a_change_in_at_most_5_percent(int runs)
    {
        const int Series = 300;
        int found = Enumerable.Range(0, Series).Count(i => ChangePoints.Find(Wandering(0.5, runs, (ulong)(7_000 + i)), (ulong)i).Count > 0);

        Assert.InRange(found, 0, Series * 5 / 100);
    }

    /// <summary>Not an alarm, but no word of steadiness either: of 300 steady series of 10, 11, 14, 20 and 40 independent runs 4, 8, 8, 19
    /// and 0 show a possible change; of those whose neighbours resemble each other by 0.5 47, 63, 71, 86 and 5: that is what few runs
    /// cannot tell from a step. The alarms are those of <see cref="ChangePoints.Find"/>, and as rare as before.</summary>
    [Theory]
    [InlineData(10)]
    [InlineData(11)]
    [InlineData(14)]
    [InlineData(20)]
    [InlineData(40)]
    public void Independent_steady_series_show_a_possible_change_in_at_most_8_percent(int runs)
    {
        const int Series = 300;
        int possible = Enumerable.Range(0, Series).Count(i =>
        {
            double[] series = Wandering(0, runs, (ulong)(11_000 + i));
            IReadOnlyList<ChangePoint> found = ChangePoints.Find(series, (ulong)i);
            return found.Count == 0 && ChangePoints.Possible(series, found, (ulong)i) is not null;
        });

        Assert.InRange(possible, 0, Series * 8 / 100);
    }

    /// <summary>By 11 %, with noise of 1 % to either side, from the fourth, fifth or sixth run on, or the last three: nobody would call
    /// that steady.</summary>
    [Theory]
    [InlineData(10, 3)]
    [InlineData(11, 4)]
    [InlineData(12, 6)]
    [InlineData(14, 5)]
    [InlineData(20, 17)]
    [InlineData(30, 27)]
    public void A_clear_step_is_a_change_or_a_possible_one(int runs, int step)
    {
        for (ulong seed = 0; seed < 100; seed++)
        {
            double[] series = Wandering(0, runs, 13_000 + seed);
            for (int run = 0; run < runs; run++)
                series[run] = series[run] / 10 + (run < step ? 0 : -0.11);
            IReadOnlyList<ChangePoint> found = ChangePoints.Find(series, seed);

            Assert.True(found.Count > 0 || ChangePoints.Possible(series, found, seed) is not null, $"seed {seed}");
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(0.5)]
    public void A_step_of_five_deviations_is_found_also_where_runs_resemble_each_other(double correlation)
    {
        const int Series = 50;
        int found = Enumerable.Range(0, Series).Count(i =>
        {
            double[] series = Wandering(correlation, 40, (ulong)(9_000 + i));
            for (int run = 20; run < series.Length; run++)
                series[run] += 0.5;
            return ChangePoints.Find(series, (ulong)i).Any(c => c.Index is >= 18 and <= 22);
        });

        Assert.InRange(found, Series * 9 / 10, Series);
    }

    [Fact]
    public void Too_few_runs_and_equal_runs_have_no_change()
    {
        Assert.Empty(ChangePoints.Find([], 1));
        Assert.Empty(ChangePoints.Find([1, 1, 9, 9, 9], 1));
        Assert.Empty(ChangePoints.Find([.. Enumerable.Repeat(3.0, 50)], 1));
    }

    [Fact]
    public void Ten_runs_are_enough_for_a_great_change() =>
        Assert.Equal([5], ChangePoints.Find([1, 1.02, 1.01, 0.99, 1.03, 2, 2.02, 2.01, 2.05, 1.99], 1).Select(c => c.Index));

    [Fact]
    public void The_same_seed_gives_the_same_changes() => Assert.Equal(ChangePoints.Find(Nile, 7), ChangePoints.Find(Nile, 7));

    /// <summary>How rare the change is, by a program of its own in Python 3.11 that has the statistic, the correlation of
    /// neighbours, the innovations and the generator from their papers. 0.012 is the level, and is rare enough.</summary>
    [Theory]
    [InlineData(18, 38, 2, 10, 0.004)]
    [InlineData(15, 45, 2, 13, 0.010)]
    [InlineData(22, 36, 1, 6, 0.004)]
    [InlineData(20, 34, 2, 8, 0.008)]
    [InlineData(20, 34, 160, 8, 0.008)] // The last reordering is one of those.
    [InlineData(10, 40, 1, 18, 0.006)]
    [InlineData(10, 40, 2, 18, 0.012)]
    public void The_probability_is_the_share_of_reorderings_with_a_split_as_great(
        int from, int to, ulong seed, int index, double probability) =>
        Assert.Equal(
            [new ChangePoint(from + index, probability)],
            ChangePoints.Find(Nile.AsSpan(from..to), seed).Select(c => c with { Index = from + c.Index }));

    [Fact]
    public void A_segment_has_three_values_at_least_on_either_side()
    {
        IsStrongest([8.5, 9.5, 8, 9, 1.5, 2, 1], 4, 22.285714285714285);
        IsStrongest([1, 1, 9, 9, 9, 9, 9], 3, 9.142857142857142);
        IsStrongest([9, 9, 9, 9, 9, 1, 1], 4, 9.142857142857142);
    }

    [Fact]
    public void Of_two_splits_that_are_as_great_the_first_is_taken() => IsStrongest([1, 1, 1, 5, 5, 5, 1, 1, 1], 3, 3.2);

    /// <summary>A first-order autoregressive series with a standard deviation of 0.1.</summary>
    private static double[] Wandering(double correlation, int runs, ulong seed)
    {
        MachineNoise noise = new(MachineNoise.Quiet, seed);
        double[] series = new double[runs];
        for (int i = 0; i < runs; i++)
        {
            series[i] = i == 0
                ? 0.1 * noise.Gaussian()
                : correlation * series[i - 1] + 0.1 * Math.Sqrt(1 - correlation * correlation) * noise.Gaussian();
        }

        return series;
    }

    private static void IsStrongest(double[] values, int index, double statistic)
    {
        (int Index, double Statistic) found = ChangePoints.Strongest(values);

        Assert.Equal(index, found.Index);
        Assert.Equal(statistic, found.Statistic, 1e-8);
    }
}
