namespace TwinsLibrary;

/// <summary>Pairs that nobody can call without knowing more.</summary>
public static class Pools
{
    public static T Take<T>() => default!;

    public static Task<T> TakeAsync<T>() => Task.FromResult<T>(default!);

    public static void Fill(ref int level) => level = 1;

    public static Task FillAsync(ref int level)
    {
        level = 1;
        return Task.CompletedTask;
    }
}
