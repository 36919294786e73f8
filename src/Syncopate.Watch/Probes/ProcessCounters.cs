using System.Diagnostics;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Syncopate.Running;
using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Probes;

/// <summary>The runtime's own counters of another .NET process, read over its diagnostic socket: no code of ours
/// enters it, and it needs no change. Thread-safe, but for <see cref="Take"/>: one call at a time.</summary>
/// <remarks>The counters ("System.Runtime" of EventCounters) do not need the thread pool: they come every 100 ms also
/// while it is starved. The first session costs the process 200 to 300 ms of CPU once, and 0.35 % of a core after
/// that (both measured on .NET 10 with two cores).</remarks>
internal sealed class ProcessCounters : ITargetMonitor, IAsyncDisposable
{
    private const string Provider = "System.Runtime";

    // A tenth of a second, as every culture reads it: some would take a point for a group of thousands.
    private const string Period = "1E-1";

    private static readonly TimeSpan UsualSettling = TimeSpan.FromMilliseconds(200);

    // For the period that lasts, and for the next, which lets its counters through.
    private static readonly TimeSpan LongestSettling = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly WatchSession _session;
    private readonly CounterTally _tally;
    private readonly TaskCompletionSource _first;
    private TimeSpan _cpu;

    // Only the system reports of it: what it used of the processors.
    private bool _isSilent;

    private ProcessCounters(Process process, CounterTally tally, TaskCompletionSource first, WatchSession session)
    {
        _process = process;
        _tally = tally;
        _first = first;
        _session = session;
        _cpu = process.TotalProcessorTime;
    }

    /// <summary>Identifier of the process.</summary>
    public int ProcessId => _process.Id;

    /// <summary>What the process does not report, in a sentence; null when it reports its counters.</summary>
    public string? Missing { get; private set; }

    /// <summary>Attaches to a running process and waits for its first counters. Of one that runs and sends none, only the processor time
    /// is known: see <see cref="Missing"/>.</summary>
    /// <param name="processId">A .NET process of the same user and container.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="TargetFailedException">There is no such process, it is no .NET process, or it may not be
    /// watched; the message names those that can be.</exception>
    public static async Task<ProcessCounters> AttachAsync(int processId, CancellationToken cancellationToken = default)
    {
        CounterTally tally = new();
        TaskCompletionSource first = new(TaskCreationOptions.RunContinuationsAsynchronously);
        EventPipeProvider provider = new(Provider, EventLevel.Informational, (long)EventKeywords.None, new Dictionary<string, string>
        {
            ["EventCounterIntervalSec"] = Period,
        });
        WatchSession session = await WatchSession.StartAsync(
            processId,
            [provider],
            source => source.Dynamic.All += counter => Keep(counter, tally, first),
            cancellationToken).ConfigureAwait(false);
        ProcessCounters counters = new(await FindAsync(processId, session).ConfigureAwait(false), tally, first, session);
        try
        {
            if (EventSources.Off(processId) is { } off)
                counters.GoOnWithoutCounters(off);
            else
                await counters._first.Task.WaitAsync(Timeout, TimeProvider.System, cancellationToken).ConfigureAwait(false);
            counters.Take(); // What came before belongs to attaching.
            return counters;
        }
        catch (TimeoutException) when (
            OperatingSystem.IsLinux() && !ProcessFacts.IsPaused(processId) && counters.Cpu() is not null)
        {
            counters.GoOnWithoutCounters(
                "No signal has stopped it, and it sent no counters within 10 s for an unknown reason; only its CPU time is reported.");
            counters.Take();
            return counters;
        }
        catch (TimeoutException)
        {
            await counters.DisposeAsync().ConfigureAwait(false);
            throw WatchRefusal.Silent(processId, Timeout);
        }
        catch
        {
            await counters.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Attaches like <see cref="AttachAsync"/>, but answers null when the process cannot be watched: for
    /// whoever can do without.</summary>
    public static async Task<ITargetMonitor?> TryAttachAsync(int processId, CancellationToken cancellationToken = default)
    {
        try
        {
            return await AttachAsync(processId, cancellationToken).ConfigureAwait(false);
        }
        catch (TargetFailedException)
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public TimeSpan Settling => UsualSettling;

    /// <inheritdoc/>
    public async Task SettleAsync(CancellationToken cancellationToken = default)
    {
        if (_isSilent)
            return;
        try
        {
            await _tally.PeriodAfterAsync(Stopwatch.GetTimestamp())
                .WaitAsync(LongestSettling, TimeProvider.System, cancellationToken)
                .ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // The process has ended, or is starved of its core: Take reports what there is.
        }
    }

    /// <inheritdoc/>
    public TargetUse? Take()
    {
        if (Cpu() is not { } cpu)
            return null;
        TimeSpan used = cpu - _cpu;
        _cpu = cpu;
        return _isSilent ? TargetUse.OfCpu((long)used.TotalNanoseconds) : _tally.Take((long)used.TotalNanoseconds);
    }

    /// <summary>Ends the session; the process goes on.</summary>
    public async ValueTask DisposeAsync()
    {
        await _session.DisposeAsync().ConfigureAwait(false);
        _process.Dispose();
    }

    private void GoOnWithoutCounters(string missing) => (_isSilent, Missing) = (true, missing);

    private static async Task<Process> FindAsync(int processId, WatchSession session)
    {
        try
        {
            return Process.GetProcessById(processId);
        }
        catch (ArgumentException)
        {
            await session.DisposeAsync().ConfigureAwait(false);
            throw WatchRefusal.Of(processId);
        }
    }

    private TimeSpan? Cpu()
    {
        try
        {
            _process.Refresh();
            return _process.TotalProcessorTime;
        }
        catch (Exception e) when (e is InvalidOperationException or System.ComponentModel.Win32Exception)
        {
            return null; // It has ended.
        }
    }

    private static void Keep(TraceEvent counter, CounterTally tally, TaskCompletionSource first)
    {
        if (counter.EventName != "EventCounters"
            || counter.PayloadValue(0) is not IDictionary<string, object> { } outer
            || outer["Payload"] is not IDictionary<string, object> values)
        {
            return;
        }

        if (tally.Add(values, WatchSession.Timestamp(counter)))
            first.TrySetResult();
    }
}
