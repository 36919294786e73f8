using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Syncopate.Running;
using Syncopate.Watch.Awaits;
using Syncopate.Watch.Awaits.Chains;
using Syncopate.Watch.Processes;
using Syncopate.WatchAgent;

namespace Syncopate.Watch.Probes;

/// <summary>What the async methods of a running process wait for, ten times a second: reported by the agent, which asks the
/// runtime to keep its list of unfinished tasks while this listens. Thread-safe.</summary>
internal sealed class LiveAwaitProbe : IAsyncDisposable
{
    /// <summary>What the list costs the process.</summary>
    public const string Price = "an entry in a list for each async call that suspends; "
        + "when that comes to more than an estimated 0.2% of the machine, the list is kept only part of the time";

    private readonly CodePlaces _places;
    private readonly AwaitTableReader _reader;
    private readonly Action<LiveAwaits>? _told;
    private WatchSession? _session;

    private LiveAwaitProbe(int processId, Action<LiveAwaits>? told)
    {
        _places = new CodePlaces(processId, TimeProvider.System);
        _reader = new AwaitTableReader(_places.At);
        _told = told;
    }

    /// <summary>The latest table; null before the first.</summary>
    public LiveAwaits? Latest => _reader.Latest;

    /// <summary>Completes when the process has ended.</summary>
    public Task Ended => _session?.Reading ?? Task.CompletedTask;

    /// <summary>Lets the agent in, where it is not yet, and begins to read.</summary>
    /// <param name="processId">A .NET process of the same user and container.</param>
    /// <param name="told">Called with each table, on a thread of the probe; null for whoever asks for <see cref="Latest"/>.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="TargetFailedException">The process cannot be watched, or does not let the agent in.</exception>
    public static async Task<LiveAwaitProbe> StartAsync(
        int processId, Action<LiveAwaits>? told = null, CancellationToken cancellationToken = default)
    {
        if (RunningProcesses.Identify(processId) is not { } identity)
            throw WatchRefusal.Of(processId);
        if (await WatchAgentEntrance.EnterAsync(identity, cancellationToken).ConfigureAwait(false) is { } missing)
            throw new TargetFailedException(missing);
        LiveAwaitProbe probe = new(processId, told);
        EventPipeProvider[] providers = [new(AgentEvents.SourceName, EventLevel.Informational, (long)AgentEvents.Keywords.Awaits)];
        probe._session = await WatchSession.StartAsync(processId, providers, source => source.Dynamic.All += probe.Keep, cancellationToken)
            .ConfigureAwait(false);
        return probe;
    }

    /// <summary>Stops reading, and with that the runtime's list.</summary>
    public async ValueTask DisposeAsync()
    {
        _places.Dispose();
        if (_session is { } session)
            await session.DisposeAsync().ConfigureAwait(false);
    }

    private void Keep(TraceEvent told)
    {
        LiveAwaits? before = _reader.Latest;
        _reader.Keep(told);
        if (_reader.Latest is { } latest && !ReferenceEquals(latest, before))
            _told?.Invoke(latest);
    }
}
