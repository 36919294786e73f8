using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Net.Sockets;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Syncopate.Measuring;

namespace Syncopate.Watch;

/// <summary>The runtime's own counters of another .NET process, read over its diagnostic socket: no code of ours enters it, and it needs no change.
/// Thread-safe, but for <see cref="Take"/>: one call at a time.</summary>
/// <remarks>The counters ("System.Runtime" of EventCounters) do not need the thread pool: they come every 100 ms also while it is starved. The first session costs the process
/// 200 to 300 ms of CPU once, and 0.35 % of a core after that (both measured on .NET 10 with two cores).</remarks>
public sealed class ProcessCounters : ITargetMonitor, IAsyncDisposable
{
    private const string Provider = "System.Runtime";
    private const string Period = "0.1";
    private static readonly TimeSpan OnItsWay = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPeriod = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly EventPipeSession _session;
    private readonly CounterTally _tally = new();
    private readonly TaskCompletionSource _first = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task _reading;
    private TimeSpan _cpu;

    private ProcessCounters(Process process, EventPipeSession session)
    {
        _process = process;
        _session = session;
        _cpu = process.TotalProcessorTime;
        // A thread of its own, since the events are read with blocking calls until the session ends.
        _reading = new Task(Read, CancellationToken.None, TaskCreationOptions.LongRunning);
        _reading.Start(TaskScheduler.Default);
    }

    /// <summary>Identifier of the process.</summary>
    public int ProcessId => _process.Id;

    /// <summary>Attaches to a running process and waits for its first counters.</summary>
    /// <param name="processId">A .NET process of the same user and container.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="TargetFailedException">There is no such process, it is no .NET process, or it may not be watched; the message names those that can be.</exception>
    public static async Task<ProcessCounters> AttachAsync(int processId, CancellationToken cancellationToken = default)
    {
        Process process = Find(processId);
        ProcessCounters counters = new(process, await StartAsync(process, cancellationToken).ConfigureAwait(false));
        try
        {
            await counters._first.Task.WaitAsync(Patience, TimeProvider.System, cancellationToken).ConfigureAwait(false);
            counters.Take(); // What came before belongs to attaching.
            return counters;
        }
        catch (TimeoutException)
        {
            await counters.DisposeAsync().ConfigureAwait(false);
            throw new TargetFailedException(FormattableString.Invariant($"Process {processId} ({process.ProcessName}) sent no counters within {Patience.TotalSeconds} s. Is it paused, or does it hold its debugger's socket?"));
        }
        catch
        {
            await counters.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Attaches like <see cref="AttachAsync"/>, but answers null when the process cannot be watched: for whoever can do without.</summary>
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
    public async Task SettleAsync(CancellationToken cancellationToken = default)
    {
        try
        {
            // A period that arrives at once may have ended before what it is waited for.
            await Task.Delay(OnItsWay, TimeProvider.System, cancellationToken).ConfigureAwait(false);
            await _tally.NextPeriod.WaitAsync(LongestPeriod, TimeProvider.System, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // The process has ended, or is starved of its core: Take tells what there is.
        }
    }

    /// <inheritdoc/>
    public TargetUse? Take()
    {
        if (Cpu() is not { } cpu)
            return null;
        TimeSpan used = cpu - _cpu;
        _cpu = cpu;
        return _tally.Take((long)used.TotalNanoseconds);
    }

    /// <summary>Ends the session; the process goes on.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            using CancellationTokenSource limit = new(Patience, TimeProvider.System);
            await _session.StopAsync(limit.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or SocketException or ServerNotAvailableException or OperationCanceledException or TimeoutException)
        {
            // The process has ended, and the session with it.
        }

        _session.Dispose();
        await _reading.ConfigureAwait(false);
        _process.Dispose();
    }

    private static Process Find(int processId)
    {
        try
        {
            return Process.GetProcessById(processId);
        }
        catch (ArgumentException)
        {
            throw new TargetFailedException(FormattableString.Invariant($"There is no process {processId}. {Known()}"));
        }
    }

    private static async Task<EventPipeSession> StartAsync(Process process, CancellationToken cancellationToken)
    {
        EventPipeProvider provider = new(Provider, EventLevel.Informational, (long)EventKeywords.None, new Dictionary<string, string> { ["EventCounterIntervalSec"] = Period });
        try
        {
            return await new DiagnosticsClient(process.Id).StartEventPipeSessionAsync([provider], requestRundown: false, token: cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is DiagnosticsClientException or IOException or SocketException or UnauthorizedAccessException)
        {
            (int id, string name) = (process.Id, process.ProcessName);
            process.Dispose();
            throw new TargetFailedException(FormattableString.Invariant(
                $"Process {id} ({name}) cannot be watched: it is no .NET process, belongs to another user, or runs in a container. {Known()}"));
        }
    }

    private static string Known()
    {
        string[] known = [.. Published().Where(id => id != Environment.ProcessId).Distinct().Take(10).Select(Named).OfType<string>()];
        return known.Length == 0 ? "No .NET process of this user was found." : $".NET processes of this user: {string.Join(", ", known)}.";
    }

    // The client's own list gives up at the first process that has just ended (0.2.745401). On Unix each runtime leaves a socket of its name in the folder for temporary files.
    private static IEnumerable<int> Published() => OperatingSystem.IsWindows()
        ? DiagnosticsClient.GetPublishedProcesses()
        : Directory.EnumerateFiles(Path.GetTempPath(), "dotnet-diagnostic-*-socket")
            .Select(file => Path.GetFileName(file).Split('-')[2])
            .Select(id => int.TryParse(id, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0);

    private static string? Named(int processId)
    {
        try
        {
            using Process process = Process.GetProcessById(processId);
            return FormattableString.Invariant($"{processId} ({process.ProcessName})");
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException)
        {
            return null; // It ended, and left its socket behind.
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

    private void Read()
    {
        try
        {
            using EventPipeEventSource source = new(_session.EventStream);
            source.Dynamic.All += Keep;
            source.Process();
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException or SocketException or FormatException or EndOfStreamException)
        {
            // The process has ended in the middle of an event.
        }
    }

    private void Keep(TraceEvent counter)
    {
        if (counter.EventName != "EventCounters" || counter.PayloadValue(0) is not IDictionary<string, object> { } outer || outer["Payload"] is not IDictionary<string, object> values)
            return;
        if (_tally.Add(values))
            _first.TrySetResult();
    }
}
