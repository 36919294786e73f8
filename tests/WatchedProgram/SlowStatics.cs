namespace WatchedProgram;

/// <summary>A class whose static constructor takes longer than anybody looks.</summary>
internal static class SlowStatics
{
    static SlowStatics()
    {
        Thread.Sleep(TimeSpan.FromMinutes(10));
        Text = "";
    }

    public static string Text { get; }
}
