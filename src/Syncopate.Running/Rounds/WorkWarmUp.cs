using Syncopate.Agent;
using Syncopate.Load;
using Syncopate.Running.Servers;
using Syncopate.Statistics;

namespace Syncopate.Running.Rounds;

/// <summary>Calls the work of several plans inside one server, each form in turn, until the server is steady; and
/// learns how many calls fill a slot.</summary>
internal sealed class WorkWarmUp
{
    /// <summary>Length of a slot that is asked for alone: 20 ms. Slices of 5 to 20 ms cost equally little precision on
    /// a drifting machine (1 s costs 25 to 50 times as much); the longest of them, since what a slot costs around it, preparing and
    /// writing it down, is some 18 ms.</summary>
    public static readonly TimeSpan UsualSlot = TimeSpan.FromMilliseconds(20);

    // Where one form takes a thousand times as long as another, slots that suit the fast one would last for seconds.
    private const int LongestOfUsual = 3;
    private const int MostCalls = 1000;

    // The first call compiles; on a machine that has no time for a second cycle, it must not be the fastest that is known.
    private const int FirstCalls = 3;

    private readonly RunContext _run;
    private readonly ServerSet _serverSet;
    private readonly TimeSpan _floor;
    private readonly TimeSpan _ceiling;
    private readonly TimeSpan _slot;

    /// <param name="run">The run.</param>
    /// <param name="serverSet">One server for all forms.</param>
    /// <param name="floor">Least time, at least 2 s.</param>
    /// <param name="ceiling">Most time; a server that is not steady by then gets a doubt.</param>
    /// <param name="slot">Length of a slot to find the calls for.</param>
    public WorkWarmUp(RunContext run, ServerSet serverSet, TimeSpan floor, TimeSpan ceiling, TimeSpan slot)
    {
        _slot = slot;
        _run = run;
        _serverSet = serverSet;
        _floor = floor;
        _ceiling = ceiling;
    }

    /// <summary>Warms the server.</summary>
    /// <param name="plans">Plans with work; all for this server.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>For each plan the calls of a slot, fixed once and equal for all forms, by the fastest call of any form;
    /// where another form takes longer, by at most three times the length in that one. Null for a plan that was not reached before the
    /// time was over.</returns>
    public async Task<IReadOnlyList<CallsInProcess?>> RunAsync(
        IReadOnlyList<ExperimentPlan> plans, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(plans);
        List<Drivers> drivers = [.. plans.Select(p => Drivers.Of(_run, p, _serverSet, _serverSet))];
        try
        {
            IServer server = _serverSet[plans[0].Experiment.Workload.Forms[0].Form];
            List<FormTimes> best = [.. plans.Select(p => new FormTimes(p, _slot.TotalNanoseconds))];
            SteadyReading reading = await CycleAsync(server, drivers, best, cancellationToken).ConfigureAwait(false);
            server.Unsettled = reading.Phase != SteadyPhase.Steady;
            if (server.Unsettled)
                _run.Journal.Append(NotSteady(plans[0].Experiment, server, reading));
            return [.. best.Select(b => b.IsKnown ? b.Slice() : null)];
        }
        finally
        {
            drivers.ForEach(d => d.Dispose());
        }
    }

    private async Task<SteadyReading> CycleAsync(
        IServer server, List<Drivers> drivers, List<FormTimes> best, CancellationToken cancellationToken)
    {
        SteadyState steady = new(_floor, _ceiling);
        long started = _run.Clock.ElapsedNanoseconds;
        bool IsOver() => _run.Clock.ElapsedNanoseconds - started >= _ceiling.TotalNanoseconds && best[0].IsKnown;
        (long answers, double sum) = (0, 0);
        // Else a first cycle that takes longer than all of the time would be followed by another one.
        steady.Observe(Observation(server, 0, answers, sum));
        while (true)
        {
            // On a busy machine a single cycle may take longer than all of the time; one plan is always made ready.
            for (int i = 0; i < drivers.Count && !IsOver(); i++)
            {
                foreach (SlotDriver driver in drivers[i].OfForms)
                {
                    LoadResult result = await driver.RehearseAsync(best[i].Slice(), cancellationToken).ConfigureAwait(false);
                    best[i].Add(driver, result.Latencies.Minimum);
                    (answers, sum) = (answers + result.Count, sum + result.LatencySumNanoseconds);
                }
            }

            SteadyReading reading = steady.Observe(Observation(server, _run.Clock.ElapsedNanoseconds - started, answers, sum));
            if (reading.Phase != SteadyPhase.Warming)
                return reading;
        }
    }

    private static SteadyObservation Observation(IServer server, long atNanoseconds, long answers, double sum)
    {
        MonitorFrame? frame = server.Pool?.Latest;
        return new SteadyObservation(atNanoseconds, frame?.CompiledMethods ?? 0, frame?.Threads ?? 0, answers, sum);
    }

    private static Doubt NotSteady(Experiment experiment, IServer server, SteadyReading reading) => new(
        "not-steady",
        experiment.ListedId,
        FormattableString.Invariant(
            $"{server.Name} was not steady when its warm-up ended: {reading.CompiledPerSecond:0} methods compiled per second, ")
            + FormattableString.Invariant($"{reading.FewestThreads} to {reading.MostThreads} threads."),
        "A server that still compiles gets faster while it is measured; random turns spread that over all forms, but the intervals widen.",
        "Use a quieter machine; a run without --quick also warms its servers longer.");

    /// <summary>The fastest call of each form so far.</summary>
    private sealed class FormTimes(ExperimentPlan plan, double slotNanoseconds)
    {
        private readonly Dictionary<SlotDriver, long> _best = [];
        private readonly int _loopLength = (plan.Experiment.Load as CallsInProcess)?.LoopLength ?? 1;

        public bool IsKnown => _best.Count == plan.Experiment.Workload.Forms.Count;

        public void Add(SlotDriver form, long nanoseconds) =>
            _best[form] = Math.Min(nanoseconds, _best.GetValueOrDefault(form, long.MaxValue));

        public CallsInProcess Slice()
        {
            if (!IsKnown)
                return new CallsInProcess(FirstCalls, _loopLength);
            (long fastest, long slowest) = (_best.Values.Min(), _best.Values.Max());
            double calls = Math.Min(slotNanoseconds / Math.Max(1, fastest), LongestOfUsual * slotNanoseconds / Math.Max(1, slowest));
            return new CallsInProcess((int)Math.Clamp(calls, 1, MostCalls), _loopLength);
        }
    }
}
