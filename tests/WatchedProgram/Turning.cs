namespace WatchedProgram;

/// <summary>Calls an async method again and again, without a word from its input, until it is ended.</summary>
internal static class Turning
{
    public static async Task<int> RunAsync()
    {
        while (true)
            await TurnAsync();
    }

    private static async Task TurnAsync() => await Task.Delay(50);
}
