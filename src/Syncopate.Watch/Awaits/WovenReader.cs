using Microsoft.Diagnostics.Tracing;
using Syncopate.Texts;
using Syncopate.Units;
using Syncopate.WatchAgent;

namespace Syncopate.Watch.Awaits;

/// <summary>Reads what the agent reports of a woven copy. Events come on the session's thread; thread-safe.</summary>
internal sealed class WovenReader
{
    // Fewer calls may all have been lucky: data that was cached, a connection that was free.
    private const int ConvincingCalls = 200;

    // A driver that has no asynchronous calls beneath its async methods.
    private const string Sqlite = "Microsoft.Data.Sqlite.dll";

    // Of more requests the first are kept: enough for a typical one.
    private const int MostTraces = 200;

    private readonly Lock _gate = new();
    private readonly Dictionary<int, WovenMethod> _methods;
    private readonly Dictionary<int, StateMachine> _machines;

    // All guarded by the gate: figures by method, waits by method and state, and the trace being received.
    private readonly Dictionary<int, WovenSums> _sums = [];
    private readonly Dictionary<(int Method, int State), (long Waits, long Nanoseconds)> _sites = [];
    private readonly List<List<CallTrace>> _traces = [];
    private readonly List<CallTrace> _told = [];

    public WovenReader(IReadOnlyList<WovenMethod> methods)
    {
        _methods = methods.ToDictionary(method => method.Number);
        OwnCode own = new(methods.Select(method => method.Assembly));
        _machines = methods.ToDictionary(
            method => method.Number,
            method => own.Find(method.Machine)
                ?? new StateMachine(method.Machine, StateMachineName.TypeAndMethod(method.Machine), null, null, []));
    }

    /// <summary>Reads these events from a session.</summary>
    public void Subscribe(EventPipeEventSource source) => source.Dynamic.All += Keep;

    /// <summary>What has been reported so far.</summary>
    public AsyncTimeline Timeline(double windowMilliseconds, long lost)
    {
        lock (_gate)
        {
            List<CallTrace> calls = [.. Typical().SelectMany(trace => trace)];
            List<AsyncMethod> methods =
            [
                .. _sums.Where(sum => _machines.ContainsKey(sum.Key)).Select(sum => Method(sum.Key, sum.Value))
                    .OrderByDescending(method => method.TotalMilliseconds * method.Calls)
                    .ThenBy(method => method.Name, StringComparer.Ordinal),
            ];
            return new AsyncTimeline(AsyncTimelineSource.Woven, windowMilliseconds, lost, methods, Waterfall.Of(calls),
                [.. SequentialAwaits.Find(calls), .. NeverSuspending()], [.. Notes(lost)]);
        }
    }

    private void Keep(TraceEvent told)
    {
        if (told.ProviderName != AgentEvents.SourceName)
            return;
        lock (_gate)
        {
            switch (told.EventName)
            {
                case nameof(AgentEvents.WovenMethod):
                    Sums(told).Count(Number(told, 1), Number(told, 2), Number(told, 3), (int)Number(told, 4));
                    break;
                case nameof(AgentEvents.WovenTimes):
                    Sums(told).Times(Number(told, 1), Number(told, 2), Number(told, 3));
                    break;
                case nameof(AgentEvents.WovenExtremes):
                    Sums(told).Extremes(Number(told, 1), Number(told, 2));
                    break;
                case nameof(AgentEvents.WovenSite):
                    _sites[((int)Number(told, 0), (int)Number(told, 1))] = (Number(told, 2), Number(told, 3));
                    break;
                default:
                    KeepTrace(told);
                    break;
            }
        }
    }

    private void KeepTrace(TraceEvent told)
    {
        switch (told.EventName)
        {
            case nameof(AgentEvents.WovenCall):
                Begin((int)Number(told, 2), (int)Number(told, 3));
                break;
            case nameof(AgentEvents.WovenCallTimes) when _told is [.., var call]:
                call.Start = Nanoseconds.ToMilliseconds(Number(told, 0));
                call.FirstSuspended = Number(told, 1) is >= 0 and var first ? Nanoseconds.ToMilliseconds(first) : null;
                call.End = Number(told, 2) is >= 0 and var end ? Nanoseconds.ToMilliseconds(end) : null;
                break;
            case nameof(AgentEvents.WovenWait) when _told is [.., var call]:
                call.Waits.Add(new CallWait(Nanoseconds.ToMilliseconds(Number(told, 1)))
                {
                    To = Nanoseconds.ToMilliseconds(Number(told, 2)),
                    State = (int)Number(told, 0),
                });
                break;
            case nameof(AgentEvents.WovenTraceEnd):
                if (_traces.Count < MostTraces)
                    _traces.Add(WovenLeaves.Complete([.. _told], _methods));
                _told.Clear();
                break;
            default:
                break;
        }
    }

