using System.Threading.Channels;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Telemetry;
using Syncopate.Watch;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;

namespace Syncopate.Cli.Watches;

/// <summary>Watches one process until the time is up, the load has ended, the process ends or the user has seen enough;
/// journals and shows everything that comes, in order.</summary>
internal sealed class WatchJob
{
    private const int MomentsBetweenLooks = 10;
    private static readonly TimeSpan BeforeWhatIf = TimeSpan.FromSeconds(2);

    private readonly WatchTask _task;
    private readonly ProcessWatch _watch;
    private readonly WovenProbe? _woven;
    private readonly string? _folder;
    private readonly WatchDisplay _display;
    private readonly ProbeTrigger _trigger = new();
    private string? _unbegun; // Why the load never began; read when all work is done.

    // What is watched, looked at and loaded writes here; one reader journals and shows it. It holds what comes while
    // one record is written to the disk: a handful.
    private readonly Channel<WatchRecord> _records =
        Channel.CreateUnbounded<WatchRecord>(new UnboundedChannelOptions { SingleReader = true });

    public WatchJob(WatchTask task, ProcessWatch watch, WovenProbe? woven, string? folder, Terminal terminal)
    {
        _task = task;
        _watch = watch;
        _woven = woven;
        _folder = folder;
        _display = new WatchDisplay(terminal, watch.Identity, task.View, TimeProvider.System);
    }

    /// <summary>Watches.</summary>
    /// <param name="interrupted">Cancelled by the user.</param>
    /// <exception cref="JournalException">The journal cannot be written.</exception>
    public async Task<WatchEnd> RunAsync(CancellationToken interrupted)
    {
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        using WatchJournal? journal = _folder is null ? null : new WatchJournal(_folder);
        Take(Header(), journal);
        Task<bool> work = WorkAsync(stop);
        await foreach (WatchRecord record in _records.Reader.ReadAllAsync(CancellationToken.None))
            Take(record, journal);
        bool isWhole = await work;
        WatchEnd end = interrupted.IsCancellationRequested
            ? new WatchEnd(RunOutcome.Cancelled, "Stopped by the user.", _watch.ElapsedNanoseconds)
            : _unbegun is not null ? new WatchEnd(RunOutcome.TargetFailed, _unbegun, _watch.ElapsedNanoseconds)
            : isWhole ? new WatchEnd(RunOutcome.Finished, "", _watch.ElapsedNanoseconds)
            : new WatchEnd(RunOutcome.TargetFailed, _watch.DescribeEnd(), _watch.ElapsedNanoseconds);
        Take(end, journal);
        _display.Close();
        return end;
    }

    /// <summary>Where figures go beside the journal; null for nowhere.</summary>
    public RunTelemetry? Telemetry { get; init; }

    private void Take(WatchRecord record, WatchJournal? journal)
    {
        journal?.Append(record);
        Telemetry?.Take(record);
        _display.Show(record);
    }

    /// <summary>Does everything at once; true when it ended as asked, false when the process ended first.</summary>
    private async Task<bool> WorkAsync(CancellationTokenSource stop)
    {
        try
        {
            if (_task.Duration is { } time)
                stop.CancelAfter(time);
            Task moments = PumpAsync(stop.Token);
            Task others = Task.WhenAll(LoadAsync(stop), TimelineAsync(stop.Token), WhatIfAsync(stop.Token));
            await moments;
            bool isWhole = stop.IsCancellationRequested;
            await stop.CancelAsync();
            await others;
            if (_woven is not null)
            {
                if (!isWhole)
                    await _woven.Ended; // The process tells its last figures when it ends.
                _records.Writer.TryWrite(new WatchTimeline(_watch.ElapsedNanoseconds, _woven.Take()));
            }

            return isWhole;
        }
        finally
        {
            _records.Writer.Complete();
        }
    }

