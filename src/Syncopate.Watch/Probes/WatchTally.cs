using System.Globalization;

namespace Syncopate.Watch.Probes;

/// <summary>Keeps what a process reports until it is taken for a moment. Thread-safe.</summary>
/// <param name="parts">How often a second the runtime sends its counters.</param>
internal sealed class WatchTally(int parts)
{
    // Runtimes send their own counters always in the same order; this one comes after those that are read here.
    private const string LastOfPeriod = "methods-jitted-count";
    private const string Runtime = "System.Runtime";

    // 10 per second for a minute: a moment is a second, and one that is longer is silent.
    private const int MostSamples = 600;

    private readonly Lock _gate = new();

    // All guarded by the gate. By provider and counter: what was added and over how many seconds since the last
    // look; gauges as they were last. A period of the runtime that has not come in whole waits for its rest: one that
    // was cut would be counted over different times.
    private readonly Dictionary<(string, string), (double Sum, double Seconds)> _increments = [];
    private readonly Dictionary<(string, string), (double Sum, double Seconds)> _coming = [];
    private readonly Dictionary<(string, string), double> _gauges = [];
    private readonly List<PoolAdjustment> _adjustments = [];
    private readonly List<PoolSample> _samples = [];
    private int _sent;
    private TaskCompletionSource _period = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when the runtime's next counters of a second have come.</summary>
    public Task NextPeriod
    {
        get
        {
            lock (_gate)
                return _period.Task;
        }
    }

    /// <summary>Takes one counter.</summary>
    public void Add(string provider, IDictionary<string, object> values)
    {
        if (!values.TryGetValue("Name", out object? named) || named is not string name)
            return;
        TaskCompletionSource? ended = null;
        lock (_gate)
        {
            if (values.TryGetValue("Increment", out object? increment))
            {
                Count(provider == Runtime ? _coming : _increments, (provider, name), (Number(increment), Number(values["IntervalSec"])));
            }
            else if (values.TryGetValue("Mean", out object? mean))
            {
                _gauges[(provider, name)] = Number(mean);
            }

            if (provider == Runtime && name == LastOfPeriod)
                ended = EndPart();
        }

        ended?.SetResult();
    }

    /// <summary>Takes a decision of the pool.</summary>
    public void Add(PoolAdjustment adjustment)
    {
        lock (_gate)
            _adjustments.Add(adjustment);
    }

    /// <summary>Takes a sample of the agent.</summary>
    public void Add(PoolSample sample)
    {
        lock (_gate)
        {
            if (_samples.Count < MostSamples)
                _samples.Add(sample);
        }
    }

    /// <summary>All since the last call.</summary>
    public CounterSnapshot Take()
    {
        lock (_gate)
        {
            CounterSnapshot snapshot = new(
                _increments.ToDictionary(),
                _gauges.ToDictionary(),
                [.. _adjustments],
                [.. _samples]);
            _increments.Clear();
            _adjustments.Clear();
            _samples.Clear();
            return snapshot;
        }
    }

    /// <summary>Keeps a part of a period that has come in whole; what is to be completed when it is the last of its period.</summary>
    private TaskCompletionSource? EndPart()
    {
        foreach (((string, string) counter, (double Sum, double Seconds) added) in _coming)
            Count(_increments, counter, added);
        _coming.Clear();
        if (++_sent % parts != 0)
            return null;
        TaskCompletionSource ended = _period;
        _period = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        return ended;
    }

    private static void Count(
        Dictionary<(string, string), (double Sum, double Seconds)> increments, (string, string) counter, (double Sum, double Seconds) added)
    {
        (double sum, double seconds) = increments.GetValueOrDefault(counter);
        increments[counter] = (sum + added.Sum, seconds + added.Seconds);
    }

    private static double Number(object value) => Convert.ToDouble(value, CultureInfo.InvariantCulture);
}
