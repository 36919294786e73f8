using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Watch;
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
    private readonly WatchJournal _journal;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly ProbeTrigger _trigger = new();
    private readonly Lock _gate = new();
    private readonly WatchHeader _header;
    private readonly Queue<WatchSample> _moments = new(); // Guarded, like the next two, by _gate.
    private WatchSites? _sites;
    private WatchEnd? _end;
    private long _seen; // When the page asked last.
    private Task _watching = Task.CompletedTask;

    private WatchSession(string name, string folder, ProcessWatch watch, TimeProvider time)
    {
        Name = name;
        Folder = folder;
        _watch = watch;
        _time = time;
        _journal = new WatchJournal(folder);
        _header = new WatchHeader
        {
            Schema = WatchJournal.Schema,
            ToolVersion = ToolVersion.Text,
            Command = FormattableString.Invariant($"syncopate watch {watch.Identity.Id}"),
            StartedUtc = time.GetUtcNow(),
            Machine = MachineReader.Read(),
            Process = watch.Identity,
            Missing = watch.Missing,
        };
    }

    /// <summary>Name of its result.</summary>
    public string Name { get; }

    /// <summary>Folder of its result.</summary>
    public string Folder { get; }

    /// <summary>The process.</summary>
    public string Process => _watch.Identity.ToString();

    /// <summary>Whether it goes on.</summary>
    public bool IsWatching => !_watching.IsCompleted;

    /// <summary>Attaches to a process and begins.</summary>
    /// <exception cref="TargetFailedException">It cannot be watched; the message says why.</exception>
    /// <exception cref="JournalException">The folder cannot be written.</exception>
    public static async Task<WatchSession> StartAsync(int processId, string root, string name, TimeProvider time,
        CancellationToken cancellationToken)
    {
        ProcessWatch watch = await ProcessWatch.OpenAsync(processId, new WatchOptions { Time = time }, cancellationToken);
        string folder = Path.Combine(root, name);
        Directory.CreateDirectory(folder);
        WatchSession session = new(name, folder, watch, time);
        session._journal.Append(session._header);
        session._seen = time.GetTimestamp();
        session._watching = session.WatchAsync();
        return session;
    }

    /// <summary>The last five minutes as a report tells them.</summary>
    public WatchReport Now()
    {
        Volatile.Write(ref _seen, _time.GetTimestamp());
        lock (_gate)
        {
            IEnumerable<WatchRecord> records = [_header, .. _moments, .. _sites is null ? [] : new WatchRecord[] { _sites }, .. _end
                is null ? [] : new WatchRecord[] { _end }];
            return WatchReportBuilder.Build([.. records], 0);
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

    private async Task WatchAsync()
    {
        Task look = Task.CompletedTask;
        try
        {
            await foreach (WatchSample moment in _watch.MomentsAsync(_stop.Token))
            {
                Take(moment);
                if (_trigger.IsDue(moment) && look.IsCompleted)
                    look = LookAsync(_stop.Token);
                if (_time.GetElapsedTime(Volatile.Read(ref _seen)) > Unseen)
                    await _stop.CancelAsync();
            }
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // Seen enough.
        }

        await look;
        Take(_stop.IsCancellationRequested
            ? new WatchEnd(RunOutcome.Finished, "", _watch.ElapsedNanoseconds)
            : new WatchEnd(RunOutcome.TargetFailed, _watch.DescribeEnd(), _watch.ElapsedNanoseconds));
        _journal.Dispose();
        await _watch.DisposeAsync();
        WatchFolder.Write(Folder);
    }

    private async Task LookAsync(CancellationToken cancellationToken)
    {
        try
        {
            long began = _watch.ElapsedNanoseconds;
            Take(WatchSites.Begun(began, await BlockingProbe.TakeAsync(_watch.Identity.Id, ProbeTrigger.Window, _time, cancellationToken)));
        }
        catch (Exception e) when (e is TargetFailedException || (e is OperationCanceledException
            && cancellationToken.IsCancellationRequested))
        {
            // It has ended, which the moments tell; or enough was seen.
        }
    }

    private void Take(WatchRecord record)
    {
        lock (_gate)
        {
            _journal.Append(record);
            if (record is WatchSample moment)
                _moments.Enqueue(moment);
            if (_moments.Count > KeptMoments)
                _moments.Dequeue();
            _sites = record as WatchSites ?? _sites;
            _end = record as WatchEnd ?? _end;
        }
    }
}
