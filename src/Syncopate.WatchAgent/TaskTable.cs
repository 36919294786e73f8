using System.Collections;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Syncopate.WatchAgent;

/// <summary>What the unfinished async methods of the process wait for. The runtime keeps a list of them for debuggers,
/// when asked by a private field; where the runtime has no such fields, it is said.
/// Used by the agent's thread alone.</summary>
internal sealed class TaskTable
{
    private const BindingFlags Private = BindingFlags.Static | BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;
    private const int MostTasks = 2_000;
    private const int MostSites = 50;

    // What keeping the list costs a call that suspends (measured), and what it may cost in all: then the list is
    // switched off for a while, and says how much of the time it sees.
    private const uint Synchronize = 0x8000_0000;
    private const double NanosecondsOfCall = 1_200;
    private const double NanosecondsOfRuntimeAsync = 2_000;
    private const double MostShareOfMachine = 0.002;
    private const double TickNanoseconds = 100e6;
    private const int LongestRest = 100;
    private const int Whole = 1_000_000; // What the list sees is published in parts per million of the time.

    // The state of a call without a state machine.
    private const int RuntimeAsync = -3;

    private readonly FieldInfo? _enabled = typeof(Task).GetField("s_asyncDebuggingEnabled", Private);
    private readonly FieldInfo? _active = typeof(Task).GetField("s_currentActiveTasks", Private);
    private readonly FieldInfo? _lastId = typeof(Task).GetField("s_taskIdCounter", Private);
    private readonly StateMachineBoxes _boxes = new();
    private readonly RuntimeAsyncCalls _runtimeAsync = new();
    private readonly ConditionalWeakTable<object, StrongBox<long>> _suspended = new();
    private readonly OwnAssemblies _own = new();

    // .NET 11 keeps the list only while this bit is set too, and takes it back at the next suspension once nobody wants the list.
    private readonly FieldInfo? _flags = typeof(Task).Assembly
        .GetType("System.Runtime.CompilerServices.AsyncInstrumentation")?.GetField("s_activeFlags", Private);

    // Since when each task has been seen where it waits, by its id.
    private Dictionary<int, (int State, long Since)> _seen = [];
    private bool _isOn;
    private int _rest;
    private int _coverage = Whole;
    private int _id;

    /// <summary>Tells who waits where, if a session asks for that; switches the list off when none does any more.</summary>
    public void Publish(AgentEvents events)
    {
        if (!events.IsEnabled(EventLevel.Informational, AgentEvents.Keywords.Awaits))
        {
            Stop();
            return;
        }

        if (Unsupported() is { } reason)
        {
            events.AwaitTable(0, 0, reason);
            return;
        }

        _own.Emit(events, _runtimeAsync.IsSupported);
        if (_isOn)
        {
            Emit(events);
            Pace();
        }
        else if (--_rest <= 0)
        {
            Switch(true);
        }
    }

    /// <summary>Tells why the list cannot be read any more.</summary>
    public static void Fail(AgentEvents events, string reason)
    {
        if (events.IsEnabled(EventLevel.Informational, AgentEvents.Keywords.Awaits))
            events.AwaitTable(0, 0, $"the list of unfinished tasks of this runtime ({Environment.Version}) could not be read: {reason}");
    }

    /// <summary>Switches the list off.</summary>
    public void Stop() => Switch(false);

    /// <summary>Has the runtime keep the list, or not; what it has of it then, it forgets.</summary>
    internal void Switch(bool on)
    {
        if (_isOn == on)
            return;
        _isOn = on;
        _enabled?.SetValue(null, on);
        if (_flags?.GetValue(null) is { } flags)
            _flags.SetValue(null, Enum.ToObject(_flags.FieldType, Convert.ToUInt32(flags, CultureInfo.InvariantCulture) | Synchronize));
        _id = LastId();
        if (on)
            return;
        _seen = [];
        // A task that ends now is not taken off the list any more: it would be kept forever.
        if (_active?.GetValue(null) is IDictionary tasks)
        {
            lock (tasks)
                tasks.Clear();
        }
    }

    private string? Unsupported() => _enabled?.FieldType == typeof(bool) && _active is not null && _boxes.IsSupported
        ? null
        : $"this runtime ({Environment.Version}) does not have the list of unfinished tasks that the agent reads.";

    private void Pace()
    {
        int last = LastId();
        double cost = unchecked((uint)(last - _id)) * (_flags is null ? NanosecondsOfCall : NanosecondsOfRuntimeAsync);
        _id = last;
        double budget = MostShareOfMachine * Environment.ProcessorCount * TickNanoseconds;
        if (cost <= budget)
        {
            _coverage = Whole;
            return;
        }

        _rest = Math.Min(LongestRest, (int)(cost / budget));
        _coverage = Whole / (1 + _rest);
        Switch(false);
    }

    private int LastId() => _lastId?.GetValue(null) is int id ? id : 0;

    private void Emit(AgentEvents events)
    {
        long now = Stopwatch.GetTimestamp();
        Dictionary<int, (int State, long Since)> seen = [];
        Dictionary<(string Name, string Path, int State), AwaitingCalls> sites = [];
        int calls = 0;
        foreach (Task task in Snapshot())
        {
            if (_boxes.Machine(task) is { } machine && _boxes.State(task) is >= 0 and int state)
            {
                long since = _seen.TryGetValue(task.Id, out (int State, long Since) before) && before.State == state ? before.Since : now;
                seen[task.Id] = (state, since);
                Add((StateMachineBoxes.Name(machine), StateMachineBoxes.Path(machine), state), since, () => _boxes.Chain(task));
            }
            else
            {
                Suspension[] chain = [.. _runtimeAsync.Of(task)];
                for (int i = 0; i < chain.Length; i++)
                {
                    int outer = i + 1;
                    Add((chain[i].Name, chain[i].Path, RuntimeAsync), Since(chain[i].Identity, now),
                        () => string.Concat(chain.Skip(outer).Select(call => $"{call.Name}\n")) + _boxes.Chain(task));
                }
            }
        }

        _seen = seen;
        foreach (KeyValuePair<(string Name, string Path, int State), AwaitingCalls> site in
            sites.OrderByDescending(site => site.Value.Count).Take(MostSites))
        {
            events.AwaitSite(
                site.Key.Name, site.Key.State, site.Value.Count, (int)((now - site.Value.Since) * 1000 / Stopwatch.Frequency),
                $"{site.Key.Path}\n{site.Value.Chain}");
        }

        events.AwaitTable(calls, _coverage, "");

        void Add((string Name, string Path, int State) where, long since, Func<string> chain)
        {
            calls++;
            if (!sites.TryGetValue(where, out AwaitingCalls? site))
                sites[where] = site = new AwaitingCalls();
            site.Add(since, chain);
        }
    }

    // Since when a suspension has been seen; the object that stands for it is not kept alive by that.
    private long Since(object suspension, long now) => _suspended.GetValue(suspension, _ => new StrongBox<long>(now)).Value;

    private List<Task> Snapshot()
    {
        if (_active?.GetValue(null) is not IDictionary tasks)
            return []; // The runtime makes it with the first task.
        List<Task> taken = [];
        lock (tasks) // The runtime's own lock.
        {
            foreach (object? task in tasks.Values)
            {
                if (taken.Count >= MostTasks)
                    break;
                if (task is Task unfinished)
                    taken.Add(unfinished);
            }
        }

        return taken;
    }
}
