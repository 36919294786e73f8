using System.Threading.Channels;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Loads;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Reporting.Loads;
using Syncopate.Running.Rounds;
using Syncopate.Watch;
using Syncopate.Watch.Probes;

namespace Syncopate.Cli.Watches;

/// <summary>Puts load on a URL of a process while it is watched.</summary>
internal static class WatchedLoad
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Check = TimeSpan.FromMilliseconds(100);

    /// <summary>Runs the load to its end.</summary>
    /// <param name="address">What to load.</param>
    /// <param name="settings">How.</param>
    /// <param name="watch">Its clock is that of the records.</param>
    /// <param name="records">Where the load and its intervals go.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <returns>Why it ended early; null when it did not.</returns>
    /// <exception cref="UsageException">The host is not allowed.</exception>
    /// <exception cref="UnusableException">Nobody listens there.</exception>
    public static async Task<LoadFailure?> RunAsync(
        LoadAddress address, LoadSettings settings, ProcessWatch watch, ChannelWriter<WatchRecord> records,
        CancellationToken cancellationToken)
    {
        HttpTarget target = await ReachAsync(address, settings, cancellationToken);
        using ILoadEngine engine = LoadEngine.Open(target, settings.Options);
        LoadRequest request = settings.RequestTo(address.Path);
        LoadRecorder recorder = new(interval => records.TryWrite(new WatchInterval(interval)), TimeProvider.System, null, (_, _) => { });
        records.TryWrite(new WatchLoad(request.Method, address.Text, LoadText.Of(settings.Shape), watch.ElapsedNanoseconds));
        LoadResult result = await engine.RunAsync(request with { Intervals = recorder }, cancellationToken);
        return result.Failure;
    }

    /// <summary>How long a load was to last; null when that depends on the answers.</summary>
    public static TimeSpan? Planned(LoadShape shape) => shape switch
    {
        UsersForTime load => load.Duration,
        SteppedUsers load => load.Duration,
        Arrivals load => load.Duration,
        _ => null,
    };

    // A program that was just started listens when it is ready to.
    private static async Task<HttpTarget> ReachAsync(LoadAddress address, LoadSettings settings, CancellationToken cancellationToken)
    {
        long started = TimeProvider.System.GetTimestamp();
        while (true)
        {
            try
            {
                return await LoadTarget.OpenAsync(address, settings, cancellationToken);
            }
            catch (UnusableException) when (TimeProvider.System.GetElapsedTime(started) < Timeout)
            {
                await Task.Delay(Check, TimeProvider.System, cancellationToken);
            }
        }
    }
}
