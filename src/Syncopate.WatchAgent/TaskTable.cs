using System.Collections;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Reflection;

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
    private const double NanosecondsOfCall = 1_200;
    private const double MostShareOfMachine = 0.002;
    private const double TickNanoseconds = 100e6;
    private const int LongestRest = 100;

    private readonly FieldInfo? _enabled = typeof(Task).GetField("s_asyncDebuggingEnabled", Private);
    private readonly FieldInfo? _active = typeof(Task).GetField("s_currentActiveTasks", Private);
    private readonly FieldInfo? _lastId = typeof(Task).GetField("s_taskIdCounter", Private);
    private readonly StateMachineBoxes _boxes = new();

    // Since when each task has been seen where it waits, by its id.
    private Dictionary<int, (int State, long Since)> _seen = [];
    private bool _isOn;
    private int _rest;
    private int _coverage = 1_000_000;
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

        if (_isOn)
        {
            Tell(events);
            Pace();
        }
        else if (--_rest <= 0)
        {
            Switch(true);
        }
    }

    /// <summary>Switches the list off.</summary>
    public void Stop() => Switch(false);

    private string? Unsupported() => _enabled?.FieldType == typeof(bool) && _active is not null && _boxes.IsSupported
        ? null
        : $"this runtime ({Environment.Version}) does not have the list of unfinished tasks that the agent reads.";

    private void Switch(bool on)
    {
        if (_isOn == on)
            return;
        _isOn = on;
        _enabled?.SetValue(null, on);
        _id = LastId();
        if (on)
            return;
        _seen = [];
        // A task that ends now is not taken off the list any more: it would be kept for ever.
        if (_active?.GetValue(null) is IDictionary tasks)
        {
            lock (tasks)
                tasks.Clear();
        }
    }

    private void Pace()
    {
        int last = LastId();
        double cost = unchecked((uint)(last - _id)) * NanosecondsOfCall;
        _id = last;
        double budget = MostShareOfMachine * Environment.ProcessorCount * TickNanoseconds;
        if (cost <= budget)
        {
            _coverage = 1_000_000;
            return;
        }

        _rest = Math.Min(LongestRest, (int)(cost / budget));
        _coverage = 1_000_000 / (1 + _rest);
        Switch(false);
    }

    private int LastId() => _lastId?.GetValue(null) is int id ? id : 0;

    private void Tell(AgentEvents events)
    {
        long now = Stopwatch.GetTimestamp();
        Dictionary<int, (int State, long Since)> seen = [];
        Dictionary<(Type Machine, int State), AwaitingCalls> sites = [];
        foreach (Task task in Snapshot())
        {
            if (_boxes.Machine(task) is not { } machine || _boxes.State(task) is not (>= 0 and int state))
                continue;
            long since = _seen.TryGetValue(task.Id, out (int State, long Since) before) && before.State == state ? before.Since : now;
            seen[task.Id] = (state, since);
            if (!sites.TryGetValue((machine, state), out AwaitingCalls? site))
                sites[(machine, state)] = site = new AwaitingCalls();
            site.Add(task, since);
        }

        _seen = seen;
        foreach (KeyValuePair<(Type Machine, int State), AwaitingCalls> site in sites.OrderByDescending(site => site.Value.Count).Take(MostSites))
        {
            string chain = $"{StateMachineBoxes.Path(site.Key.Machine)}\n{(site.Value.Longest is { } longest ? _boxes.Chain(longest) : "")}";
            events.AwaitSite(StateMachineBoxes.Name(site.Key.Machine), site.Key.State, site.Value.Count, (int)((now - site.Value.Since) * 1000 / Stopwatch.Frequency), chain);
        }

        events.AwaitTable(seen.Count, _coverage, "");
    }

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