    private void Begin(int parent, int method)
    {
        StateMachine? machine = _machines.GetValueOrDefault(method);
        _told.Add(new CallTrace(machine?.TypeName)
        {
            IsMethod = true,
            Machine = machine,
            Parent = parent >= 0 && parent < _told.Count ? _told[parent] : null,
        });
    }

    private WovenSums Sums(TraceEvent told)
    {
        int method = (int)Number(told, 0);
        if (!_sums.TryGetValue(method, out WovenSums? sums))
            _sums[method] = sums = new WovenSums();
        return sums;
    }

    // A trace begins with any call, once the one before has ended; requests are those that no other trace has within.
    private List<List<CallTrace>> Typical()
    {
        HashSet<string?> inner = [.. _traces.SelectMany(trace => trace.Skip(1)).Select(call => call.Name)];
        List<List<CallTrace>> outer = [.. _traces.Where(trace => trace.Count > 0 && !inner.Contains(trace[0].Name))];
        return outer.Count > 0 ? outer : _traces;
    }

    private AsyncMethod Method(int number, WovenSums sums)
    {
        StateMachine machine = _machines[number];
        return new AsyncMethod(machine.Method, machine.File, machine.Line, true, sums.Ended, sums.Begun - sums.Ended,
            sums.Ended > 0 ? (double)sums.Synchronous / sums.Ended : null,
            sums.FirstNanoseconds > 0 ? Nanoseconds.ToMilliseconds(sums.FirstNanoseconds) : null,
            sums.Suspended > 0 ? Nanoseconds.ToMilliseconds(sums.ToFirstNanoseconds) / sums.Suspended : null,
            sums.Ended > 0 ? Nanoseconds.ToMilliseconds(sums.SuspendedNanoseconds) / sums.Ended : 0,
            sums.Ended > 0 ? Nanoseconds.ToMilliseconds(sums.TotalNanoseconds) / sums.Ended : 0,
            Nanoseconds.ToMilliseconds(sums.LongestNanoseconds),
            sums.Threads,
            [
                .. _sites.Where(site => site.Key.Method == number)
                    .Select(site => Waited(machine, number, site.Key.State, site.Value))
                    .OrderByDescending(work => work.SuspendedMilliseconds * work.Waits),
            ]);
    }

    private AwaitedWork Waited(StateMachine machine, int method, int state, (long Waits, long Nanoseconds) sum)
    {
        SourcePlace? place = machine.Await(state);
        string name = _methods[method].Awaits.GetValueOrDefault(state)?.Name ?? "a task made before";
        return new AwaitedWork(name, place?.File, place?.Line, sum.Waits, Nanoseconds.ToMilliseconds(sum.Nanoseconds) / sum.Waits);
    }

    // Views are written by a generator: nobody can make those synchronous, nor what others say returns a task.
    private IEnumerable<AsyncFinding> NeverSuspending() =>
        from sum in _sums
        where _methods.TryGetValue(sum.Key, out WovenMethod? woven)
            && !woven.IsGiven
            && sum.Value.Ended >= ConvincingCalls
            && sum.Value.Synchronous == sum.Value.Ended
        let method = Method(sum.Key, sum.Value)
        where method.File?.EndsWith("html", StringComparison.OrdinalIgnoreCase) != true
            && method.File?.EndsWith(".razor", StringComparison.OrdinalIgnoreCase) != true
        orderby method.TotalMilliseconds * method.Calls descending
        select new AsyncFinding(
            AsyncFindingKind.NeverSuspends,
            method.Name,
            method.File,
            method.Line,
            [],
            method.TotalMilliseconds,
            method.TotalMilliseconds,
            $"{method.Name} never suspended in {Counted.Of(method.Calls, "call")}: it had nothing to wait for here. "
                + "A synchronous method, or a ValueTask, would do.");

    private IEnumerable<string> Notes(long lost)
    {
        yield return "Counted from the first instruction of the state machine to its last. Compiling the method that makes it, "
            + "before the first call, is not in the figures.";
        yield return "The waterfall and what it says of sequences come from a sample: at most ten requests per second are traced.";
        if (_sums.Any(sum => sum.Value.Ended > 0 && sum.Value.Synchronous == sum.Value.Ended)
            && _methods.Values.Any(method => File.Exists(Path.Combine(Path.GetDirectoryName(method.Assembly) ?? "", Sqlite))))
        {
            yield return "The program brings Microsoft.Data.Sqlite, which works synchronously beneath its async methods: "
                + "what awaits nothing but SQLite, by EF Core too, never suspends.";
        }

        if (lost > 0)
        {
            yield return $"{Counted.Of(lost, "event was", "events were")} lost: requests are missing from the sample; the figures by "
                + "method are sums and stay exact.";
        }
    }

    private static long Number(TraceEvent told, int index) =>
        Convert.ToInt64(told.PayloadValue(index), System.Globalization.CultureInfo.InvariantCulture);
}
