using System.Diagnostics;
using System.Diagnostics.Metrics;
using Syncopate.Histograms;
using Syncopate.Units;
using Syncopate.Watch;

namespace Syncopate.Telemetry;

/// <summary>The instruments, and what of each record goes into them. Names and units are those of docs/telemetry.md.</summary>
internal sealed class TelemetryMetrics : IDisposable
{
    /// <summary>Name of the meter.</summary>
    public const string Meter = "Syncopate";

    /// <summary>Name of the histogram of latencies.</summary>
    public const string Duration = "syncopate.request.duration";

    private readonly Meter _meter = new(Meter);
    private readonly Histogram<double> _duration;
    private readonly Counter<long> _requests;
    private readonly Counter<long> _errors;
    private readonly Counter<double> _cpu;
    private readonly Gauge<long> _threads;
    private readonly Gauge<long> _queue;
    private readonly Gauge<long> _inFlight;

    public TelemetryMetrics()
    {
        _duration = _meter.CreateHistogram<double>(Duration, "s", "Latency of good answers, of the load generator's side.");
        _requests = _meter.CreateCounter<long>("syncopate.requests", "{request}", "Good answers.");
        _errors = _meter.CreateCounter<long>("syncopate.errors", "{request}", "Failed requests, by kind.");
        _cpu = _meter.CreateCounter<double>("syncopate.target.cpu.time", "s", "Processor time of the target's process.");
        _threads = _meter.CreateGauge<long>("syncopate.target.threads", "{thread}",
            "Threads of the target's pool, the most in the slot or second.");
        _queue = _meter.CreateGauge<long>("syncopate.target.queue.length", "{item}",
            "Work items waiting for a thread, the most in the slot or second.");
        _inFlight = _meter.CreateGauge<long>("syncopate.requests.in_flight", "{request}", "Requests in flight at the end of the second.");
    }

    /// <summary>Takes a record; true when it brought figures.</summary>
    public bool Take(JournalRecord record)
    {
        switch (record)
        {
            case Slot { Kind: not SlotKind.WarmUp } slot:
                Take(slot);
                return true;
            case IntervalRecord interval:
                TagList none = [];
                Take(interval.Histogram, interval.Count, interval.Errors, none);
                Take(interval.Target, none);
                _inFlight.Record(interval.InFlight);
                return true;
            default:
                return false;
        }
    }

    /// <summary>Takes a second of a watched process.</summary>
    public void Take(WatchSample moment)
    {
        if (moment.Pool is { } pool)
        {
            _threads.Record(pool.Threads);
            _queue.Record(pool.LongestQueue);
        }

        if (moment.CpuNanoseconds is { } cpu)
            _cpu.Add(Nanoseconds.ToSeconds(cpu));
        if (moment.Server is { } server)
            _inFlight.Record(server.InFlight);
    }

    public void Dispose() => _meter.Dispose();

    private void Take(Slot slot)
    {
        TagList tags = new()
        {
            { "syncopate.experiment", slot.Experiment },
            { "syncopate.form", TelemetrySpans.Name(slot.Form) },
            { "syncopate.slot", TelemetrySpans.Name(slot.Kind) },
            { "syncopate.users", slot.Users },
        };
        Take(slot.Histogram, slot.Count, slot.Errors, tags);
        Take(slot.Target, tags);
    }

    private void Take(string histogram, long count, IReadOnlyDictionary<string, long> errors, in TagList tags)
    {
        _requests.Add(count, tags);
        foreach ((string kind, long failed) in errors)
        {
            TagList named = tags;
            named.Add("error.type", kind);
            _errors.Add(failed, named);
        }

        if (!_duration.Enabled)
            return;
        foreach (HistogramBucket bucket in HistogramCodec.Decode(histogram))
        {
            double seconds = (bucket.Lowest + bucket.Highest) / 2e9;
            for (long i = 0; i < bucket.Count; i++)
                _duration.Record(seconds, tags);
        }
    }

    private void Take(TargetUse? target, in TagList tags)
    {
        if (target is null)
            return;
        _cpu.Add(Nanoseconds.ToSeconds(target.CpuNanoseconds), tags);
        if (!target.IsMonitored)
            return;
        _threads.Record(target.MaximumThreads, tags);
        _queue.Record(target.MaximumQueueLength, tags);
    }
}