    private async Task PumpAsync(CancellationToken cancellationToken)
    {
        Task look = Task.CompletedTask;
        int moments = 0;
        try
        {
            await foreach (WatchSample moment in _watch.MomentsAsync(cancellationToken))
            {
                _records.Writer.TryWrite(moment);
                bool isDue = _trigger.IsDue(moment) || (_task.Where && moments++ % MomentsBetweenLooks == 0);
                if (isDue && look.IsCompleted)
                    look = LookAsync(cancellationToken);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The time is up.
        }

        await look;
    }

    private async Task LookAsync(CancellationToken cancellationToken)
    {
        try
        {
            long began = _watch.ElapsedNanoseconds;
            BlockedSites blocked = await BlockingProbe.TakeAsync(
                _watch.Identity.Id, ProbeTrigger.Window, cancellationToken: cancellationToken);
            _records.Writer.TryWrite(WatchSites.Begun(began, blocked));
        }
        catch (Exception e) when (e is TargetFailedException
            || (e is OperationCanceledException && cancellationToken.IsCancellationRequested))
        {
            // It has ended, which the moments tell; or the time is up.
        }
    }

    private async Task TimelineAsync(CancellationToken cancellationToken)
    {
        if (_task.Async is not { } window)
            return;
        try
        {
            AsyncTimeline timeline = await AsyncProbe.TakeAsync(_watch.Identity.Id, window, TimeProvider.System, cancellationToken);
            _records.Writer.TryWrite(new WatchTimeline(_watch.ElapsedNanoseconds, timeline));
        }
        catch (TargetFailedException e)
        {
            // Whether it has ended or its runtime refuses: who asked for a timeline is told why there is none.
            Untaken(e.Message);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            Untaken("The watch ended before all events of the burst had come. Let it last some seconds longer than the burst: --duration.");
        }

        void Untaken(string why) =>
            _records.Writer.TryWrite(new WatchTimeline(_watch.ElapsedNanoseconds, AsyncTimeline.NotTaken(why)));
    }

    private async Task WhatIfAsync(CancellationToken cancellationToken)
    {
        if (_task.WhatIfThreads is not { } threads)
            return;
        try
        {
            await Task.Delay(BeforeWhatIf, TimeProvider.System, cancellationToken); // The load begins, and what attaching costs is paid.
            _records.Writer.TryWrite(await WhatIfProbe.RunAsync(
                _watch.Identity.Id, threads, () => _watch.ElapsedNanoseconds, TimeProvider.System, cancellationToken));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            _records.Writer.TryWrite(Untried("The watch ended before it began."));
        }
        catch (TargetFailedException e)
        {
            _records.Writer.TryWrite(Untried(e.Message));
        }

        WatchWhatIf Untried(string why) => new(_watch.ElapsedNanoseconds, threads, null, [], why);
    }

    /// <summary>Puts the load on the URL, and ends the watch when it has ended. A load that fails is something seen:
    /// the watch lasts as long as that load was to.</summary>
    private async Task LoadAsync(CancellationTokenSource stop)
    {
        if (_task.Load is not { } load)
            return;
        long started = TimeProvider.System.GetTimestamp();
        try
        {
            if (await WatchedLoad.RunAsync(load.Address, load.Settings, _watch, _records.Writer, stop.Token) is not { } failure)
                return;
            _records.Writer.TryWrite(new WatchLoadFailure(_watch.ElapsedNanoseconds, failure.What, HasBegun: true));
            if (WatchedLoad.Planned(load.Settings.Shape) - TimeProvider.System.GetElapsedTime(started) is { } rest && rest > TimeSpan.Zero)
                await Task.Delay(rest, TimeProvider.System, stop.Token);
        }
        catch (UnusableException e)
        {
            _unbegun = e.Message;
            _records.Writer.TryWrite(new WatchLoadFailure(_watch.ElapsedNanoseconds, e.Message, HasBegun: false));
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The time is up.
        }
        finally
        {
            await stop.CancelAsync();
        }
    }

    private WatchHeader Header() => new()
    {
        Schema = WatchJournal.Schema,
        ToolVersion = ToolVersion.Text,
        Command = _task.Command,
        StartedUtc = TimeProvider.System.GetUtcNow(),
        Machine = MachineReader.Read(),
        Process = _watch.Identity,
        Missing = _watch.Missing,
    };
}
