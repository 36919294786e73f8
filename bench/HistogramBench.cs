using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using Syncopate.Histograms;
using Syncopate.Statistics;

namespace Syncopate.Bench;

/// <summary>What one record of a histogram costs: a slice records prepared latencies, another one only walks over them,
/// in random order each round. The cost is the difference, so that the loop around the record is not counted.</summary>
internal static class HistogramBench
{
    private const ulong Seed = 20260101;
    private const int Values = 1 << 16;
    private const int Passes = 64;

    public static void Run(int rounds)
    {
        long[] values = Latencies();
        Histogram histogram = new(lowest: 1000);
        Func<double>[] slices = [() => Slice(values, histogram), () => Walk(values)];
        double[][] nanoseconds = [new double[rounds], new double[rounds]];
        long bytes = 0;
        for (int round = -3; round < rounds; round++)
        {
            foreach (int slice in RoundOrder.Draw(Seed, "histogram", round, slices.Length))
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                double cost = slices[slice]();
                if (round < 0)
                    continue; // The first rounds compile the code.
                nanoseconds[slice][round] = cost;
                bytes += GC.GetAllocatedBytesForCurrentThread() - before;
            }
        }

        double[] costs = [.. nanoseconds[0].Zip(nanoseconds[1], (record, walk) => record - walk).Order()];
        long records = (long)Values * Passes * rounds;
        Print($"{Environment.ProcessorCount} cores, {RuntimeInformation.RuntimeIdentifier}, {RuntimeInformation.FrameworkDescription}; {rounds} rounds of {Values * Passes:N0} records, seed {Seed}");
        Print($"");
        Print($"| record, ns: median | 10th percentile | 90th percentile | bytes a record |");
        Print($"|---|---|---|---|");
        Print($"| {costs[rounds / 2]:0.00} | {costs[rounds / 10]:0.00} | {costs[rounds * 9 / 10]:0.00} | {(double)bytes / records:0.0000} |");
    }

    private static double Slice(long[] values, Histogram histogram)
    {
        long started = Stopwatch.GetTimestamp();
        for (int pass = 0; pass < Passes; pass++)
        {
            foreach (long value in values)
                histogram.Record(value);
        }

        return PerValue(started);
    }

    private static double Walk(long[] values)
    {
        long started = Stopwatch.GetTimestamp();
        long sum = 0;
        for (int pass = 0; pass < Passes; pass++)
        {
            foreach (long value in values)
                sum += value;
        }

        GC.KeepAlive(sum == 0 ? values : null); // Or the loop would be removed.
        return PerValue(started);
    }

    private static double PerValue(long started) => Stopwatch.GetElapsedTime(started).TotalNanoseconds / ((long)Values * Passes);

    /// <summary>Between 50 us and 5 s, evenly on a logarithmic scale: no two neighbours in the same bucket, as in a real run.</summary>
    private static long[] Latencies()
    {
        Xoshiro256 random = new(Seed);
        long[] values = new long[Values];
        for (int i = 0; i < values.Length; i++)
            values[i] = (long)(50_000 * Math.Pow(10, 5 * random.Below(1_000_000) / 1e6));
        return values;
    }

    private static void Print(FormattableString line) => Console.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}
