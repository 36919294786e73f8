namespace WatchedProgram;

/// <summary>Does nothing.</summary>
internal static class Idle
{
    public static async Task<int> RunAsync()
    {
        Console.WriteLine("ready");
        while (await Console.In.ReadLineAsync() is not null)
            Console.WriteLine("ok");
        return 0;
    }
}
