using System.Globalization;

namespace Syncopate.Watch.Blocking;

/// <summary>The figures from which a <see cref="StarvationVerdict"/> is made: the moments, up to the latest, in which work waited for a thread, and the blocked places seen.</summary>
internal sealed class StarvationCase
{
    // Half the period in which the runtime's gate looks whether anything was taken from the queue (PortableThreadPool.GateThread, 500 ms): a block shorter than that never looks like starvation.
    private const double GateMilliseconds = 500;
    private const double BusyProcessors = 0.85;
    private const double ExplainedThreads = 0.5;
    private const int LeastMoments = 2;

    private readonly WatchMoment[] _run;
    private readonly BlockedSites? _sites;

    public StarvationCase(IReadOnlyList<WatchMoment> moments, BlockedSites? sites, int processors)
    {
        // A silent moment neither begins such a run nor ends it.
        _run = [.. moments.Reverse().TakeWhile(moment => moment.Pool is null or { QueueLength: > 0 }).SkipWhile(moment => moment.Pool is null).Reverse().SkipWhile(moment => moment.Pool is null)];
        _sites = sites;
        Figures = [.. _run.Select(moment => moment.Pool).OfType<PoolFigures>()];
        Seconds = _run.Sum(moment => moment.Seconds);
        double cpu = _run.Sum(moment => moment.CpuNanoseconds ?? 0) / 1e9;
        ProcessorShare = Seconds > 0 ? cpu / Seconds / processors : 0;
    }

    public bool IsStarving => Figures.Count >= LeastMoments;

    public IReadOnlyList<PoolFigures> Figures { get; }

    public double Seconds { get; }

    /// <summary>Part of the processors that the process used, 0 to 1.</summary>
    public double ProcessorShare { get; }

    /// <summary>The place that blocks most; null when none was seen.</summary>
    public BlockedSite? Worst => _sites is { Sites: [var first, ..] } ? first : null;

    /// <summary>Threads that stood blocked at a time, on average over the look; null without one.</summary>
    public double? BlockedThreads => _sites is { WindowMilliseconds: > 0 } seen ? seen.Sites.Sum(site => site.BlockedMilliseconds) / seen.WindowMilliseconds : null;

    /// <summary>Threads in use: as the agent told, else those seen blocked; null when neither is known.</summary>
    public double? Busy => _run.SelectMany(moment => moment.Samples).ToArray() is { Length: > 0 } samples ? samples.Average(sample => sample.InUse) : BlockedThreads;

    /// <summary>Work items that waited for a thread.</summary>
    public double Queue => _run.SelectMany(moment => moment.Samples).ToArray() is { Length: > 0 } samples ? samples.Average(sample => sample.QueueLength) : Figures.Average(pool => pool.QueueLength);

    /// <summary>Work items completed a second.</summary>
    public double Completed => Figures.Average(pool => pool.CompletedPerSecond);

    /// <summary>Fewest and most threads that the pool had or wanted.</summary>
    public (int Fewest, int Most) Swing
    {
        get
        {
            int[] threads = [.. Figures.Select(pool => pool.Threads), .. _run.SelectMany(moment => moment.Adjustments).Select(made => made.Threads)];
            return (threads.Min(), threads.Max());
        }
    }

    public StarvationCause Cause
    {
        get
        {
            if (!IsStarving)
                return StarvationCause.None;
            if (ProcessorShare >= BusyProcessors)
                return StarvationCause.Processors;
            return _sites is null ? CauseBySignature() : CauseBySites(_sites);
        }
    }

    /// <summary>A number as a sentence shows it.</summary>
    public static string Told(double number) => number.ToString(number < 9.95 ? "0.#" : "0", CultureInfo.InvariantCulture);

    private StarvationCause CauseBySites(BlockedSites sites)
    {
        if (BlockedThreads is not { } blocked || blocked < Math.Max(1, (Busy ?? sites.Threads) * ExplainedThreads))
            return StarvationCause.Unseen;
        if (sites.Sites.Where(site => site.IsSyncOverAsync).Sum(site => site.Share) > 0.5)
            return StarvationCause.CompensatedWaits;
        double longest = sites.Sites.Where(site => !site.IsSyncOverAsync).Max(site => site.LongestMilliseconds);
        return longest < GateMilliseconds && !Decided(AdjustmentReason.Starvation) ? StarvationCause.ShortWaits : StarvationCause.UncompensatedWaits;
    }

    // What the pool itself decided tells the kinds apart, where nobody has looked at the threads.
    private StarvationCause CauseBySignature()
    {
        if (Decided(AdjustmentReason.CooperativeBlocking))
            return StarvationCause.CompensatedWaits;
        if (Decided(AdjustmentReason.Starvation))
            return StarvationCause.UncompensatedWaits;
        return Decided(AdjustmentReason.ClimbingMove) && ProcessorShare < BusyProcessors / 2 ? StarvationCause.ShortWaits : StarvationCause.Unseen;
    }

    private bool Decided(AdjustmentReason reason) => _run.SelectMany(moment => moment.Adjustments).Any(made => made.Reason == reason);
}
