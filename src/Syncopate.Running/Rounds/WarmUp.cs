using Syncopate.Agent;
using Syncopate.Load;
using Syncopate.Running.Servers;
using Syncopate.Statistics;

namespace Syncopate.Running.Rounds;

/// <summary>Drives servers until they are steady. All servers of a set are warmed side by side: nothing is measured yet.</summary>
internal sealed class WarmUp
{
    private static readonly TimeSpan Piece = TimeSpan.FromMilliseconds(250);

    // What has not been answered so long after the end is given up: it is in no figure, and the time belongs to the rounds.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(1);

    private readonly RunContext _run;
    private readonly ServerSet _serverSet;
    private readonly TimeSpan _floor;
    private readonly TimeSpan _ceiling;

    /// <param name="run">The run.</param>
    /// <param name="serverSet">The servers.</param>
    /// <param name="floor">Least time, at least 2 s.</param>
    /// <param name="ceiling">Most time; a server that is not steady by then gets a doubt.</param>
    public WarmUp(RunContext run, ServerSet serverSet, TimeSpan floor, TimeSpan ceiling)
    {
        _run = run;
        _serverSet = serverSet;
        _floor = floor;
        _ceiling = ceiling;
    }

    /// <summary>Warms every form of every plan, and journals a doubt when a server was not steady at the ceiling.</summary>
    public async Task RunAsync(IReadOnlyList<ExperimentPlan> plans, CancellationToken cancellationToken = default)
    {
        IEnumerable<IGrouping<IServer, (ExperimentPlan Plan, LoadRequest Request)>> byForm =
            from plan in plans
            from form in plan.Experiment.Workload.Forms
            group (Plan: plan, Request: Request(plan, plan.Warming.WarmPath(form))) by _serverSet[form.Form];
        IReadOnlyList<string?> unsettled = await ServerGuard.RunWhileAliveAsync(
            async token => await Task.WhenAll(byForm.Select(f => WarmAsync(f.Key, [.. f], token))).ConfigureAwait(false),
            _serverSet.Everyone,
            _run.Clock.Provider,
            cancellationToken).ConfigureAwait(false);
        List<string> names = [.. unsettled.OfType<string>()];
        if (names.Count > 0)
            _run.Journal.Append(NotSteady(plans.Count == 1 ? plans[0].Experiment.Id : null, names));
    }

    /// <summary>Warms one server; answers how it was unsettled at the ceiling, or null when it was steady.</summary>
    private async Task<string?> WarmAsync(
        IServer server, IReadOnlyList<(ExperimentPlan Plan, LoadRequest Request)> loads, CancellationToken cancellationToken)
    {
        using CancellationTokenSource late = new(Timeout.InfiniteTimeSpan, _run.Clock.Provider);
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, late.Token);
        Totals totals = new();
        Task driving = Task.WhenAll(loads.Select(load => DriveAsync(server, load, totals, end.Token)));
        SteadyReading reading;
        try
        {
            reading = await ObserveAsync(server, totals, driving, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // However it ends, nothing is sent any more when this returns: its server may be ended next.
            totals.Suffice();
            late.CancelAfter(Grace);
            await driving.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        await driving.ConfigureAwait(false);
        server.Unsettled = reading.Phase != SteadyPhase.Steady;
        return server.Unsettled ? Unsettled(server, reading) : null;
    }

    /// <summary>A piece of warm-up: few users, or the very rate, since a server in an open loop is steady at its rate.</summary>
    private static LoadRequest Request(ExperimentPlan plan, string path)
    {
        LoadShape load = plan.Experiment.Load is Arrivals { FromPerSecond: var rate }
            ? Arrivals.AtRate(rate, Piece)
            : new UsersForTime(Math.Min(plan.Experiment.Load.MaximumUsers, plan.Warming.MaximumWarmUsers), Piece);
        return plan.Warming.Request(path, load);
    }

    private async Task DriveAsync(IServer server, (ExperimentPlan Plan, LoadRequest Request) load, Totals totals, CancellationToken end)
    {
        using ILoadEngine engine = (_run.OpenWarmUp ?? _run.OpenEngine)(server.Target, load.Plan.Warming.Options);
        while (!totals.IsEnough && !end.IsCancellationRequested)
        {
            LoadResult result = await engine.RunAsync(load.Request, end).ConfigureAwait(false);
            totals.Add(result.Count, result.LatencySumNanoseconds);
            if (result.Failure is { } failure)
                throw new TargetFailedException($"{server.Name} while it was warmed: {failure.What}");
        }
    }

    private async Task<SteadyReading> ObserveAsync(IServer server, Totals totals, Task driving, CancellationToken cancellationToken)
    {
        SteadyState steady = new(_floor, _ceiling);
        long started = _run.Clock.ElapsedNanoseconds;
        while (true)
        {
            // What is cancelled ends the load, and that the wait.
            await Task.WhenAny(driving, Task.Delay(Piece, _run.Clock.Provider, CancellationToken.None)).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            if (driving.IsFaulted)
                await driving.ConfigureAwait(false);
            (long answers, double sum) = totals.Read();
            MonitorFrame? frame = server.Pool?.Latest;
            SteadyReading reading = steady.Observe(new SteadyObservation(
                _run.Clock.ElapsedNanoseconds - started, frame?.CompiledMethods ?? 0, frame?.Threads ?? 0, answers, sum));
            if (reading.Phase != SteadyPhase.Warming)
                return reading;
        }
    }

    private static string Unsettled(IServer server, SteadyReading reading)
    {
        string latency = double.IsFinite(reading.LatencyChangePercent)
            ? FormattableString.Invariant($"mean latency moving by {reading.LatencyChangePercent:0}%")
            : "too few answers to tell";
        if (server.Pool?.Latest is null)
            return $"{server.Name}: {latency}, and its threads and compiled methods are not known";
        return FormattableString.Invariant($"{server.Name}: {reading.CompiledPerSecond:0} methods compiled per second, ")
            + FormattableString.Invariant($"{reading.FewestThreads} to {reading.MostThreads} threads, {latency}");
    }

    private static Doubt NotSteady(string? experiment, IReadOnlyList<string> unsettled) => new(
        "not-steady",
        experiment,
        $"Not all servers were steady when their warm-up ended. {string.Join("; ", unsettled)}.",
        "A server that still compiles or adds threads gets faster while it is measured; random turns spread that over all forms, "
            + "but the intervals widen.",
        "Use a quieter machine, or give it more time: a longer run also warms its servers longer.");

    /// <summary>Answers of all loads on one server. Guarded by itself: several loads add, the observer reads and ends them.</summary>
    private sealed class Totals
    {
        private long _answers;
        private double _sum;
        private bool _isEnough;

        /// <summary>Whether no further load is wanted.</summary>
        public bool IsEnough
        {
            get
            {
                lock (this)
                    return _isEnough;
            }
        }

        public void Suffice()
        {
            lock (this)
                _isEnough = true;
        }

        public void Add(long answers, double latencySumNanoseconds)
        {
            lock (this)
            {
                _answers += answers;
                _sum += latencySumNanoseconds;
            }
        }

        public (long Answers, double Sum) Read()
        {
            lock (this)
                return (_answers, _sum);
        }
    }
}
