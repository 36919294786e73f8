using System.Threading.Channels;
using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;

namespace Syncopate.Watch.Jobs;

/// <summary>Watches one process until the time is up, the load has ended, the process ends or the user has seen enough;
/// journals and shows everything that comes, in order.</summary>
/// <param name="watch">How.</param>
/// <param name="process">Which.</param>
/// <param name="host">What it is done with.</param>
internal sealed class WatchJob(RequestedWatch watch, IWatchedProcess process, WatchHost host)
{
    private const int MomentsBetweenLooks = 10;
    private static readonly TimeSpan BeforeWhatIf = TimeSpan.FromSeconds(2);

    private readonly ProbeTrigger _trigger = new();
    private string? _unbegun; // Why the load never began; read when all work is done.

    // What is watched, looked at and loaded writes here; one reader journals and shows it. It holds what comes while
    // one record is written to the disk: a handful.
    private readonly Channel<WatchRecord> _records =
        Channel.CreateUnbounded<WatchRecord>(new UnboundedChannelOptions { SingleReader = true });

    /// <summary>Watches; once.</summary>
    /// <param name="interrupted">Ends it as cancelled.</param>
    /// <param name="enough">Ends it as finished; default never.</param>
    /// <exception cref="JournalException">The journal cannot be written.</exception>
    public async Task<WatchEnd> RunAsync(CancellationToken interrupted, CancellationToken enough = default)
    {
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(interrupted, enough);
        using WatchJournal? journal = host.Journal;
        Take(Header(), journal);
        Task<bool> work = WorkAsync(stop);
        Task ended = work; // Only a Task without a result can be waited for whatever became of it.
        try
        {
            IAsyncEnumerable<WatchRecord> records = _records.Reader.ReadAllAsync(CancellationToken.None);
            await foreach (WatchRecord record in records.ConfigureAwait(false))
                Take(record, journal);
        }
        finally
        {
            // Where the journal cannot be written nobody sees what goes on: the load ends, and what was changed is put back.
            await stop.CancelAsync().ConfigureAwait(false);
            await ended.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        bool isWhole = await work.ConfigureAwait(false);
        WatchEnd end = interrupted.IsCancellationRequested
            ? new WatchEnd(RunOutcome.Cancelled, "Stopped by the user.", process.ElapsedNanoseconds)
            : _unbegun is not null ? new WatchEnd(RunOutcome.TargetFailed, _unbegun, process.ElapsedNanoseconds)
            : isWhole ? new WatchEnd(RunOutcome.Finished, "", process.ElapsedNanoseconds)
            : new WatchEnd(RunOutcome.TargetFailed, process.DescribeEnd(), process.ElapsedNanoseconds);
        Take(end, journal);
        return end;
    }

    private void Take(WatchRecord record, WatchJournal? journal)
    {
        journal?.Append(record);
        host.Show(record);
    }

    /// <summary>Does everything at once; true when it ended as asked, false when the process ended first.</summary>
    private async Task<bool> WorkAsync(CancellationTokenSource stop)
    {
        try
        {
            if (watch.Duration is { } time)
                stop.CancelAfter(time);
            Task moments = PumpAsync(stop.Token);
            Task others = Task.WhenAll(LoadAsync(stop), TimelineAsync(stop.Token), WhatIfAsync(stop.Token));
            await moments.ConfigureAwait(false);
            bool isWhole = stop.IsCancellationRequested;
            await stop.CancelAsync().ConfigureAwait(false);
            await others.ConfigureAwait(false);
            if (host.Woven is { } woven)
            {
                if (!isWhole)
                    await woven.Ended.ConfigureAwait(false); // The process sends its last figures when it ends.
                _records.Writer.TryWrite(new WatchTimeline(process.ElapsedNanoseconds, woven.Take()));
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
            await foreach (WatchSample moment in process.MomentsAsync(cancellationToken).ConfigureAwait(false))
            {
                _records.Writer.TryWrite(moment);
                bool isDue = _trigger.IsDue(moment) || (watch.Where && moments++ % MomentsBetweenLooks == 0);
                if (isDue && look.IsCompleted)
                    look = LookAsync(cancellationToken);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The time is up.
        }

        await look.ConfigureAwait(false);
    }

    private async Task LookAsync(CancellationToken cancellationToken)
    {
        try
        {
            long began = process.ElapsedNanoseconds;
            BlockedSites blocked = await host.Blocked(process.Identity.Id, ProbeTrigger.Window, cancellationToken)
                .ConfigureAwait(false);
            process.Learn(blocked);
            _records.Writer.TryWrite(WatchSites.Begun(began, blocked));
        }
        catch (Exception e) when (e is TargetFailedException
            || (e is OperationCanceledException && cancellationToken.IsCancellationRequested))
        {
            // It has ended, which the moments show; or the time is up.
        }
    }

    private async Task TimelineAsync(CancellationToken cancellationToken)
    {
        if (watch.Async is not { } window)
            return;
        try
        {
            AsyncTimeline timeline = await host.Timeline(process.Identity.Id, window, cancellationToken).ConfigureAwait(false);
            _records.Writer.TryWrite(new WatchTimeline(process.ElapsedNanoseconds, timeline));
        }
        catch (TargetFailedException e)
        {
            // Whether it has ended or its runtime refuses: who asked for a timeline learns why there is none.
            Untaken(e.Message);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            Untaken("The watch ended before all events of the timeline had come. "
                + "Let it last some seconds longer than the timeline: --duration.");
        }

        void Untaken(string why) =>
            _records.Writer.TryWrite(new WatchTimeline(process.ElapsedNanoseconds, AsyncTimeline.NotTaken(why)));
    }

    private async Task WhatIfAsync(CancellationToken cancellationToken)
    {
        if (watch.WhatIfThreads is not { } threads)
            return;
        try
        {
            // The load begins, and what attaching costs is paid.
            await Task.Delay(BeforeWhatIf, host.Time, cancellationToken).ConfigureAwait(false);
            _records.Writer.TryWrite(await host.WhatIf(
                process.Identity.Id, threads, () => process.ElapsedNanoseconds, cancellationToken).ConfigureAwait(false));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            _records.Writer.TryWrite(Untried("The watch ended before it began."));
        }
        catch (TargetFailedException e)
        {
            _records.Writer.TryWrite(Untried(e.Message));
        }

        WatchWhatIf Untried(string why) => new(process.ElapsedNanoseconds, threads, null, [], why);
    }

    /// <summary>Puts the load on the URL, and ends the watch when it has ended. A load that fails is something seen:
    /// the watch lasts as long as that load was to.</summary>
    private async Task LoadAsync(CancellationTokenSource stop)
    {
        if (watch.Load is not { } load)
            return;
        long started = host.Time.GetTimestamp();
        try
        {
            WatchedLoad loaded = new(load.Address, load.Settings, process, host);
            if (await loaded.RunAsync(_records.Writer, stop.Token).ConfigureAwait(false) is not { } failure)
                return;
            _records.Writer.TryWrite(new WatchLoadFailure(process.ElapsedNanoseconds, failure.What, HasBegun: true));
            if (WatchedLoad.Planned(load.Settings.Shape) - host.Time.GetElapsedTime(started) is { } rest && rest > TimeSpan.Zero)
                await Task.Delay(rest, host.Time, stop.Token).ConfigureAwait(false);
        }
        catch (TargetFailedException e)
        {
            _unbegun = e.Message;
            _records.Writer.TryWrite(new WatchLoadFailure(process.ElapsedNanoseconds, e.Message, HasBegun: false));
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The time is up.
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
        }
    }

    private WatchHeader Header() => new()
    {
        Schema = WatchJournal.Schema,
        ToolVersion = ToolVersion.Text,
        Command = watch.Command,
        StartedUtc = host.Time.GetUtcNow(),
        Machine = host.ReadMachine(),
        Process = process.Identity,
        Missing = process.Missing,
    };
}
