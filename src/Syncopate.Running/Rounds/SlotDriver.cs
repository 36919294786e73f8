using Syncopate.Agent;
using Syncopate.Histograms;
using Syncopate.Load;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;
using Syncopate.Running.Showing;
using Syncopate.Units;

namespace Syncopate.Running.Rounds;

/// <summary>Drives one form of one experiment against its server, slot by slot, and makes the journal's record of each.</summary>
internal sealed class SlotDriver : IDisposable
{
    private static readonly TimeSpan SnapshotTimeout = TimeSpan.FromSeconds(2);

    private static readonly IReadOnlyDictionary<string, double> NoCounters = new Dictionary<string, double>();

    private readonly RunContext _run;
    private readonly ExperimentPlan _plan;
    private readonly WorkloadForm _form;
    private readonly ServerSet _serverSet;
    private readonly IServer _server;
    private readonly SlotLoader? _loader;

    public SlotDriver(RunContext run, ExperimentPlan plan, WorkloadForm form, ServerSet serverSet)
    {
        _run = run;
        _plan = plan;
        _form = form;
        _serverSet = serverSet;
        _server = serverSet[form.Form];
        _loader = plan.Work is HttpWork ? new SlotLoader(run, plan, form, serverSet) : null;
    }

    /// <summary>What follows each slot until the server's monitor has reported all of it.</summary>
    public TimeSpan Settling => _server.Monitor?.Settling ?? TimeSpan.Zero;

    /// <summary>Sends without recording: to compile the code of a new process, or to bring a profile to its working point.</summary>
    public Task WarmAsync(LoadShape shape, CancellationToken cancellationToken) => Loader.WarmAsync(shape, cancellationToken);

    /// <summary>As <see cref="SlotLoader.WarmAgentsAsync"/>; nothing for work that is no load.</summary>
    public Task WarmAgentsAsync(LoadShape load, CancellationToken cancellationToken) =>
        _loader?.WarmAgentsAsync(load, cancellationToken) ?? Task.CompletedTask;

    /// <summary>Does some of the plan's work on a warm server, without recording it, to learn how long a slot must be.</summary>
    /// <param name="shape">The load.</param>
    /// <param name="timeout">When to give up what has not been answered by then; whole processes are waited for.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public Task<LoadResult> PilotAsync(LoadShape shape, TimeSpan timeout, CancellationToken cancellationToken) =>
        _loader?.TryAsync(shape, timeout, cancellationToken) ?? RehearseAsync(shape, cancellationToken);

    /// <summary>Looks at where the server blocks its threads, under a load that lasts as long as the look.</summary>
    /// <param name="probe">How to look.</param>
    /// <param name="window">For how long.</param>
    /// <param name="shape">The load, whose answers are not counted; it lasts longer than the window.</param>
    /// <param name="cancellationToken">Ends both.</param>
    /// <returns>Null when the server's process is not known or does not let itself be looked into.</returns>
    public async Task<BlockedSites?> ProbeAsync(
        Func<int, TimeSpan, CancellationToken, Task<BlockedSites>> probe, TimeSpan window, LoadShape shape,
        CancellationToken cancellationToken)
    {
        if (_server.ProcessId is not { } process)
            return null;
        Task<LoadResult> load = Loader.TryAsync(shape, timeout: null, cancellationToken);
        try
        {
            return await probe(process, window, cancellationToken).ConfigureAwait(false);
        }
        catch (TargetFailedException)
        {
            return null; // It reports nothing of itself: another runtime, another user. Whether it serves is the load's to say.
        }
        finally
        {
            await load.ConfigureAwait(false);
        }
    }

    /// <summary>Does the plan's work without recording it.</summary>
    /// <exception cref="InvalidOperationException">The plan is a load.</exception>
    public async Task<LoadResult> RehearseAsync(LoadShape shape, CancellationToken cancellationToken)
    {
        SlotPlace place = new(_form.Form, SlotKind.WarmUp, 0, 0, _server.Target.BaseAddress);
        (LoadResult result, _) = await CallAsync(place, shape, cancellationToken).ConfigureAwait(false);
        return result;
    }

