using System.Collections.Concurrent;
using System.Globalization;
using Syncopate.Running;

namespace Syncopate.Live.Watching;

/// <summary>The processes that are watched from the page. Thread-safe.</summary>
/// <param name="root">Where their results go.</param>
/// <param name="time">The clock.</param>
internal sealed class WatchSessions(string root, TimeProvider time) : IAsyncDisposable
{
    // Processes watched at once: each costs what it is watched.
    private const int Most = 4;

    private readonly ConcurrentDictionary<string, WatchSession> _sessions = new(StringComparer.Ordinal);
    private readonly Lock _gate = new();
    private readonly Dictionary<int, Task<WatchSession>> _attaching = []; // By process; guarded by _gate. At most as many as Most.

    /// <summary>Those that go on.</summary>
    public IEnumerable<WatchSession> Going => _sessions.Values.Where(s => s.IsWatching);

    /// <summary>The one of a result; null when it is not watched from here.</summary>
    public WatchSession? Find(string? name) => name is not null && _sessions.TryGetValue(name, out WatchSession? session) ? session : null;

    /// <summary>Attaches to a process. One that is watched already, as after a double click or in another tab, is not watched
    /// twice: it would pay twice.</summary>
    /// <exception cref="TargetFailedException">It cannot be watched; the message says why.</exception>
    /// <exception cref="Syncopate.Journaling.JournalException">The folder cannot be written.</exception>
    public async Task<WatchSession> StartAsync(int processId, CancellationToken cancellationToken)
    {
        while (true)
        {
            Task<WatchSession>? attaching;
            bool isOwn = false;
            lock (_gate)
            {
                if (Going.FirstOrDefault(session => session.ProcessId == processId) is { } going)
                    return going;
                if (!_attaching.TryGetValue(processId, out attaching))
                {
                    if (Going.Count() + _attaching.Count >= Most)
                    {
                        throw new TargetFailedException(string.Create(CultureInfo.InvariantCulture,
                            $"{Most} processes are watched already. End one of those watches first."));
                    }

                    isOwn = true;
                    attaching = AttachAsync(processId, cancellationToken);
                    _attaching[processId] = attaching;
                }
            }

            try
            {
                return await attaching.WaitAsync(cancellationToken);
            }
            catch (OperationCanceledException) when (!isOwn && !cancellationToken.IsCancellationRequested)
            {
                // Whoever asked first has gone, as the first of two clicks does.
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (WatchSession session in _sessions.Values)
            await session.DisposeAsync();
    }

    private async Task<WatchSession> AttachAsync(int processId, CancellationToken cancellationToken)
    {
        await Task.Yield(); // It is listed before it can end.
        try
        {
            string name = string.Create(CultureInfo.InvariantCulture, $"watch-{time.GetLocalNow():yyyyMMdd-HHmmss}-{processId}");
            WatchSession session = await WatchSession.StartAsync(processId, root, name, time, cancellationToken);
            _sessions[name] = session;
            foreach (string ended in _sessions.Where(s => !s.Value.IsWatching && s.Key != name).Select(s => s.Key))
                _sessions.TryRemove(ended, out _);
            return session;
        }
        finally
        {
            lock (_gate)
                _attaching.Remove(processId);
        }
    }
}
