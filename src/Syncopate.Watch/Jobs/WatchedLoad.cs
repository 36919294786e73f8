using System.Threading.Channels;
using Syncopate.Load;
using Syncopate.Reporting.Loads;
using Syncopate.Running;
using Syncopate.Running.Loads;

namespace Syncopate.Watch.Jobs;

/// <summary>Puts load on a URL of a process while it is watched.</summary>
/// <param name="address">What to load.</param>
/// <param name="settings">How.</param>
/// <param name="process">Its clock is that of the records.</param>
/// <param name="host">Clock and engine.</param>
internal sealed class WatchedLoad(LoadAddress address, LoadSettings settings, IWatchedProcess process, WatchHost host)
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Check = TimeSpan.FromMilliseconds(100);

    /// <summary>Runs the load to its end.</summary>
    /// <param name="records">Where the load and its intervals go.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <returns>Why it ended early; null when it did not.</returns>
    /// <exception cref="TargetNotAllowedException">The host is not allowed.</exception>
    /// <exception cref="TargetFailedException">Nobody listens there.</exception>
    public async Task<LoadFailure?> RunAsync(ChannelWriter<WatchRecord> records, CancellationToken cancellationToken)
    {
        HttpTarget target = await ReachAsync(cancellationToken).ConfigureAwait(false);
        using ILoadEngine engine = host.OpenEngine(target, settings.Options);
        LoadRequest request = settings.RequestTo(address.Path);
        LoadRecorder recorder = new(interval => records.TryWrite(new WatchInterval(interval)), host.Time, null, (_, _) => { });
        records.TryWrite(new WatchLoad(request.Method, address.Text, LoadText.Of(settings.Shape), process.ElapsedNanoseconds));
        LoadResult result = await engine.RunAsync(request with { Intervals = recorder }, cancellationToken).ConfigureAwait(false);
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
    private async Task<HttpTarget> ReachAsync(CancellationToken cancellationToken)
    {
        long started = host.Time.GetTimestamp();
        while (true)
        {
            try
            {
                return await LoadTarget.OpenAsync(address, settings, cancellationToken).ConfigureAwait(false);
            }
            catch (TargetFailedException) when (host.Time.GetElapsedTime(started) < Timeout)
            {
                await Task.Delay(Check, host.Time, cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
