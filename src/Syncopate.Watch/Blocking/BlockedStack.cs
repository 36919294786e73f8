using Syncopate.Watch.Processes;
using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Blocking;

/// <summary>What a stack says about the thread that it belongs to.</summary>
internal sealed class BlockedStack
{
    private const int Kept = 40; // Of a stack: more than anyone reads.

    private readonly IReadOnlyList<Frame> _work;
    private readonly int _caller;

    /// <param name="frames">Innermost first.</param>
    public BlockedStack(IReadOnlyList<Frame> frames)
    {
        IsPool = frames.Any(frame => frame is { Type: "System.Threading.PortableThreadPool+WorkerThread", Method: "WorkerThreadStart" });
        int dispatch = frames.TakeWhile(frame => frame is not { Type: "System.Threading.ThreadPoolWorkQueue", Method: "Dispatch" }).Count();
        IsWorking = IsPool && dispatch < frames.Count;
        _work = [.. frames.Take(dispatch)];
        InRequest = _work.Any(frame => ServesRequests(frame.Type));
        // An action compiled into the generated code that calls it is on no stack. What is further out serves all
        // requests alike: the route says more.
        int reach = InRequest ? _work.TakeWhile(frame => frame.Type != FrameReader.Generated).Count() : _work.Count;
        _caller = Caller(reach);
        Frame[] callees = [.. _work.Take(_caller < 0 ? reach : _caller)];
        int blocking = Array.FindLastIndex(callees, IsBlocking);
        // A loop's body that was left by a tail call is on no stack: what it waits in is no wait for the loop's end.
        if (blocking > 0
            && BlockingRules.IsForkJoin(callees[blocking])
            && Array.FindLastIndex(callees, blocking - 1, IsOfBody) is >= 0 and var body)
        {
            blocking = body;
        }

        // What a handler of a package waits in, which HttpClient calls, is no wait for the answer of a server.
        if (blocking > 0
            && BlockingRules.Of(callees[blocking]) == BlockingKind.Http
            && Array.FindLastIndex(callees, blocking - 1, IsOfPackage) is > 0 and var package
            && Array.FindLastIndex(callees, package - 1, IsBlocking) is >= 0 and var inner)
        {
            blocking = inner;
        }

        Kind = blocking < 0 ? null : BlockingRules.Of(callees[blocking]);
        IsPolling = Kind == BlockingKind.Sleep
            && (Array.Exists(callees, frame => frame.Type == "System.Threading.SpinWait") || (_caller >= 0 && _work[_caller].IsInLoop));
        IsSyncOverAsync = callees.Any(BlockingRules.IsTaskWait) && !callees.Any(BlockingRules.IsForkJoin);
        Frame? library = callees.LastOrDefault(frame => frame.Origin != FrameOrigin.Framework);
        Frame? unknown = _caller < 0 ? callees.FirstOrDefault() : callees.LastOrDefault();
        Call = Named(library ?? (blocking < 0 ? unknown : callees[blocking]));
        Frame? maker = blocking >= 0 && blocking + 1 < _work.Count ? _work[blocking + 1] : null;
        Maker = maker is null ? null : (maker.Type, maker.Method);
        GivesBack = maker is { GivesBack: true };
        Frame[] within = blocking > 0 ? callees[..blocking] : [];
        WaitsWithin = Array.Exists(within, frame => BlockingRules.Of(frame) is BlockingKind.Lock or BlockingKind.Signal)
            && !Array.Exists(within, IsOfSockets);
        Via = library is null
                && blocking + 1 != _caller
                && maker is not null
                && maker.Type != FrameReader.Generated
                && (_caller >= 0 || Kind == BlockingKind.Lock)
            ? maker.Name
            : null;
        Guard = _caller < 0 ? null : _work.Take(reach).Skip(_caller).FirstOrDefault(frame => frame.Guard is not null)?.Guard;
        GeneratedCode = _caller < 0 ? _work.FirstOrDefault(frame => frame.Type == FrameReader.Generated)?.Method : null;
    }

