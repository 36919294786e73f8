using System.Diagnostics;

namespace AwaitCost;

/// <summary>The first call in the life of a process. Nothing async has run before it, and everything that is done
/// around it has been done once already.</summary>
internal static class FirstCall
{
    public static FirstCallTimes Plain()
    {
        var before = ProcessState.Warm();
        var begin = Stopwatch.GetTimestamp();
        TimedMethod.Call();
        var end = Stopwatch.GetTimestamp();
        var after = ProcessState.Take();
        var next = Stopwatch.GetTimestamp();
        TimedMethod.Call();
        return new FirstCallTimes(end - begin, end - begin, Stopwatch.GetTimestamp() - next, after.Since(before));
    }

    public static FirstCallTimes Awaited()
    {
        var before = ProcessState.Warm();
        var begin = Stopwatch.GetTimestamp();
        var call = TimedMethod.CallAsync();
        var returned = Stopwatch.GetTimestamp(); // The method has come to its first await.
        call.GetAwaiter().GetResult(); // As the runtime itself waits for an async Main.
        var end = Stopwatch.GetTimestamp();
        var after = ProcessState.Take();
        var next = Stopwatch.GetTimestamp();
        TimedMethod.CallAsync().GetAwaiter().GetResult();
        return new FirstCallTimes(end - begin, returned - begin, Stopwatch.GetTimestamp() - next, after.Since(before));
    }
}
