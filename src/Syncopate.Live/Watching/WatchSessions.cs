using System.Collections.Concurrent;
using System.Globalization;

namespace Syncopate.Live.Watching;

/// <summary>The processes that are watched from the page. Thread-safe.</summary>
/// <param name="root">Where their results go.</param>
/// <param name="time">The clock.</param>
internal sealed class WatchSessions(string root, TimeProvider time) : IAsyncDisposable
{
    /// <summary>Processes watched at once: each costs what it is watched.</summary>
    public const int Most = 4;

    private readonly ConcurrentDictionary<string, WatchSession> _sessions = new(StringComparer.Ordinal);

    /// <summary>Those that go on.</summary>
    public IEnumerable<WatchSession> Going => _sessions.Values.Where(s => s.IsWatching);

    /// <summary>The one of a result; null when it is not watched from here.</summary>
    public WatchSession? Find(string? name) => name is not null && _sessions.TryGetValue(name, out WatchSession? session) ? session : null;

    /// <summary>Attaches to a process.</summary>
    /// <exception cref="Syncopate.Running.TargetFailedException">It cannot be watched; the message says why.</exception>
    /// <exception cref="Syncopate.Journaling.JournalException">The folder cannot be written.</exception>
    public async Task<WatchSession> StartAsync(int processId, CancellationToken cancellationToken)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"watch-{time.GetLocalNow():yyyyMMdd-HHmmss}-{processId}");
        WatchSession session = await WatchSession.StartAsync(processId, root, name, time, cancellationToken);
        _sessions[name] = session;
        foreach (string ended in _sessions.Where(s => !s.Value.IsWatching && s.Key != name).Select(s => s.Key))
            _sessions.TryRemove(ended, out _);
        return session;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (WatchSession session in _sessions.Values)
            await session.DisposeAsync();
    }
}
