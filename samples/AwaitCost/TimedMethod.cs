namespace AwaitCost;

/// <summary>The article's method, in both forms.</summary>
internal static class TimedMethod
{
    public static int Call() => ClockedWork.Millisecond(0);

    /// <summary>The specimen: computing has no async form, so it is handed to another thread.</summary>
    public static async Task<int> CallAsync() => await Task.Run(static () => ClockedWork.Millisecond(0));
}