    /// <summary>True for a thread of the pool.</summary>
    public bool IsPool { get; }

    /// <summary>True when that thread has been given work; else it waits for some.</summary>
    public bool IsWorking { get; }

    /// <summary>What the innermost code waits in, if it waits at all; null when no call on the stack is known to block.</summary>
    public BlockingKind? Kind { get; }

    /// <summary>True for a sleep in a loop: it may ask again and again for what others do.</summary>
    public bool IsPolling { get; }

    /// <summary>True when a Task is waited for.</summary>
    public bool IsSyncOverAsync { get; }

    /// <summary>The call that blocks, or where no rule knows it, the one that the place makes; empty when there is none.</summary>
    public string Call { get; }

    /// <summary>The framework's method that makes that call, where it is neither the place nor hidden within a
    /// library's call; null otherwise.</summary>
    public string? Via { get; }

    /// <summary>Type and method that make the blocking call, as the runtime writes them, whosever they are; null when
    /// no call is known to block.</summary>
    public (string Type, string Method)? Maker { get; }

    /// <summary>True where that method gives back, by its code, what it may have got from a semaphore.</summary>
    public bool GivesBack { get; }

    /// <summary>True in a method of the application that waits for a semaphore without blocking: it may have it while it is
    /// suspended.</summary>
    public bool EntersAsync => _work.Any(frame => frame is { Origin: FrameOrigin.Own, EntersAsync: true });

    /// <summary>True where the call waits for a lock or a signal itself, as a driver does whose connections are all in use: for what
    /// another thread of the process does. How a socket waits for its bytes is none of these.</summary>
    public bool WaitsWithin { get; }

    /// <summary>What the place, or a method that calls it, enters before that lets in only some at a time, the innermost; null for
    /// nothing, and when the place is not known.</summary>
    public string? Guard { get; }

    /// <summary>Name of the code made while the program runs into which the place was compiled; null when the place is
    /// known, or there is no such code.</summary>
    public string? GeneratedCode { get; }

    /// <summary>True below the code that serves a request: whoever began one on this thread is still in it.</summary>
    public bool InRequest { get; }

    /// <summary>True when the generated code is what ASP.NET Core calls a mapped handler by, also where the request
    /// went on after an await; handlers of controllers and pages are not mapped one by one.</summary>
    public bool IsOfEndpoint => GeneratedCode is not null
        && _work.Any(frame => frame.Type.StartsWith("Microsoft.AspNetCore.", StringComparison.Ordinal))
        && !_work.Any(frame => frame.Type.StartsWith("Microsoft.AspNetCore.Mvc.", StringComparison.Ordinal));

    /// <summary>The innermost frame of the application's own code, else of a package; null when there is neither.</summary>
    public Frame? User => _caller < 0 ? null : _work[_caller];

    /// <summary>What to call the place when nothing of the application is on the stack: whoever made the call.</summary>
    public string Nearest
    {
        get
        {
            int blocking = _work.Count - 1 - _work.Reverse().TakeWhile(frame => BlockingRules.Of(frame) is null).Count();
            // Whoever made the call was compiled into the pool's own code.
            if (_work.Count == 0 || blocking == _work.Count - 1)
                return "a work item of the pool";
            int caller = Math.Clamp(blocking + 1, 0, _work.Count - 1);
            // Likewise into what runs every callback.
            if (_work.Skip(caller).All(RunsCallbacks))
                return _work.Skip(caller).Any(IsOfTimers) ? "a callback of a timer" : "a work item of the pool";
            if (_work[caller].Type != FrameReader.Generated)
                return _work[caller].Name;
            // Nobody wrote its name: who called it can be looked up.
            Frame? outer = _work.Skip(caller).FirstOrDefault(frame => frame.Type != FrameReader.Generated);
            return outer is null ? "code generated at run time" : $"code generated at run time, called by {outer.Name}";
        }
    }

