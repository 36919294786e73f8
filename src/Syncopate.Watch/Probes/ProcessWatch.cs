using System.ComponentModel;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;
using Syncopate.Running;
using Syncopate.Units;
using Syncopate.Watch.Awaits;
using Syncopate.Watch.Awaits.Chains;
using Syncopate.Watch.Processes;
using Syncopate.WatchAgent;

namespace Syncopate.Watch.Probes;

/// <summary>Watches a running .NET process, unmodified, over its diagnostic socket: the runtime's counters each second,
/// the pool's decisions as they happen, and the agent's line of threads in use.</summary>
/// <remarks>Nothing of this needs the pool of the process: it is reported while that starves. Costs less than can be distinguished
/// from noise, and 200 to 300 ms of the process's CPU once, when it is attached to (bench/results/watch.md has the
/// measurements).</remarks>
internal sealed class ProcessWatch : IWatchedProcess, IAsyncDisposable
{
    private const long ThreadingKeyword = 0x10000;

    // What fits on a screen; a journal of a long watch has them every second.
    private const int MostAwaits = 10;

    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    // The counters of a period come one after the other within some milliseconds.
    private static readonly TimeSpan OnItsWay = TimeSpan.FromMilliseconds(50);

    // A period that is late by less than this is no silence.
    private static readonly TimeSpan Grace = TimeSpan.FromMilliseconds(500);

    // A reader of events holds the counters back until a later event comes. The agent sends some all the time; without
    // it the counters themselves must come more often.
    private const int PartsWithoutAgent = 4;

    // Of a second each. The agent sends ten lines a second, from when the program begins.
    private const int MomentsWithoutAgent = 3;

    private readonly Process _process;
    private readonly TimeProvider _time;
    private readonly long _origin;
    private readonly int _parts;
    private readonly WatchTally _tally;
    private WatchSession? _session;
    private TimeSpan? _cpu;
    private long _lost;

    // Written by the session's thread, read by the moments. Work comes just before the line that it belongs to.
    private (int Threads, long Queue, long Completed) _work;
    private volatile PoolLine? _line;
    private volatile IReadOnlyList<string>? _notTold;
    private int _withoutAgent; // Moments with figures of the runtime, and none of the agent.
    private readonly CodePlaces _places;
    private readonly AwaitTableReader _awaits;
    private readonly WorkerTimes _workers;

    private ProcessWatch(Process process, ProcessIdentity identity, bool hasAgent, string? missing, TimeProvider time)
    {
        _parts = hasAgent ? 1 : PartsWithoutAgent;
        _tally = new WatchTally(_parts);
        _process = process;
        _time = time;
        _origin = time.GetTimestamp();
        Identity = identity;
        Missing = missing is null ? [] : [missing];
        _cpu = Cpu();
        _places = new CodePlaces(process.Id, time);
        _awaits = new AwaitTableReader(_places.At);
        _workers = new WorkerTimes(process, ProcessorLimits.OfMachine);
    }

    /// <summary>Which process it is.</summary>
    public ProcessIdentity Identity { get; }

    /// <summary>What this process, or its runtime, does not let be seen; one sentence each.</summary>
    public IReadOnlyList<string> Missing { get; }

    /// <summary>Monotonic time since the watch began.</summary>
    public long ElapsedNanoseconds => SinceOrigin(_time.GetTimestamp());

    /// <summary>Says which process it is, if it looks like one that can be watched; nothing is done to it.</summary>
    /// <exception cref="TargetFailedException">There is no such process, or it is no .NET process; the message says what to do.</exception>
    public static ProcessIdentity Check(int processId)
    {
        using Process process = Find(processId);
        return (ProcessFacts.HasRuntime(process) || RunningProcesses.IsPublished(processId))
                && RunningProcesses.Identify(processId) is { } identity
            ? identity
            : throw WatchRefusal.Of(processId);
    }

