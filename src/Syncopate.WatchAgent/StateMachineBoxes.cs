using System.Collections;
using System.Reflection;
using System.Text;

namespace Syncopate.WatchAgent;

/// <summary>Looks into the tasks of async methods: which method, at which await, and who waits for it. By private
/// fields, each of which may be missing in another runtime. For one thread at a time.</summary>
internal sealed class StateMachineBoxes
{
    private const BindingFlags Private = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;
    private const int LongestChain = 12;

    private readonly FieldInfo? _continuation = typeof(Task).GetField("m_continuationObject", Private);
    private readonly Dictionary<Type, (Type? Machine, FieldInfo? Box, FieldInfo? State)> _types = [];
    private readonly Dictionary<Type, FieldInfo?> _actions = [];

    /// <summary>True when this runtime has what is looked for.</summary>
    public bool IsSupported => _continuation is not null;

    /// <summary>Type of the state machine; null for a task that is no async method.</summary>
    public Type? Machine(Task task) => Fields(task.GetType()).Machine;

    /// <summary>Number of the await it is suspended at; negative while it runs or has ended; null when that cannot be seen.</summary>
    public int? State(Task task)
    {
        (_, FieldInfo? box, FieldInfo? state) = Fields(task.GetType());
        return box?.GetValue(task) is { } machine && state?.GetValue(machine) is int number ? number : null;
    }

    /// <summary>Who waits for a task, innermost first, a line each.</summary>
    public string Chain(Task task)
    {
        StringBuilder chain = new();
        Task? next = Continuation(task, 0);
        for (int depth = 0; next is not null && depth < LongestChain; depth++)
        {
            if (Machine(next) is { } machine)
                chain.Append(Name(machine)).Append('|').Append(State(next) ?? -1).Append('\n');
            next = Continuation(next, 0);
        }

        return chain.ToString();
    }

    /// <summary>Full name without the arguments of generic types, whose own assemblies would be named too.</summary>
    public static string Name(Type machine) => (machine.IsGenericType ? machine.GetGenericTypeDefinition() : machine).FullName ?? machine.Name;

    /// <summary>Where its assembly is; empty for one that was made in memory.</summary>
    public static string Path(Type machine) => machine.Assembly.IsDynamic ? "" : machine.Assembly.Location;

    // "AsyncStateMachineBox<TStateMachine>" within "AsyncTaskMethodBuilder<TResult>": its arguments are the result and the state machine.
    private (Type? Machine, FieldInfo? Box, FieldInfo? State) Fields(Type type)
    {
        if (_types.TryGetValue(type, out (Type? Machine, FieldInfo? Box, FieldInfo? State) fields))
            return fields;
        for (Type? box = type; box is not null; box = box.BaseType)
        {
            if (box.IsGenericType && box.Name.StartsWith("AsyncStateMachineBox", StringComparison.Ordinal) && box.GetField("StateMachine", Private) is { } machine)
                fields = (machine.FieldType, machine, machine.FieldType.GetField("<>1__state", Private));
        }

        _types[type] = fields;
        return fields;
    }

    private Task? Continuation(Task task, int depth) => Task(_continuation?.GetValue(task), depth);

    // A continuation is the waiting task itself, an action of it, something that holds such an action, or a list of these.
    private Task? Task(object? continuation, int depth) => depth > 4 ? null : continuation switch
    {
        Task task => task,
        Action action => Task(action.Target, depth + 1),
        IList list => list.Cast<object?>().Select(one => Task(one, depth + 1)).FirstOrDefault(task => task is not null),
        null => null,
        _ => Task(Action(continuation.GetType())?.GetValue(continuation), depth + 1),
    };

    private FieldInfo? Action(Type type)
    {
        if (!_actions.TryGetValue(type, out FieldInfo? action))
            _actions[type] = action = type.GetField("_continuation", Private) ?? type.GetField("m_action", Private);
        return action;
    }
}
