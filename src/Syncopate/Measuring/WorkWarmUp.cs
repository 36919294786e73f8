using Syncopate.Load;
using Syncopate.Statistics;
using Syncopate.ThreadPools;

namespace Syncopate.Measuring;

/// <summary>Calls the work of several plans inside one server, each form in turn, until the server is steady; and learns how many calls fill a slot.</summary>
public sealed class WorkWarmUp
{
    // Slices of 5 to 20 ms cost equally little precision on a drifting machine (1 s costs 25 to 50 times as much). The longest: what a slot costs around them, preparing
    // and writing it down, is some 18 ms, and a list of 2 ms needs ten calls to have its share of collections.
    private const double SliceNanoseconds = 20e6;

    // Where one form takes a thousand times as long as another, slots that suit the fast one would last for seconds.
    private const double LongestSliceNanoseconds = 60e6;
    private const int MostCalls = 1000;

    private readonly RunContext _run;
    private readonly Lineup _lineup;
    private readonly TimeSpan _floor;
    private readonly TimeSpan _ceiling;

    /// <param name="run">The run.</param>
    /// <param name="lineup">One server for all forms.</param>
    /// <param name="floor">Least time, at least 2 s.</param>
    /// <param name="ceiling">Most time; a server that has not settled by then gets a doubt.</param>
    public WorkWarmUp(RunContext run, Lineup lineup, TimeSpan floor, TimeSpan ceiling)
    {
        _run = run;
        _lineup = lineup;
        _floor = floor;
        _ceiling = ceiling;
    }

    /// <summary>Warms the server.</summary>
    /// <param name="plans">Plans with work; all for this server.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>For each plan the calls of a slot of about 20 ms, by the fastest call of any form, but at most 60 ms by that of the slowest: fixed once, equal for all forms.</returns>
    public async Task<IReadOnlyList<CallsInProcess>> RunAsync(IReadOnlyList<ExperimentPlan> plans, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(plans);
        List<Drivers> drivers = [.. plans.Select(p => Drivers.Of(_run, p, _lineup, _lineup))];
        try
        {
            IServer server = _lineup[plans[0].Experiment.Workload.Forms[0].Form];
            List<FormTimes> best = [.. plans.Select(p => new FormTimes(p.Experiment))];
            SteadyReading reading = await CycleAsync(server, drivers, best, cancellationToken).ConfigureAwait(false);
            server.Unsettled = reading.Phase != SteadyPhase.Steady;
            if (server.Unsettled)
                _run.Journal.Append(NotSteady(plans[0].Experiment, server, reading));
            return [.. best.Select(b => b.Slice())];
        }
        finally
        {
            drivers.ForEach(d => d.Dispose());
        }
    }

    private async Task<SteadyReading> CycleAsync(IServer server, List<Drivers> drivers, List<FormTimes> best, CancellationToken cancellationToken)
    {
        var steady = new SteadyState(_floor, _ceiling);
        long started = _run.Clock.ElapsedNanoseconds;
        (long answers, double sum) = (0, 0);
        while (true)
        {
            for (int i = 0; i < drivers.Count; i++)
            {
                foreach (SlotDriver driver in drivers[i].OfForms)
                {
                    LoadResult result = await driver.RehearseAsync(best[i].Slice(), cancellationToken).ConfigureAwait(false);
                    best[i].Add(driver, result.Latencies.Minimum);
                    (answers, sum) = (answers + result.Count, sum + result.LatencySumNanoseconds);
                }
            }

            MonitorFrame? frame = server.Pool?.Latest;
            SteadyReading reading = steady.Observe(new SteadyObservation(
                _run.Clock.ElapsedNanoseconds - started, frame?.CompiledMethods ?? 0, frame?.Threads ?? 0, answers, sum));
            if (reading.Phase != SteadyPhase.Warming)
                return reading;
        }
    }

    private static Doubt NotSteady(Experiment experiment, IServer server, SteadyReading reading) => new(
        "not-steady",
        experiment.ListedId,
        FormattableString.Invariant($"{server.Name} had not settled when its warm-up ended: {reading.CompiledPerSecond:0} methods compiled a second, {reading.FewestThreads} to {reading.MostThreads} threads."),
        "A server that still compiles gets faster while it is measured; random turns spread that over all forms, but the intervals widen.",
        "Use a quieter machine; a run without --quick also warms its servers longer.");

    /// <summary>The fastest call of each form so far; before the first one, a slot is a single call.</summary>
    private sealed class FormTimes(Experiment experiment)
    {
        private readonly Dictionary<SlotDriver, long> _best = [];
        private readonly int _loopLength = (experiment.Load as CallsInProcess)?.LoopLength ?? 1;

        public void Add(SlotDriver form, long nanoseconds) => _best[form] = Math.Min(nanoseconds, _best.GetValueOrDefault(form, long.MaxValue));

        public CallsInProcess Slice()
        {
            (long fastest, long slowest) = _best.Count < experiment.Workload.Forms.Count ? (long.MaxValue, long.MaxValue) : (_best.Values.Min(), _best.Values.Max());
            double calls = Math.Min(SliceNanoseconds / Math.Max(1, fastest), LongestSliceNanoseconds / Math.Max(1, slowest));
            return new CallsInProcess((int)Math.Clamp(calls, 1, MostCalls), _loopLength);
        }
    }
}
