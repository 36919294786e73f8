using System.Globalization;

namespace Syncopate.Watch.Probes;

/// <summary>Adds up the counters of a process as they come. Thread-safe.</summary>
internal sealed class CounterTally
{
    // Runtimes send their counters always in the same order; those after this one are not read here.
    private const string LastOfPeriod = "methods-jitted-count";

    private readonly Lock _gate = new();

    // All guarded by the gate. Increments since the last look, by name; gauges keep the highest since then, and what they said last.
    private readonly Dictionary<string, double> _increments = new(StringComparer.Ordinal);
    private readonly Dictionary<string, double> _highest = new(StringComparer.Ordinal);
    private readonly Dictionary<string, double> _last = new(StringComparer.Ordinal);
    private double? _compiled;
    private long _latest = long.MinValue;
    private TaskCompletionSource _period = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when a period has come in whole that ended after a moment. The next one to come may be older:
    /// a reader of events holds those of one thread back until it knows that no earlier event of another thread is to come.</summary>
    /// <param name="timestamp">The moment, by the clock of the events.</param>
    public async Task PeriodAfterAsync(long timestamp)
    {
        while (true)
        {
            Task next;
            lock (_gate)
            {
                if (_latest >= timestamp)
                    return;
                next = _period.Task;
            }

            await next.ConfigureAwait(false);
        }
    }

    /// <summary>Takes one counter of one period; true when it was the one by which periods are counted.</summary>
    /// <param name="values">What was sent.</param>
    /// <param name="timestamp">When, by the clock of the events.</param>
    public bool Add(IDictionary<string, object> values, long timestamp)
    {
        if (!values.TryGetValue("Name", out object? named) || named is not string name)
            return false;
        lock (_gate)
        {
            if (values.TryGetValue("Increment", out object? increment))
                _increments[name] = _increments.GetValueOrDefault(name) + Number(increment);
            else if (values.TryGetValue("Mean", out object? mean))
                Gauge(name, Number(mean));
        }

        if (name == LastOfPeriod)
            EndPeriod(timestamp);
        return name == "threadpool-thread-count";
    }

    /// <summary>Everything since the last look.</summary>
    public TargetUse Take(long cpuNanoseconds)
    {
        lock (_gate)
        {
            double compiled = _last.GetValueOrDefault("methods-jitted-count");
            TargetUse use = new(
                cpuNanoseconds,
                (long)_increments.GetValueOrDefault("alloc-rate"),
                (int)_increments.GetValueOrDefault("gen-0-gc-count"),
                (int)_increments.GetValueOrDefault("gen-1-gc-count"),
                (int)_increments.GetValueOrDefault("gen-2-gc-count"),
                (long)(compiled - (_compiled ?? compiled)),
                (long)_increments.GetValueOrDefault("threadpool-completed-items-count"),
                (int)Highest("threadpool-thread-count"),
                (long)Highest("threadpool-queue-length"));
            _compiled = compiled;
            _increments.Clear();
            _highest.Clear();
            return use;
        }
    }

    private void EndPeriod(long timestamp)
    {
        TaskCompletionSource ended;
        lock (_gate)
        {
            _latest = timestamp;
            ended = _period;
            _period = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        ended.SetResult();
    }

    private void Gauge(string name, double value)
    {
        _last[name] = value;
        _highest[name] = Math.Max(value, _highest.GetValueOrDefault(name));
    }

    private double Highest(string name) => _highest.TryGetValue(name, out double highest) ? highest : _last.GetValueOrDefault(name);

    private static double Number(object value) => Convert.ToDouble(value, CultureInfo.InvariantCulture);
}
