namespace Syncopate.Load.Tallying;

/// <summary>Cuts a load into intervals while it runs: asks all threads of the generator for the sheet they have written,
/// and reports what is on them.</summary>
/// <remarks>It looks whether they have turned the sheet, rather than be told: to tell a task of the thread pool may
/// allocate, and a loop must not.</remarks>
internal sealed class IntervalReporter(LoadRun run, TimeProvider time, Action ask)
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(10);

    private long _from;
    private long _cpuTicks;

    /// <summary>Waits for a load to end and reports its intervals meanwhile, in order; the last one after the load has ended.</summary>
    /// <remarks>What the receiver throws cancels the load, and is thrown.</remarks>
    public async Task FollowAsync(Task driving)
    {
        if (run.Request.Intervals is not { } receiver)
            return;
        using CancellationTokenSource ended = new();
        Task reporting = ReportAsync(receiver, ended.Token);
        await driving.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await ended.CancelAsync().ConfigureAwait(false);
        await reporting.ConfigureAwait(false);
        if (driving.IsCompletedSuccessfully)
            receiver.Report(Cut(tally => tally.Sheet, Math.Max(_from, run.EndedTimestamp)));
    }

    private async Task ReportAsync(IProgress<LoadInterval> receiver, CancellationToken ended)
    {
        _cpuTicks = run.CpuTicksBefore; // Read before the loops began: this task may get no processor before they leave it one.
        _from = run.StartedTimestamp;
        await run.Released.WaitAsync(ended).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _from = run.StartedTimestamp;
        long length = run.ToTicks(run.Request.IntervalLength);
        while (await WaitAsync(length - (time.GetTimestamp() - run.StartedTimestamp) % length, ended).ConfigureAwait(false))
        {
            ask();
            while (run.Tallies.Any(tally => !tally.HasTurned)) // Threads that have ended have turned.
                await WaitAsync(run.ToTicks(Look), ended).ConfigureAwait(false);
            LoadInterval interval = Cut(tally => tally.FinishedSheet, time.GetTimestamp());
            foreach (LoadTally tally in run.Tallies)
            {
                run.Past.Add(tally.FinishedSheet);
                tally.FinishedSheet.Clear();
            }

            Send(receiver, interval);
        }
    }

    private void Send(IProgress<LoadInterval> receiver, LoadInterval interval)
    {
        try
        {
            receiver.Report(interval);
        }
        catch
        {
            run.Cancel(); // Nobody can use the rest.
            throw;
        }
    }

    private LoadInterval Cut(Func<LoadTally, LoadSheet> sheetOf, long now)
    {
        LoadSheet sheet = run.NewSheet();
        foreach (LoadTally tally in run.Tallies)
            sheet.Add(sheetOf(tally));
        long from = _from;
        long cpuTicks = Environment.CpuUsage.TotalTime.Ticks;
        LoadInterval interval = new()
        {
            FromTimestamp = from,
            ToTimestamp = now,
            InFlight = run.Tallies.Sum(tally => tally.InFlight),
            Latencies = sheet.Latencies,
            LatencySumNanoseconds = run.ToNanoseconds(sheet.LatencyTicks),
            Discarded = sheet.Discarded,
            Started = sheet.Started,
            UnsolicitedFailures = sheet.UnsolicitedFailures,
            Drained = sheet.Drained,
            DrainedFailures = sheet.DrainedFailures,
            Reopened = sheet.Reopened,
            FailedInStep = sheet.FailedInStep,
            Errors = sheet.Errors(),
            Steps = sheet.Steps,
            FirstByteTimes = sheet.FirstByteTimes,
            ConnectTimes = sheet.ConnectTimes,
            ServiceTimes = sheet.ServiceTimes,
            Lateness = sheet.Lateness,
            Overflowed = sheet.Overflowed,
            BodyBytes = sheet.BodyBytes,
            FailedBodyBytes = sheet.FailedBodyBytes,
            OtherBodies = run.Request.BodyChecksum is null ? null : sheet.OtherBodies,
            ReceivedBytes = sheet.ReceivedBytes,
            SentBytes = sheet.SentBytes,
            InFlightNanoseconds = run.ToNanoseconds(sheet.InFlightTicks),
            ThinkNanoseconds = run.ToNanoseconds(sheet.ThinkTicks),
            ActiveNanoseconds = run.ToNanoseconds(sheet.ActiveTicks),
            GeneratorCpuNanoseconds = (cpuTicks - _cpuTicks) * TimeSpan.NanosecondsPerTick,
            Slowest = run.SlowestOn(sheet),
        };
        (_from, _cpuTicks) = (now, cpuTicks);
        return interval;
    }

    // False when the load has ended meanwhile.
    private async Task<bool> WaitAsync(long ticks, CancellationToken ended)
    {
        await Task.Delay(time.GetElapsedTime(0, ticks), time, ended).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return !ended.IsCancellationRequested;
    }
}
