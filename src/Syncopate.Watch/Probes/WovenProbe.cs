using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Syncopate.Running;
using Syncopate.Watch.Awaits;
using Syncopate.Watch.Processes;
using Syncopate.WatchAgent;

namespace Syncopate.Watch.Probes;

/// <summary>The exact async timeline of a process that runs a woven copy, from its beginning. The agent has to be in it
/// (<c>DOTNET_STARTUP_HOOKS</c>). Thread-safe.</summary>
internal sealed class WovenProbe : IAsyncDisposable
{
    /// <summary>What weaving costs the process; measured on .NET 10 with two cores.</summary>
    public const string Price =
        "about 0.1 µs of the process's CPU for each async call, and a second or so before it starts, to copy and weave it";

    private readonly WovenReader _reader;
    private readonly WatchSession _session;
    private readonly TimeProvider _time;
    private readonly long _started;

    private WovenProbe(WovenReader reader, WatchSession session, TimeProvider time) =>
        (_reader, _session, _time, _started) = (reader, session, time, time.GetTimestamp());

    /// <summary>Completes when the process has ended; its last figures have come then.</summary>
    public Task Ended => _session.Reading;

    /// <summary>Begins to read the figures.</summary>
    /// <param name="processId">A process that runs the woven copy.</param>
    /// <param name="methods">The methods that were woven.</param>
    /// <param name="time">The clock of <see cref="AsyncTimeline.WindowMilliseconds"/>.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="TargetFailedException">The process cannot be watched.</exception>
    public static async Task<WovenProbe> StartAsync(
        int processId, IReadOnlyList<WovenMethod> methods, TimeProvider time, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(methods);
        ArgumentNullException.ThrowIfNull(time);
        WovenReader reader = new(methods);
        EventPipeProvider[] providers = [new(AgentEvents.SourceName, EventLevel.Informational, (long)AgentEvents.Keywords.Woven)];
        return new WovenProbe(
            reader, await WatchSession.StartAsync(processId, providers, reader.Subscribe, cancellationToken).ConfigureAwait(false), time);
    }

    /// <summary>The figures since the program began; at most half a second old.</summary>
    public AsyncTimeline Take() => _reader.Timeline(_time.GetElapsedTime(_started).TotalMilliseconds, _session.LostEvents);

    /// <summary>Stops reading; the process goes on.</summary>
    public ValueTask DisposeAsync() => _session.DisposeAsync();
}
