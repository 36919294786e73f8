using System.Diagnostics;
using Microsoft.Diagnostics.Tracing;
using Syncopate.Units;
using Syncopate.Watch.Processes;
using Syncopate.WatchAgent;

namespace Syncopate.Watch.Probes;

/// <summary>Makes turns of what the agent reports. Written by the threads of sessions, begun and ended by the probe.</summary>
/// <param name="elapsed">Nanoseconds since the watch began.</param>
internal sealed class WhatIfTurns(Func<long> elapsed)
{
    private readonly Lock _lock = new();
    private readonly List<WhatIfTurn> _turns = [];
    private readonly List<(long Completed, long Queue, int InUse, long At)> _samples = [];
    private (int Threads, long Queue, long Completed) _work;
    // The events bear the machine's monotonic clock, and come late.
    private readonly double _perTick = Nanoseconds.PerTick(Stopwatch.Frequency);
    private readonly long _origin = elapsed() - (long)(Stopwatch.GetTimestamp() * Nanoseconds.PerTick(Stopwatch.Frequency));
    private bool _isChanged;
    private Pool? _line;
    private long? _from;

    /// <summary>How the pool was last; null until that is reported.</summary>
    public Pool? Line
    {
        get
        {
            lock (_lock)
                return _line;
        }
    }

    /// <summary>The turns that have their partner.</summary>
    public IReadOnlyList<WhatIfTurn> InPairs
    {
        get
        {
            lock (_lock)
                return [.. _turns.Take(_turns.Count / 2 * 2)];
        }
    }

    /// <summary>From now on what the pool does belongs to a turn.</summary>
    public void Begin(bool isChanged)
    {
        lock (_lock)
        {
            _samples.Clear();
            (_from, _isChanged) = (Now, isChanged);
        }
    }

    /// <summary>The turn is over; one of which too little was reported is none.</summary>
    public void End()
    {
        lock (_lock)
        {
            _from = null;
            if (_samples is not [var first, .., var last] || last.At <= first.At)
                return;
            _turns.Add(new WhatIfTurn(
                first.At,
                last.At,
                _isChanged,
                (last.Completed - first.Completed) / Nanoseconds.ToSeconds(last.At - first.At),
                _samples.Average(sample => sample.InUse),
                _samples.Average(sample => sample.Queue)));
        }
    }

    /// <summary>Takes what the agent reports of the pool.</summary>
    public void Keep(TraceEvent told)
    {
        if (told.ProviderName != AgentEvents.SourceName)
            return;
        lock (_lock)
        {
            if (told.EventName == nameof(AgentEvents.PoolWork))
                _work = ((int)(long)told.PayloadValue(0), (long)told.PayloadValue(1), (long)told.PayloadValue(2));
            if (told.EventName == nameof(AgentEvents.PoolLine))
            {
                _line = new Pool(
                    At(WatchSession.Timestamp(told)), _work.Threads, (int)told.PayloadValue(1), (int)told.PayloadValue(2));
            }

            if (told.EventName == nameof(AgentEvents.PoolLine) && At(WatchSession.Timestamp(told)) is var at && at >= _from)
                _samples.Add((_work.Completed, _work.Queue, (int)told.PayloadValue(0), at));
        }
    }

    /// <summary>How the pool is at an instant.</summary>
    internal sealed record Pool(long AtNanoseconds, int Threads, int Minimum, int Maximum);

    /// <summary>Nanoseconds since the watch began, by the clock of the events.</summary>
    public long Now => At(Stopwatch.GetTimestamp());

    private long At(long timestamp) => _origin + (long)(timestamp * _perTick);
}
