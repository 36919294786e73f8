using System.Diagnostics;
using System.Reflection;

namespace Syncopate.WatchAgent;

/// <summary>Looks into the tasks of methods that are compiled as runtime async: which calls are suspended, innermost first. There is one
/// task for a whole chain of calls, and a continuation for each of them. By private fields, each of which may be missing in another
/// runtime. For one thread at a time.</summary>
internal sealed class RuntimeAsyncCalls
{
    private const BindingFlags Private = BindingFlags.Static | BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;
    private const int LongestChain = 100;

    private static readonly Type? Continuation = typeof(Task).Assembly.GetType("System.Runtime.CompilerServices.Continuation");

    private readonly FieldInfo? _first = typeof(Task).GetField("m_stateObject", Private);
    private readonly FieldInfo? _next = Continuation?.GetField("Next", Private);
    private readonly FieldInfo? _resume = Continuation?.GetField("ResumeInfo", Private);
    private readonly Func<IntPtr, MethodBase?>? _method = Method();
    private readonly Dictionary<Type, bool> _types = [];

    /// <summary>True when this runtime has what is looked for.</summary>
    public bool IsSupported => _first is not null && _next is not null && _resume is not null && _method is not null;

    /// <summary>The suspended calls of a task, innermost first; none for a task of another kind.</summary>
    public IEnumerable<Suspension> Of(Task task)
    {
        if (!IsSupported || !IsChain(task.GetType()))
            yield break;
        // Never asked for its type: that of a continuation is made by the compiler of the runtime, and reflection does not know it.
        object? continuation = _first?.GetValue(task);
        for (int depth = 0; depth < LongestChain && Continuation?.IsInstanceOfType(continuation) == true; depth++)
        {
            if (continuation is null)
                yield break;
            if (Address(continuation) is var address && address != IntPtr.Zero && _method?.Invoke(address) is { } method)
                yield return new Suspension(continuation, method, address.ToInt64());
            continuation = _next?.GetValue(continuation);
        }
    }

    private bool IsChain(Type type)
    {
        if (!_types.TryGetValue(type, out bool isChain))
            _types[type] = isChain = type.Name.StartsWith("RuntimeAsyncTask", StringComparison.Ordinal);
        return isChain;
    }

    // The second word of what it resumes by: where in the method it does.
    private unsafe IntPtr Address(object continuation)
    {
        void* words = _resume?.GetValue(continuation) is Pointer pointer ? Pointer.Unbox(pointer) : null;
        return words == null ? IntPtr.Zero : ((IntPtr*)words)[1];
    }

    private static Func<IntPtr, MethodBase?>? Method() => typeof(StackFrame)
        .GetMethod("GetMethodFromNativeIP", Private, null, [typeof(IntPtr)], null)
        ?.CreateDelegate(typeof(Func<IntPtr, MethodBase?>)) as Func<IntPtr, MethodBase?>;
}
