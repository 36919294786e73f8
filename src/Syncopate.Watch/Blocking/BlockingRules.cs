using System.Collections.Frozen;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Blocking;

/// <summary>Which calls of the framework block the thread that makes them. Found by name, since a stack has nothing
/// else; only synchronous methods are listed, so that the same types at work asynchronously are not taken for blocked.</summary>
internal static class BlockingRules
{
    private static readonly FrozenSet<string> TaskWaits =
    [
        "Wait", "WaitAll", "WaitAny", "WaitAllCore", "WaitAllBlockingCore", "WaitAnyCore", "InternalWait",
        "InternalWaitCore", "SpinThenBlockingWait", "get_Result", "GetResultCore", "GetResult",
        "ValidateEnd", "HandleNonSuccessAndDebuggerNotification",
    ];

    private static readonly FrozenSet<string> SocketCalls =
    [
        "Receive", "ReceiveFrom", "ReceiveMessageFrom", "Send", "SendTo", "SendFile", "Connect", "Accept", "AcceptSocket",
        "AcceptTcpClient", "Poll", "Select", "Disconnect", "Read", "ReadByte", "Write",
        "WriteByte", "Flush", "AuthenticateAsClient", "AuthenticateAsServer", "GetHostEntry", "GetHostAddresses",
        "GetHostByName", "PerformSyncOperation",
    ];

    private static readonly FrozenSet<string> HttpCalls =
    [
        "Send", "GetResponse", "GetRequestStream", "Read", "ReadByte", "CopyTo", "ReadAsStream", "DownloadString",
        "DownloadData", "DownloadFile", "UploadString", "UploadData", "UploadFile", "UploadValues",
        "OpenRead", "OpenWrite",
    ];

    private static readonly FrozenSet<string> FileCalls =
    [
        "Read", "ReadByte", "ReadAtOffset", "ReadScatterAtOffset", "Write", "WriteByte", "WriteAtOffset",
        "WriteGatherAtOffset", "Flush", "FlushToDisk", "WaitForConnection", "WaitForPipeDrain", "Connect",
        "ReadKey", "ReadLine", "ReadToEnd", "ReadAllText", "ReadAllBytes", "ReadAllLines", "WriteAllText", "WriteAllBytes",
        "WriteAllLines", "AppendAllText",
    ];

    private static readonly FrozenSet<string> Loops =
    [
        "For",
        "ForWorker",
        "ForEach",
        "ForEachWorker",
        "PartitionerForEachWorker",
        "Invoke",
    ];

    /// <summary>The kind of blocking that a call means; null when it means none.</summary>
    public static BlockingKind? Of(Frame frame)
    {
        if (frame.Origin == FrameOrigin.Driver)
            return BlockingKind.Data;
        return frame.Origin == FrameOrigin.Framework && frame.Type.StartsWith("System.", StringComparison.Ordinal)
            ? OfFramework(frame.Type, frame.Method)
            : null;
    }

    /// <summary>True for a call that waits for a Task to complete.</summary>
    public static bool IsTaskWait(Frame frame) => Of(frame) == BlockingKind.TaskWait;

    /// <summary>True for a call that hands computing to other threads and waits until they are done: it waits for a
    /// Task, but for none that is asynchronous.</summary>
    public static bool IsForkJoin(Frame frame) => frame.Origin == FrameOrigin.Framework && IsForkJoin(frame.Type, frame.Method);

    private static bool IsForkJoin(string type, string method) =>
        (type == "System.Threading.Tasks.Parallel" && Loops.Contains(method))
            || type.StartsWith("System.Linq.Parallel", StringComparison.Ordinal);

    private static BlockingKind? OfFramework(string type, string method)
    {
        if (type.StartsWith("System.Data.Common.Db", StringComparison.Ordinal))
            return BlockingKind.Data;
        if (IsForkJoin(type, method) || (type == "System.GC" && method.Contains("WaitForPendingFinalizers", StringComparison.Ordinal)))
            return BlockingKind.Signal;
        if (type.StartsWith("System.Threading.", StringComparison.Ordinal))
            return OfThreading(type, method);
        // Only threads that a sample finds in native code come here with these: they wait for the thread that runs the
        // static constructor, which itself has that on its stack.
        if (type is "System.Runtime.CompilerServices.InitHelpers" or "System.Runtime.CompilerServices.StaticsHelpers")
            return BlockingKind.Lock;
        if (type.StartsWith("System.Runtime.CompilerServices.", StringComparison.Ordinal))
            return type.Contains("Awaiter", StringComparison.Ordinal) && TaskWaits.Contains(method) ? BlockingKind.TaskWait : null;
        if (IsHttp(type))
            return HttpCalls.Contains(method) ? BlockingKind.Http : null;
        if (type is "System.Net.Dns" or "System.Net.Security.SslStream" || type.StartsWith("System.Net.Sockets.", StringComparison.Ordinal))
            return SocketCalls.Contains(method) ? BlockingKind.Socket : null;
        if (type is "System.Diagnostics.Process")
            return method is "WaitForExit" or "WaitForExitCore" ? BlockingKind.Signal : null;
        return type.StartsWith("System.IO.", StringComparison.Ordinal) || type.StartsWith("System.Console", StringComparison.Ordinal)
            ? FileCalls.Contains(method) && !IsInMemory(type) ? BlockingKind.File : null
            : null;
    }

    private static BlockingKind? OfThreading(string type, string method)
    {
        if (type.StartsWith("System.Threading.Tasks.", StringComparison.Ordinal))
            return TaskWaits.Contains(method) && !type.Contains("Scheduler", StringComparison.Ordinal) ? BlockingKind.TaskWait : null;
        return type switch
        {
            "System.Threading.Thread" => method switch
            {
                "Sleep" or "SleepInternal" or "UninterruptibleSleep0" => BlockingKind.Sleep,
                "Join" => BlockingKind.Signal,
                _ => null,
            },
            "System.Threading.Monitor" => method.Contains("Enter", StringComparison.Ordinal) ? BlockingKind.Lock
                : method.Contains("Wait", StringComparison.Ordinal) ? BlockingKind.Signal
                : null,
            "System.Threading.Lock" or "System.Threading.ReaderWriterLockSlim" =>
                method.Contains("Enter", StringComparison.Ordinal) ? BlockingKind.Lock : null,
            "System.Threading.SemaphoreSlim" or "System.Threading.ManualResetEventSlim" or "System.Threading.CountdownEvent"
                or "System.Threading.Barrier" or "System.Threading.WaitHandle"
                => method.Contains("Wait", StringComparison.Ordinal) && !method.EndsWith("Async", StringComparison.Ordinal)
                    ? BlockingKind.Signal
                    : null,
            _ => null,
        };
    }

    private static bool IsHttp(string type) =>
        type.StartsWith("System.Net.Http.", StringComparison.Ordinal)
            || type is "System.Net.HttpWebRequest" or "System.Net.WebClient"
            || type.StartsWith("System.Net.HttpWebRe", StringComparison.Ordinal);

    // Readers and writers of text pass on to a stream, which shows what it is; these end in memory.
    private static bool IsInMemory(string type) => type is "System.IO.MemoryStream" or "System.IO.UnmanagedMemoryStream"
        or "System.IO.StringReader" or "System.IO.StringWriter"
        or "System.IO.StreamReader" or "System.IO.StreamWriter" or "System.IO.BinaryReader" or "System.IO.BinaryWriter"
        or "System.IO.Stream" or "System.IO.BufferedStream";
}
