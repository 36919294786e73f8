using System.Diagnostics;

namespace AwaitCost;

/// <summary>The first call in the life of a process. Nothing async has run before it, and everything that is done
/// around it has been done once already.</summary>
internal static class FirstCall
{
    public static FirstCallTimes Plain()
    {
        ProcessState before = ProcessState.Warm();
        long begin = Stopwatch.GetTimestamp();
        TimedMethod.Call();
        long end = Stopwatch.GetTimestamp();
        ProcessState after = ProcessState.Take();
        long next = Stopwatch.GetTimestamp();
        TimedMethod.Call();
        return new FirstCallTimes(end - begin, end - begin, Stopwatch.GetTimestamp() - next, after.Since(before));
    }

    public static FirstCallTimes Awaited()
    {
        ProcessState before = ProcessState.Warm();
        long begin = Stopwatch.GetTimestamp();
        Task<int> call = TimedMethod.CallAsync();
        long returned = Stopwatch.GetTimestamp(); // The method has come to its first await.
        call.GetAwaiter().GetResult(); // As the runtime itself waits for an async Main.
        long end = Stopwatch.GetTimestamp();
        ProcessState after = ProcessState.Take();
        long next = Stopwatch.GetTimestamp();
        TimedMethod.CallAsync().GetAwaiter().GetResult();
        return new FirstCallTimes(end - begin, returned - begin, Stopwatch.GetTimestamp() - next, after.Since(before));
    }
}
