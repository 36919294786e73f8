using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Microsoft.Diagnostics.Tracing.Parsers.Tpl;

namespace Syncopate.Watch.Awaits;

/// <summary>Makes calls of async methods from the events of the task library. For one thread at a time.</summary>
internal sealed class TaskEventReader
{
    /// <summary>More calls than this are not taken: a second of a saturated server has as many, and memory has an end.</summary>
    public const int MostCalls = 200_000;

    private const string MethodPrefix = "Async: ";

    private readonly Dictionary<int, CallTrace> _calls = [];
    private readonly Dictionary<int, int> _combined = []; // How many tasks a "Task.WhenAll" waits for.
    private readonly Dictionary<int, Stack<TaskSlice>> _threads = [];
    private readonly Dictionary<CallTrace, TaskSlice> _running = [];
    private readonly List<string> _modules = [];

    /// <summary>All calls and operations seen.</summary>
    public IReadOnlyCollection<CallTrace> Calls => _calls.Values;

    /// <summary>Paths of the assemblies in the process; known when the session has ended.</summary>
    public IReadOnlyList<string> Modules => _modules;

    /// <summary>True when calls were left out for their number.</summary>
    public bool IsFull => _calls.Count >= MostCalls;

    /// <summary>Reads these events from a session.</summary>
    public void Subscribe(TraceEventDispatcher source)
    {
        TplEtwProviderTraceEventParser tasks = new(source);
        tasks.TraceOperationStart += Begin;
        tasks.TaskWaitSend += Await;
        tasks.TraceSynchronousWorkStart += BeginSlice;
        tasks.TraceSynchronousWorkStop += EndSlice;
        tasks.TraceOperationStop += End;
        ClrRundownTraceEventParser rundown = new(source);
        rundown.LoaderModuleDCStop += Keep;
    }

    private void Begin(TraceOperationStartArgs e)
    {
        if (IsFull)
            return;
        bool isMethod = e.OperationName.StartsWith(MethodPrefix, StringComparison.Ordinal);
        CallTrace begun = new(isMethod ? e.OperationName[MethodPrefix.Length..] : e.OperationName) { IsMethod = isMethod };
        _calls[e.TaskID] = begun;
        if (begun.IsCombinator)
            _combined[e.TaskID] = e.RelatedContext > 0 ? (int)Math.Min(e.RelatedContext, int.MaxValue) : int.MaxValue;
        if (isMethod)
        {
            begun.Threads.Add(e.ThreadID);
            begun.Suspend(e.TimeStampRelativeMSec, null);
        }

        Slice(e.ThreadID)?.Begin(begun, e.TimeStampRelativeMSec);
    }

    private void Await(TaskWaitSendArgs e)
    {
        if (e.Behavior != TaskWaitBehavior.Asynchronous || !_calls.TryGetValue(e.ContinueWithTaskID, out CallTrace? waiting))
            return;
        if (!_calls.TryGetValue(e.TaskID, out CallTrace? awaited))
        {
            if (IsFull)
                return;
            _calls[e.TaskID] = awaited = new CallTrace(null) { Start = e.TimeStampRelativeMSec };
        }

        waiting.Suspend(e.TimeStampRelativeMSec, awaited);
        Slice(e.ThreadID)?.Await(waiting, awaited, _combined.GetValueOrDefault(e.TaskID));
        awaited.Parent ??= waiting;
    }

    private void BeginSlice(TraceSynchronousWorkStartArgs e)
    {
        if (!_threads.TryGetValue(e.ThreadID, out Stack<TaskSlice>? slices))
            _threads[e.ThreadID] = slices = new();
        _calls.TryGetValue(e.TaskID, out CallTrace? call);
        if (e.Work != CausalitySynchronousWork.Execution)
        {
            // It reports its end only after all that waited for it has run.
            if (call is not null)
                call.End ??= e.TimeStampRelativeMSec;
            call = null;
        }

        TaskSlice slice = new(call, e.TimeStampRelativeMSec);
        slices.Push(slice);
        if (call is null)
            return;
        call.Resume(e.TimeStampRelativeMSec, e.ThreadID);
        _running[call] = slice;
    }

    private void EndSlice(TraceSynchronousWorkStopArgs e)
    {
        if (!_threads.TryGetValue(e.ThreadID, out Stack<TaskSlice>? slices) || !slices.TryPop(out TaskSlice? slice))
            return;
        slice.End();
        // Another thread may have gone on with the call before this one has left it.
        if (slice.Call is not { } call || _running.GetValueOrDefault(call) != slice)
            return;
        _running.Remove(call);
        if (call.End is null)
            call.Suspend(e.TimeStampRelativeMSec, null);
    }

    private void End(TraceOperationStopArgs e)
    {
        if (_calls.TryGetValue(e.TaskID, out CallTrace? call))
            call.End ??= e.TimeStampRelativeMSec;
    }

    private void Keep(ModuleLoadUnloadTraceData e)
    {
        if (e.ModuleILPath.Length > 0)
            _modules.Add(e.ModuleILPath);
    }

    private TaskSlice? Slice(int thread) =>
        _threads.TryGetValue(thread, out Stack<TaskSlice>? slices) && slices.TryPeek(out TaskSlice? slice) ? slice : null;
}
