using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Running.Showing;
using Syncopate.Watch;
using Syncopate.Watch.Jobs;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;

namespace Syncopate.Live.Watching;

/// <summary>A process that is watched: every second on the disk before it is shown, the last five minutes in memory.</summary>
internal sealed class WatchSession : IAsyncDisposable
{
    private const int KeptMoments = 300;

    // A page that is closed may be opened again; one that is forgotten must not watch forever.
    private static readonly TimeSpan Unseen = TimeSpan.FromMinutes(10);

    private readonly ProcessWatch _watch;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _gate = new();
    private readonly Queue<WatchSample> _moments = new(); // Guarded, like the next four, by _gate.
    private WatchHeader? _header;
    private WatchSites? _sites;
    private WatchEnd? _end;
    private string? _failure; // Why its result could not be written.
    private long _seen; // When the page asked last.
    private Task _watching = Task.CompletedTask;

    private WatchSession(string name, string folder, ProcessWatch watch, TimeProvider time)
    {
        Name = name;
        Folder = folder;
        _watch = watch;
        _time = time;
    }

    /// <summary>Name of its result.</summary>
    public string Name { get; }

    /// <summary>Folder of its result.</summary>
    public string Folder { get; }

    /// <summary>The process.</summary>
    public string Process => _watch.Identity.ToString();

    /// <summary>Number of the process.</summary>
    public int ProcessId => _watch.Identity.Id;

    /// <summary>Whether it goes on.</summary>
    public bool IsWatching => !_watching.IsCompleted;

    /// <summary>Why its result could not be written, or not to its end; null when it could.</summary>
    public string? Failure
    {
        get
        {
            lock (_gate)
                return _failure;
        }
    }

    /// <summary>Attaches to a process and begins.</summary>
    /// <exception cref="TargetFailedException">It cannot be watched; the message says why.</exception>
    /// <exception cref="JournalException">The folder cannot be written.</exception>
    public static async Task<WatchSession> StartAsync(int processId, string root, string name, TimeProvider time,
        CancellationToken cancellationToken)
    {
        WatchOptions options = new() { WithAwaits = true, Time = time };
        ProcessWatch watch = await ProcessWatch.OpenAsync(processId, options, cancellationToken);
        try
        {
            string folder = Path.Combine(root, name);
            Directory.CreateDirectory(folder);
            WatchJournal journal = new(folder);
            WatchSession session = new(name, folder, watch, time) { _seen = time.GetTimestamp() };
            session._watching = session.WatchAsync(journal);
            return session;
        }
        catch
        {
            await watch.DisposeAsync();
            throw;
        }
    }

    /// <summary>The last five minutes as a report shows them.</summary>
    public WatchReport Now()
    {
        Volatile.Write(ref _seen, _time.GetTimestamp());
        lock (_gate)
        {
            IEnumerable<WatchRecord?> records = [_header, .. _moments, _sites, _end];
            return WatchReportBuilder.Build([.. records.OfType<WatchRecord>()], 0);
        }
    }

    /// <summary>Ends the watch; its report is then there.</summary>
    public async Task StopAsync()
    {
        await _stop.CancelAsync();
        await _watching;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _stop.Dispose();
    }

    // Its folder may be removed by hand, and a disk may be full: the page says so, and the server goes on.
    private async Task WatchAsync(WatchJournal journal)
    {
        using RunningMark mark = new(measures: false);
        mark.Mark(Folder);
        try
        {
            await KeepAsync(journal);
            WatchFolder.Write(Folder);
        }
        catch (Exception e) when (e is JournalException or IOException or UnauthorizedAccessException)
        {
            lock (_gate)
                _failure = e.Message;
        }
        finally
        {
            await _watch.DisposeAsync();
        }
    }

    private async Task KeepAsync(WatchJournal journal)
    {
        WatchHost host = new()
        {
            Time = _time,
            Journal = journal,
            Blocked = (process, window, token) => BlockingProbe.TakeAsync(process, window, _time, token),
            Show = Take,
        };
        RequestedWatch asked = new(FormattableString.Invariant($"syncopate watch {_watch.Identity.Id}"));
        await new WatchJob(asked, _watch, host).RunAsync(CancellationToken.None, _stop.Token);
    }

    private void Take(WatchRecord record)
    {
        lock (_gate)
        {
            if (record is WatchSample moment)
                _moments.Enqueue(moment);
            if (_moments.Count > KeptMoments)
                _moments.Dequeue();
            _header = record as WatchHeader ?? _header;
            _sites = record as WatchSites ?? _sites;
            _end = record as WatchEnd ?? _end;
        }

        if (_time.GetElapsedTime(Volatile.Read(ref _seen)) > Unseen)
            _stop.Cancel();
    }
}