    /// <summary>Attaches to a running process.</summary>
    /// <param name="processId">A .NET process of the same user and container.</param>
    /// <param name="options">How to watch.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="TargetFailedException">There is no such process, it is no .NET process, or it may not be
    /// watched; the message says what to do.</exception>
    public static async Task<ProcessWatch> OpenAsync(int processId, WatchOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (RunningProcesses.Identify(processId) is not { } identity)
            throw WatchRefusal.Of(processId);
        // An agent could not report what it sees either.
        string? missing = EventSources.Off(processId);
        if (missing is null && options.WithAgent)
            missing = await WatchAgentEntrance.EnterAsync(identity, cancellationToken).ConfigureAwait(false);
        ProcessWatch watch = new(Find(processId), identity, options.WithAgent && missing is null, missing, options.Time);
        try
        {
            watch._session = await WatchSession.StartAsync(
                processId, watch.Providers(options.WithAwaits), watch.Subscribe, cancellationToken).ConfigureAwait(false);
            return watch;
        }
        catch
        {
            await watch.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>One moment a second, in silence too, until the process ends or the token is cancelled. One reader; the
    /// first moment begins when this is asked for.</summary>
    public async IAsyncEnumerable<WatchSample> MomentsAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        WatchSession session = _session ?? throw new ObjectDisposedException(nameof(ProcessWatch));
        long from = ElapsedNanoseconds;
        _workers.Take(0); // What they did before is not of the first moment.
        long heard = from;
        TimeSpan timeout = Period + Grace;
        while (!session.Reading.IsCompleted)
        {
            Task next = _tally.NextPeriod;
            await Task.WhenAny(next, session.Reading, Task.Delay(timeout, _time, cancellationToken)).ConfigureAwait(false);
            if (next.IsCompleted)
                await Task.Delay(OnItsWay, _time, cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            CounterSnapshot snapshot = _tally.Take();
            if (session.Reading.IsCompleted && !snapshot.HasCounters)
                yield break;
            long to = ElapsedNanoseconds;
            if (snapshot.HasCounters)
                heard = to;
            timeout = snapshot.HasCounters ? Period + Grace : Period;
            yield return Moment(snapshot, from, to, to - heard);
            from = to;
        }
    }

    /// <summary>Takes what a look saw of the process: its workers, which may have other names than the runtime gave them.</summary>
    public void Learn(BlockedSites seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        _workers.Add(seen.Workers);
    }

    /// <summary>Says why no more moments come. The connection closes first, and the system lists a process for a while
    /// longer: which of both it was cannot be determined.</summary>
    public string DescribeEnd() => FormattableString.Invariant(
        $"Process {Identity.Id} ({Identity.Name}) has ended, or has closed its diagnostic connection, as it does before it ends.");

    /// <summary>Ends the watch; the process goes on.</summary>
    public async ValueTask DisposeAsync()
    {
        _places.Dispose();
        if (_session is not null)
            await _session.DisposeAsync().ConfigureAwait(false);
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
            throw WatchRefusal.Of(processId);
        }
    }

    private EventPipeProvider[] Providers(bool withAwaits) =>
    [
        // A number that every culture reads: some would take a point for a group of thousands. At level Critical only
        // the counters come, which have none: at a higher one a server would also report every request.
        .. CounterSnapshot.Providers.Select(name => new EventPipeProvider(
            name,
            EventLevel.Critical,
            (long)EventKeywords.None,
            new Dictionary<string, string> { ["EventCounterIntervalSec"] = FormattableString.Invariant($"{100 / _parts}E-2") })),
        new EventPipeProvider(ClrTraceEventParser.ProviderName, EventLevel.Informational, ThreadingKeyword),
        new EventPipeProvider(
            AgentEvents.SourceName,
            EventLevel.Informational,
            (long)(withAwaits ? AgentEvents.Keywords.Pool | AgentEvents.Keywords.Awaits : AgentEvents.Keywords.Pool)),
    ];

    private void Subscribe(EventPipeEventSource source)
    {
        source.Clr.ThreadPoolWorkerThreadAdjustmentAdjustment += adjustment => _tally.Add(new PoolAdjustment(
            SinceOrigin(WatchSession.Timestamp(adjustment)),
            adjustment.NewWorkerThreadCount,
            Reason((int)adjustment.Reason),
            adjustment.AverageThroughput));
        source.Clr.ThreadPoolWorkerThreadStart += started => _workers.Add([started.ThreadID]);
        source.Dynamic.All += Keep;
    }

    private void Keep(TraceEvent told)
    {
        if (told.EventName == "EventCounters")
        {
            if (told.PayloadValue(0) is IDictionary<string, object> outer && outer["Payload"] is IDictionary<string, object> values)
                _tally.Add(told.ProviderName, values);
        }
        else if (told.ProviderName == AgentEvents.SourceName)
        {
            KeepLine(told);
            _awaits.Keep(told);
            if (told.EventName == nameof(AgentEvents.AgentFailed))
                _notTold = [.. _notTold ?? [], $"The agent cannot report {told.PayloadValue(0)} in this process: {told.PayloadValue(1)}"];
        }
    }

    private void KeepLine(TraceEvent told)
    {
        if (told.EventName == nameof(AgentEvents.PoolWork))
            _work = ((int)(long)told.PayloadValue(0), (long)told.PayloadValue(1), (long)told.PayloadValue(2));
        if (told.EventName != nameof(AgentEvents.PoolLine))
            return;
        PoolLine line = new(
            _work.Threads, (int)told.PayloadValue(0), (int)told.PayloadValue(1), (int)told.PayloadValue(2), (int)told.PayloadValue(3));
        _line = line;
        _tally.Add(new PoolSample(
            SinceOrigin(WatchSession.Timestamp(told)),
            line.Threads,
            line.InUse,
            line.Maximum - line.InUse,
            line.Ports,
            _work.Queue,
            _work.Completed));
    }

    private static AdjustmentReason Reason(int number) =>
        Enum.IsDefined((AdjustmentReason)number) ? (AdjustmentReason)number : AdjustmentReason.Unknown;

    private IReadOnlyList<string>? NotTold(bool spoke)
    {
        if (_parts == PartsWithoutAgent || _line is not null)
            return _notTold;
        _withoutAgent += spoke ? 1 : 0;
        return _withoutAgent < MomentsWithoutAgent ? _notTold : [.. _notTold ?? [], WatchAgentEntrance.NotRun];
    }

    private WatchSample Moment(CounterSnapshot snapshot, long from, long to, long silent)
    {
        // A process that is silent now may have been heard in the moment, by its agent alone: its figures of before are no figures of now.
        bool spoke = snapshot.HasCounters;
        TimeSpan? cpu = Cpu();
        TimeSpan? used = cpu - _cpu;
        _cpu = cpu;
        ProcessorFigures processors = _workers.Take(Nanoseconds.ToSeconds(to - from));
        // Of workers that are not known for such nobody knows what they did.
        int? sleeping = _workers.Workers is { } workers && workers.Known >= (_line?.Threads ?? 0)
            ? workers.Sleeping
            : null;
        if (sleeping is null)
            processors = processors with { WorkerSeconds = 0, WorkingSeconds = 0, WaitingSeconds = 0 };
        long lost = _session?.LostEvents ?? _lost;
        WatchSample moment = new()
        {
            FromNanoseconds = from,
            ToNanoseconds = to,
            SilentNanoseconds = silent,
            LostEvents = Math.Max(0, lost - _lost),
            CpuNanoseconds = used is { } time ? (long)time.TotalNanoseconds : null,
            Processors = cpu is null ? null : processors,
            Pool = spoke ? snapshot.Pool(_line, sleeping) : null,
            Runtime = spoke ? snapshot.Runtime() : null,
            Server = spoke ? snapshot.Server() : null,
            Client = spoke ? snapshot.Client() : null,
            Awaits = spoke && _awaits.Latest is { } awaits ? awaits with { Sites = [.. awaits.Sites.Take(MostAwaits)] } : null,
            NotTold = NotTold(spoke),
            Adjustments = snapshot.Adjustments,
            Samples = snapshot.Samples,
        };
        _lost = lost;
        return moment;
    }

    private TimeSpan? Cpu()
    {
        try
        {
            _process.Refresh();
            return _process.HasExited ? null : _process.TotalProcessorTime;
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception)
        {
            return null; // It has ended.
        }
    }

    private long SinceOrigin(long timestamp) => (long)((timestamp - _origin) * Nanoseconds.PerTick(_time.TimestampFrequency));
}
