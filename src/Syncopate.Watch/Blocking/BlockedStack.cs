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
        // An action compiled into the generated code that calls it is on no stack. What is further out serves all requests alike: the route says more.
        int reach = InRequest ? _work.TakeWhile(frame => frame.Type != FrameReader.Generated).Count() : _work.Count;
        _caller = Caller(reach);
        Frame[] callees = [.. _work.Take(_caller < 0 ? reach : _caller)];
        Frame? blocking = callees.LastOrDefault(frame => BlockingRules.Of(frame) is not null);
        Kind = blocking is null ? null : BlockingRules.Of(blocking);
        IsSyncOverAsync = callees.Any(BlockingRules.IsTaskWait);
        Call = Named(callees.LastOrDefault(frame => frame.Origin != FrameOrigin.Framework) ?? blocking);
    }

    /// <summary>True for a thread of the pool.</summary>
    public bool IsPool { get; }

    /// <summary>True when that thread has been given work; else it waits for some.</summary>
    public bool IsWorking { get; }

    /// <summary>What the innermost code waits in, if it waits at all; null when no call on the stack is known to block.</summary>
    public BlockingKind? Kind { get; }

    /// <summary>True when a Task is waited for.</summary>
    public bool IsSyncOverAsync { get; }

    /// <summary>The call that blocks; empty when none is known.</summary>
    public string Call { get; }

    /// <summary>True below the code that serves a request: whoever began one on this thread is still in it.</summary>
    public bool InRequest { get; }

    /// <summary>The innermost frame of the application's own code, else of a package; null when there is neither.</summary>
    public Frame? User => _caller < 0 ? null : _work[_caller];

    /// <summary>What to call the place when nothing of the application is on the stack: whoever made the call.</summary>
    public string Nearest
    {
        get
        {
            int blocking = _work.Count - 1 - _work.Reverse().TakeWhile(frame => BlockingRules.Of(frame) is null).Count();
            if (_work.Count == 0)
                return "?";
            int caller = Math.Clamp(blocking + 1, 0, _work.Count - 1);
            if (_work[caller].Type != FrameReader.Generated)
                return _work[caller].Name;
            // Nobody wrote its name: who called it can be looked up.
            Frame? outer = _work.Skip(caller).FirstOrDefault(frame => frame.Type != FrameReader.Generated);
            return outer is null ? "code generated at run time" : $"code generated at run time, called by {outer.Name}";
        }
    }

    /// <summary>Methods from the innermost outward, without what the pool does.</summary>
    public IReadOnlyList<string> Frames => [.. _work.Take(Kept).Select(frame => MethodName.Full(frame.Type, frame.Method))];

    private int Caller(int reach)
    {
        foreach (FrameOrigin origin in new[] { FrameOrigin.Own, FrameOrigin.Package })
            for (int i = 0; i < reach; i++)
                if (_work[i].Origin == origin)
                    return i;
        return -1;
    }

    // Kestrel's loop too, since what lies between may be compiled into it.
    private static bool ServesRequests(string type) =>
        type.StartsWith("Microsoft.AspNetCore.Hosting.HostingApplication", StringComparison.Ordinal)
        || (type.StartsWith("Microsoft.AspNetCore.Server.", StringComparison.Ordinal) && type.Contains("<ProcessRequests", StringComparison.Ordinal));

    private static string Named(Frame? call) => call is null ? "" : call.Method switch
    {
        "GetResultCore" => "Task.Result",
        "InternalWait" or "InternalWaitCore" or "SpinThenBlockingWait" => "Task.Wait",
        "ValidateEnd" or "HandleNonSuccessAndDebuggerNotification" => "GetAwaiter().GetResult",
        "WaitAllCore" or "WaitAllBlockingCore" => "Task.WaitAll",
        "WaitAnyCore" => "Task.WaitAny",
        "Enter_Slowpath" or "ReliableEnter" or "EnterAndGetCurrentThreadId" or "TryEnterSlow" or "TryEnter_Slowpath" => $"{call.Name.Split('.')[0]}.Enter",
        "SleepInternal" or "UninterruptibleSleep0" => "Thread.Sleep",
        _ => call.Name,
    };
}