    /// <summary>Runs one slot. Whatever makes it unfit to be kept is thrown, so that a slot in the journal is a whole one.</summary>
    /// <exception cref="TargetFailedException">A server died, or stopped answering.</exception>
    /// <exception cref="SendersLostException">An agent was lost in it, and is there again.</exception>
    /// <exception cref="OperationCanceledException">The user stopped the run.</exception>
    public async Task<Slot> RunAsync(SlotKind kind, int round, int position, SlotLoad load, CancellationToken cancellationToken)
    {
        SlotPlace place = new(_form.Form, kind, round, position, _server.Target.BaseAddress);
        if (_run.Feed is { } feed)
            await feed.AwaitTurnAsync(cancellationToken).ConfigureAwait(false);
        if (_loader is not null)
            await CallAsync(_loader.Tally.ResetAsync(place, cancellationToken), cancellationToken).ConfigureAwait(false);

        DateTimeOffset startedUtc = _run.Clock.UtcNow;
        MonitorFrame? first = await SnapshotAsync(cancellationToken).ConfigureAwait(false);
        _server.Monitor?.Take(); // What came before is not this slot's.
        SlotWatch watch = _run.ReadCounts(_server.ProcessId);
        long? cpuBefore = _server.CpuNanoseconds;
        LiveSlotPlace drawn = new(_plan.Experiment.Id, place.Form, kind, round, load.Shape.MaximumUsers)
        {
            IsAtRate = load.Shape is Arrivals,
        };
        LiveSlot? shown = _run.Feed?.Begin(drawn, _loader?.Engine, _server.Pool);
        // Only a load has a request: work of its own has a name where others have a path.
        (LoadResult result, SlotWork? work) = _loader is null
            ? await CallAsync(place, load.Shape, cancellationToken).ConfigureAwait(false)
            : (await _loader.SendAsync(place, load, shown?.Ring, cancellationToken).ConfigureAwait(false), null);
        long? cpu = _server.CpuNanoseconds - cpuBefore;
        SlotConditions conditions = watch.Until(_run.ReadCounts(_server.ProcessId), result);
        MonitorFrame? last = await SnapshotAsync(cancellationToken).ConfigureAwait(false);
        TargetUse? seen = await SeenAsync(cpu, cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();

        Task<IReadOnlyDictionary<string, double>> counting = _loader?.Tally.ReadAsync(place, cancellationToken)
            ?? Task.FromResult(work?.Counters ?? NoCounters);
        await CallAsync(counting, cancellationToken).ConfigureAwait(false);
        Observation observation = new(load, first, last, result, work)
        {
            Seen = seen
                ?? ((work is null ? cpu : work.CpuNanoseconds) is { } used ? TargetUse.OfCpu(used, work?.AllocatedBytes ?? 0) : null),
        };
        IReadOnlyDictionary<string, double> counters = await counting.ConfigureAwait(false);
        Slot slot = ToSlot(place, startedUtc, observation) with { Conditions = conditions, Counters = counters };
        _run.Feed?.End(slot);
        return slot;
    }

    /// <summary>Runs slots that have their turns one right after the other; what is not of the calls alone is reported for
    /// all of them together.</summary>
    /// <exception cref="TargetFailedException">The server died, or stopped answering.</exception>
    /// <exception cref="OperationCanceledException">The user stopped the run.</exception>
    public async Task<IReadOnlyList<Slot>> RunTurnsAsync(
        IReadOnlyList<RoundTurn> turns, CallsInProcess load, CancellationToken cancellationToken)
    {
        TurnWork work = _plan.Work as TurnWork ?? throw new InvalidOperationException($"{_plan.Experiment.Id} takes no turns.");
        List<SlotPlace> places = [.. turns.Select(t => new SlotPlace(t.Form, t.Kind, t.Round, t.Position, _server.Target.BaseAddress))];
        DateTimeOffset startedUtc = _run.Clock.UtcNow;
        MonitorFrame? first = await SnapshotAsync(cancellationToken).ConfigureAwait(false);
        SlotWatch watch = _run.ReadCounts(_server.ProcessId);
        long started = _run.Clock.Provider.GetTimestamp();
        Task<IReadOnlyList<SlotWork>> doing = ServerGuard.RunWhileAliveAsync(
            token => work.Take(places, load, token), _serverSet.Everyone, _run.Clock.Provider, cancellationToken);
        await CallAsync(doing, cancellationToken).ConfigureAwait(false);
        IReadOnlyList<SlotWork> done = await doing.ConfigureAwait(false);
        SlotConditions all = watch.Until(_run.ReadCounts(_server.ProcessId), done[0].ToResult(started));
        MonitorFrame? last = await SnapshotAsync(cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        return
        [
            .. places.Zip(done, (place, part) => ToSlot(
                place,
                startedUtc + Nanoseconds.ToTimeSpan(part.AtNanoseconds),
                new Observation(
                    new SlotLoad(load, TimeSpan.Zero),
                    first,
                    last,
                    part.ToResult(started + (long)(part.AtNanoseconds * Nanoseconds.TicksIn(_run.Clock.Provider.TimestampFrequency))),
                    part)) with
            {
                Conditions = new SlotConditions(all.BusyShare, all.StolenShare, null, null, null),
                Counters = part.Counters,
            }),
        ];
    }

    /// <summary>What a monitor outside the process saw of the slot, once it can have seen all of it. The processor time
    /// is the system's, which is exact.</summary>
    private async Task<TargetUse?> SeenAsync(long? cpuNanoseconds, CancellationToken cancellationToken)
    {
        if (_server.Monitor is not { } monitor)
            return null;
        await monitor.SettleAsync(cancellationToken).ConfigureAwait(false);
        return monitor.Take() is { } use ? use with { CpuNanoseconds = cpuNanoseconds ?? use.CpuNanoseconds } : null;
    }

    private Task<MonitorFrame?> SnapshotAsync(CancellationToken cancellationToken) =>
        _server.Pool?.SnapshotAsync(SnapshotTimeout, _run.Clock.Provider, cancellationToken) ?? Task.FromResult<MonitorFrame?>(null);

    private async Task<(LoadResult Result, SlotWork? Work)> CallAsync(
        SlotPlace place, LoadShape shape, CancellationToken cancellationToken)
    {
        OwnWork work = _plan.Work as OwnWork
            ?? throw new InvalidOperationException($"{_plan.Experiment.Id} is a load: warm it as one.");
        long started = _run.Clock.Provider.GetTimestamp();
        Task<SlotWork> doing = ServerGuard.RunWhileAliveAsync(
            token => work.Do(place, shape, token), _serverSet.Everyone, _run.Clock.Provider, cancellationToken);
        await CallAsync(doing, cancellationToken).ConfigureAwait(false);
        SlotWork done = await doing.ConfigureAwait(false);
        return (done.ToResult(started), done);
    }

    private SlotLoader Loader =>
        _loader ?? throw new InvalidOperationException($"{_plan.Experiment.Id} has work of its own and drives no load.");

    /// <summary>Calls that prepare, do or read a slot fail like the servers they talk to.</summary>
    private async Task CallAsync(Task call, CancellationToken cancellationToken)
    {
        try
        {
            await call.ConfigureAwait(false);
        }
        catch (HttpRequestException e)
        {
            await ServerGuard.AwaitDeathAsync(_serverSet.Everyone, _run.Clock.Provider, cancellationToken).ConfigureAwait(false);
            throw new TargetFailedException($"{_server.Name} or a service behind it could not do what a slot needs: {e.Message}");
        }
    }

    private Slot ToSlot(SlotPlace place, DateTimeOffset startedUtc, Observation observation)
    {
        LoadResult result = observation.Result;
        IReadOnlyList<PoolSample> pool = Samples(observation);
        return new Slot
        {
            Experiment = _plan.Experiment.Id,
            Round = place.Round,
            Position = place.Position,
            Form = place.Form,
            Kind = place.Kind,
            // Each run of a command is a process of its own.
            Process = _plan.Experiment.Load is WholeProcesses ? Math.Max(1, place.Round) : _server.Ordinal,
            Unsettled = _server.Unsettled,
            Users = observation.Load.Shape.MaximumUsers,
            StartedNanoseconds = _run.Clock.NanosecondsAt(result.StartedTimestamp),
            StartedUtc = startedUtc,
            DurationNanoseconds = _run.Clock.NanosecondsAt(result.EndedTimestamp) - _run.Clock.NanosecondsAt(result.StartedTimestamp),
            Count = result.Count,
            Discarded = result.Discarded,
            Drained = result.Drained,
            DrainNanoseconds = (long)result.DrainNanoseconds,
            Errors = result.Errors,
            Histogram = HistogramCodec.Encode(result.Latencies),
            LatencySumNanoseconds = result.LatencySumNanoseconds,
            BodyBytes = result.BodyBytes,
            FailedBodyBytes = result.FailedBodyBytes,
            OtherBodies = result.OtherBodies,
            // Requests that are due at a rate are not users: what makes them late is counted as latency.
            InFlightShare = result.Lateness is null ? result.InFlightShare : 1,
            GeneratorBusyShare = result.Threads.Count > 0 ? result.Threads.Max(t => t.BusyShare) : null,
            GeneratorCpuNanoseconds = result.GeneratorCpuNanoseconds,
            Target = observation is { First: { } from, Last: { } to } ? Use(from, to, pool, observation.Work)
                : observation.Seen,
            Pool = pool,
            Traces = result.Traces,
            Slowest = result.Slowest is { Count: > 0 } slowest ? slowest : null,
            Counters = NoCounters,
        };
    }

    /// <summary>The samples of every 100 ms, between the two that were asked for at the slot's ends.</summary>
    private IReadOnlyList<PoolSample> Samples(Observation observation)
    {
        if (observation is not { First: { } first, Last: { } last })
            return [];
        long origin = observation.Result.StartedTimestamp;
        IEnumerable<PoolSample> between = _server.Pool?.Between(origin, observation.Result.EndedTimestamp) ?? [];
        return [PoolWatch.Sample(first, origin), .. between, PoolWatch.Sample(last, origin)];
    }

    private static TargetUse Use(MonitorFrame from, MonitorFrame to, IReadOnlyList<PoolSample> pool, SlotWork? work) => new(
        work?.CpuNanoseconds ?? to.CpuNanoseconds - from.CpuNanoseconds,
        work?.AllocatedBytes ?? to.AllocatedBytes - from.AllocatedBytes,
        work?.Collections?[0] ?? to.Gen0 - from.Gen0,
        work?.Collections?[1] ?? to.Gen1 - from.Gen1,
        work?.Collections?[2] ?? to.Gen2 - from.Gen2,
        to.CompiledMethods - from.CompiledMethods,
        to.CompletedItems - from.CompletedItems,
        pool.Max(s => s.Threads),
        pool.Max(s => s.QueueLength));

    public void Dispose() => _loader?.Dispose();

    /// <summary>What a slot saw: the load or the work, and the server just before and after it.</summary>
    private sealed record Observation(SlotLoad Load, MonitorFrame? First, MonitorFrame? Last, LoadResult Result, SlotWork? Work)
    {
        /// <summary>What is known of a server without a monitor inside; null for nothing.</summary>
        public TargetUse? Seen { get; init; }
    }
}
