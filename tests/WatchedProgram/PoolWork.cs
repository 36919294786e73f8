using System.Globalization;

namespace WatchedProgram;

/// <summary>Keeps threads of its pool blocked, throws, allocates as it is told, and says what its own
/// <see cref="ThreadPool"/> counts. Not async, so that nothing of its own is on the pool.</summary>
internal static class PoolWork
{
    public static int Run()
    {
        using ManualResetEvent release = new(false);
        Console.WriteLine("ready");
        while (Console.ReadLine()?.Split(' ') is { } words)
        {
            Console.WriteLine(words switch
            {
                ["minimum", var count] => Minimum(Number(count)),
                ["block", var count] => Block(Number(count), release),
                ["release"] => Release(release),
                ["throw", var count] => Throw(Number(count)),
                ["work", var count] => Work(Number(count)),
                ["figures"] => Figures(),
                _ => "?",
            });
        }

        return 0;
    }

    /// <summary>Occupies three threads with its first instruction, without a word from its input, until it is ended.</summary>
    public static int BlockAtOnce()
    {
        using ManualResetEvent never = new(false);
        ThreadPool.SetMinThreads(4, 1);
        Block(3, never);
        never.WaitOne();
        return 0;
    }

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);

    private static string Minimum(int count) => ThreadPool.SetMinThreads(count, 1).ToString();

    private static string Block(int count, ManualResetEvent release)
    {
        for (int i = 0; i < count; i++)
            ThreadPool.QueueUserWorkItem(_ => release.WaitOne());
        return "ok";
    }

    private static string Release(ManualResetEvent release)
    {
        release.Set();
        return "ok";
    }

    // Answers when all of it is done.
    private static string Work(int count)
    {
        using CountdownEvent left = new(count);
        for (int i = 0; i < count; i++)
            ThreadPool.QueueUserWorkItem(_ => left.Signal());
        left.Wait();
        return "ok";
    }

    private static string Throw(int count)
    {
        for (int i = 0; i < count; i++)
        {
            try
            {
                throw new InvalidOperationException("for the counter");
            }
            catch (InvalidOperationException)
            {
                // It was thrown to be counted.
            }
        }

        return "ok";
    }

    private static string Figures()
    {
        ThreadPool.GetMaxThreads(out int maximum, out _);
        ThreadPool.GetAvailableThreads(out int available, out _);
        return string.Create(CultureInfo.InvariantCulture, $"{ThreadPool.ThreadCount} {maximum - available} {ThreadPool.PendingWorkItemCount} {ThreadPool.CompletedWorkItemCount}");
    }
}