    /// <summary>True when a method, by type and name as the runtime writes them, is on the stack.</summary>
    public bool Passes((string Type, string Method) method) => _work.Any(frame => (frame.Type, frame.Method) == method);

    /// <summary>True when such a method is, and has left by its code what it entered.</summary>
    public bool HasLeft((string Type, string Method) method) =>
        _work.Any(frame => frame.HasLeft && (frame.Type, frame.Method) == method);

    /// <summary>Methods from the innermost outward, without what the pool does.</summary>
    public IReadOnlyList<string> Frames => [.. _work.Take(Kept).Select(frame => MethodName.Full(frame.Type, frame.Method))];

    private static bool RunsCallbacks(Frame frame) => IsOfTimers(frame)
        || frame.Type == "System.Threading.ExecutionContext"
        || frame.Type.StartsWith("System.Threading.QueueUserWorkItemCallback", StringComparison.Ordinal);

    private static bool IsBlocking(Frame frame) => BlockingRules.Of(frame) is not null;

    private static bool IsOfPackage(Frame frame) => frame.Origin != FrameOrigin.Framework;

    private static bool IsOfSockets(Frame frame) => frame.Type.StartsWith("System.Net.Sockets.", StringComparison.Ordinal);

    private static bool IsOfTimers(Frame frame) => frame.Type.StartsWith("System.Threading.TimerQueue", StringComparison.Ordinal);

    private static bool IsOfBody(Frame frame) =>
        BlockingRules.Of(frame) is BlockingKind.Sleep or BlockingKind.Socket or BlockingKind.Http or BlockingKind.Data or BlockingKind.File;

    private int Caller(int reach)
    {
        foreach (FrameOrigin origin in new[] { FrameOrigin.Own, FrameOrigin.Package })
        {
            for (int i = 0; i < reach; i++)
            {
                if (_work[i].Origin == origin)
                    return i;
            }
        }

        return -1;
    }

    // Kestrel's loop too, since what lies between may be compiled into it.
    private static bool ServesRequests(string type) =>
        type.StartsWith("Microsoft.AspNetCore.Hosting.HostingApplication", StringComparison.Ordinal)
        || (type.StartsWith("Microsoft.AspNetCore.Server.", StringComparison.Ordinal)
            && type.Contains("<ProcessRequests", StringComparison.Ordinal));

    private static string Named(Frame? call) => call is null || call.Type == FrameReader.Generated ? "" : call.Method switch
    {
        "WaitCore" => $"{call.Name.Split('.')[0]}.Wait",
        "_WaitForPendingFinalizers" => "GC.WaitForPendingFinalizers",
        "ForWorker" when BlockingRules.IsForkJoin(call) => "Parallel.For",
        "ForEachWorker" or "PartitionerForEachWorker" when BlockingRules.IsForkJoin(call) => "Parallel.ForEach",
        _ when call.Type is "System.Runtime.CompilerServices.InitHelpers" or "System.Runtime.CompilerServices.StaticsHelpers" =>
            "the lock of a static constructor",
        "GetResultCore" => "Task.Result",
        "InternalWait" or "InternalWaitCore" or "SpinThenBlockingWait" => "Task.Wait",
        "ValidateEnd" or "HandleNonSuccessAndDebuggerNotification" => "GetAwaiter().GetResult",
        "WaitAllCore" or "WaitAllBlockingCore" => "Task.WaitAll",
        "WaitAnyCore" => "Task.WaitAny",
        "Enter_Slowpath" or "ReliableEnter" or "EnterAndGetCurrentThreadId" or "TryEnterSlow" or "TryEnter_Slowpath" =>
            $"{call.Name.Split('.')[0]}.Enter",
        "SleepInternal" or "UninterruptibleSleep0" => "Thread.Sleep",
        _ => call.Name,
    };
}
