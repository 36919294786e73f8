using System.Globalization;
using Syncopate.Histograms;
using Syncopate.Statistics;
using Syncopate.Texts;
using Syncopate.Units;

namespace Syncopate.Load;

/// <summary>What a load itself has to say against its figures.</summary>
public static class LoadDoubts
{
    // A thread that is free for a tenth of the time takes each answer as soon as it comes; beyond that answers wait for it.
    private const double MostBusyShare = 0.9;

    // Of all processors: the rest is what a server on the same machine gets.
    private const double MostCpuShare = 0.5;

    private const double LargeBodyBytes = 1_000_000;
    private const double MostWaitedShare = 0.02;
    private const double SliceNanoseconds = 10_000_000;
    private const double MostLateShare = 0.01;
    private const long LateNanoseconds = 1_000_000;

    /// <summary>The reasons not to trust a load fully, the laws that it broke first; empty when there are none.</summary>
    /// <param name="result">What was measured.</param>
    /// <param name="request">What was asked for.</param>
    public static IReadOnlyList<Doubt> Of(LoadResult result, LoadRequest request)
    {
        ArgumentNullException.ThrowIfNull(result);
        ArgumentNullException.ThrowIfNull(request);
        return
        [
            .. LoadLaws.Broken(result, request),
            .. new[]
            {
                GeneratorLimit(result), LargeBodies(result), OutOfResources(result), LateSends(result), Overflow(result), Modes(result),
            }.OfType<Doubt>(),
        ];
    }

    /// <summary>Whether a doubt is so grave that the load says nothing about the server it was to measure.</summary>
    public static bool IsInvalidating(Doubt doubt)
    {
        ArgumentNullException.ThrowIfNull(doubt);
        return doubt.Code is LoadLaws.Little or LoadLaws.Books or LoadLaws.Rate or LoadLaws.Think;
    }

    private static Doubt? GeneratorLimit(LoadResult result)
    {
        const string Why = "Answers wait until the generator gets to them, so that its own delay counts as the server's.";
        const string Try = "More threads if there are processors to spare; a quieter machine; or another machine for the generator.";
        // A thread that drove a load had a processor: where none had, the system does not report it.
        if (result.Threads.Any(thread => thread.CpuNanoseconds > 0))
        {
            ThreadUse busiest = result.Threads.MaxBy(thread => thread.BusyShare);
            double waited = busiest.WallNanoseconds > 0 ? (double)busiest.WaitedNanoseconds / busiest.WallNanoseconds : 0;
            return busiest.BusyShare <= MostBusyShare ? null : new Doubt(
                "generator-limit", null,
                $"The generator was the limit: its busiest thread was free for {Percent(1 - busiest.BusyShare)} of the time, "
                    + $"and waited for a processor for {Percent(waited)}.",
                Why, Try);
        }

        double share = result.BusiestMachineShare ?? OwnShare(result);
        return share <= MostCpuShare ? null : new Doubt(
            "generator-limit", null, FormattableString.Invariant(
                $"The generator may have been the limit: it used {100 * share:0}% of all processors."), Why, Try);
    }

    // A little is not nothing.
    private static string Percent(double share) => share is > 0 and < 0.005
        ? "less than 1%"
        : FormattableString.Invariant($"{100 * share:0}%");

    // Of all processors of this machine.
    private static double OwnShare(LoadResult result)
    {
        double wall = result.EndedTimestamp - result.StartedTimestamp;
        return wall > 0
            ? result.GeneratorCpuNanoseconds
                / (Nanoseconds.FromSeconds(wall / TimeProvider.System.TimestampFrequency) * Environment.ProcessorCount)
            : 0;
    }

    /// <summary>While a thread takes a large body from the system the answers of its other users wait, however free it is between them:
    /// 30 MB each took 64 ms on one thread and 35 ms on several.</summary>
    private static Doubt? LargeBodies(LoadResult result)
    {
        long answers = result.Count + result.Discarded;
        double bytes = answers > 0 ? (double)result.BodyBytes / answers : 0;
        return result.Threads.Count == 0 || bytes < LargeBodyBytes || result.MeanInFlight <= result.Threads.Count ? null : new Doubt(
            "large-bodies",
            null,
            FormattableString.Invariant($"Answers have {Megabytes.Of(bytes):0.0} MB on average, and {result.Threads.Count} ")
                + $"{(result.Threads.Count == 1 ? "thread of the generator reads" : "threads of the generator each read")} one at a time.",
            "While one body comes in, the others wait in the generator: a part of each latency is its own, and the rate is what it can "
                + "take in.",
            "Fewer users, or a scenario (--scenario), whose client takes bodies in on all processors.");
    }

    private static Doubt? OutOfResources(LoadResult result)
    {
        long failed = result.Errors.GetValueOrDefault(Findings.NoFreePort) + result.Errors.GetValueOrDefault(Findings.TooManyFiles);
        return failed == 0 ? null : new Doubt(
            "generator-resources",
            null,
            $"{Counted.Of(failed, "request")} failed because the generator ran out of ports or open files.",
            "Such failures say nothing about the server.",
            "Keep connections, use fewer users, or raise the limit of open files (ulimit -n).");
    }

    private static Doubt? LateSends(LoadResult result)
    {
        if (result.Lateness is not { TotalCount: > 0 } lateness)
            return null;
        long late = Math.Max(0, lateness.TotalCount - lateness.CountAtOrBelow(LateNanoseconds) - result.Overflowed);
        double share = (double)late / lateness.TotalCount;
        return share <= MostLateShare ? null : new Doubt(
            "late-sends",
            null,
            FormattableString.Invariant($"{100 * share:0.0}% of the requests were sent more than 1 ms after they were due ")
                + $"({Latest(lateness)}).",
            "The latencies count from when requests were due, so that this delay of the generator is in them.",
            "A lower rate, a quieter machine, or another machine for the generator.");
    }

    // A percentile of fewer would be how late a single request was.
    private static string Latest(Histogram lateness) => SlotRules.CarriesQuantile(0.99, lateness.TotalCount)
        ? FormattableString.Invariant($"p99 {Nanoseconds.ToMilliseconds(lateness.ValueAtQuantile(0.99)):0.0} ms")
        : FormattableString.Invariant($"at most {Nanoseconds.ToMilliseconds(lateness.Maximum):0.0} ms");

    private static Doubt? Overflow(LoadResult result) => result.Overflowed == 0 ? null : new Doubt(
        "overflow",
        null,
        $"{Counted.Of(result.Overflowed, "request was", "requests were")} due while the in-flight limit was reached, and waited in the "
            + "generator.",
        "Latencies are right, from when requests were due; but the server never saw all of them at once.",
        "A higher limit of requests in flight, or a lower rate.");

    private static Doubt? Modes(LoadResult result)
    {
        bool waited = result.Threads.Any(thread => thread.WaitedNanoseconds > MostWaitedShare * thread.WallNanoseconds);
        IReadOnlyList<Mode> modes = waited ? Apart(Modality.Of(result.Latencies)) : Modality.Of(result.Latencies);
        IEnumerable<string> words = modes.Select(
            mode => FormattableString.Invariant($"{100 * mode.Share:0}% around {Nanoseconds.ToMilliseconds(mode.Nanoseconds):0.###} ms"));
        return modes.Count < 2 ? null : new Doubt(
            "modes",
            null,
            $"The latencies have {(modes.Count == 2 ? "two" : modes.Count.ToString(CultureInfo.InvariantCulture))} modes: {string.Join(", ", words)}.",
            "Requests of different kinds are in one figure: the mean is no request's latency, and the median may jump from one mode to "
                + "the other.",
            "Look for what divides them, such as a cache, a lock or a queue, or two kinds of answer; and measure each alone.");
    }

    // A thread that waits for a processor gets to an answer late by slices of the scheduler, which gather around values
    // of their own: such modes are the machine's.
    private static List<Mode> Apart(IReadOnlyList<Mode> modes)
    {
        List<Mode> apart = [];
        foreach (Mode mode in modes)
        {
            if (apart is [.., var last] && mode.Nanoseconds - last.Nanoseconds < SliceNanoseconds)
                apart[^1] = new Mode(last.Share >= mode.Share ? last.Nanoseconds : mode.Nanoseconds, last.Share + mode.Share);
            else
                apart.Add(mode);
        }

        return apart;
    }
}
