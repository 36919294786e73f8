using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace WatchedProgram;

/// <summary>Keeps callers who each, once answered, call again; each call goes through something that lets in only one,
/// or two, at a time and sleeps there. Asked by a line, it prints how many have passed, and after how many milliseconds.</summary>
internal static class Convoy
{
    private static readonly object Monitored = new();
    private static readonly object[] Shards = [.. Enumerable.Range(0, 8).Select(_ => new object())];
    private static readonly SemaphoreSlim Signal = new(0);
    private static readonly Lock Locked = new();
    private static readonly Barrier Meeting = new(2);
    private static readonly SemaphoreSlim Two = new(2, 2);
    private static readonly ReaderWriterLockSlim Writers = new();
    private static readonly HttpClient Client = new();

    /// <summary>Callers of its own, on its pool; goes on until standard input ends.</summary>
    public static int Run(string kind, int milliseconds, int callers)
    {
        long passed = 0;
        Action pass = Pass(kind, milliseconds);
        ThreadPool.SetMinThreads(8, 1);
        for (int i = 0; i < callers; i++)
            Call();
        return Answer(() => Interlocked.Read(ref passed), 0);

        void Call() => ThreadPool.UnsafeQueueUserWorkItem(_ =>
        {
            pass();
            Interlocked.Increment(ref passed);
            Call();
        }, null);
    }

    /// <summary>As a server, each of whose requests passes; asked for "port", it says that.</summary>
    public static int Serve(string kind, int milliseconds)
    {
        long passed = 0;
        Uri? own = null;
        Action pass = kind == "self" ? () => Ask(own) : Pass(kind, milliseconds);
        ThreadPool.SetMinThreads(8, 1);
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        WebApplication app = builder.Build();
        app.Run(context =>
        {
            if (context.Request.Path == "/inner")
                return Task.Delay(milliseconds);
            pass();
            Interlocked.Increment(ref passed);
            return Task.CompletedTask;
        });
        app.Start();
        own = new Uri(app.Urls.Single());
        return Answer(() => Interlocked.Read(ref passed), own.Port);
    }

    private static Action Pass(string kind, int milliseconds) => kind switch
    {
        "monitor" => () => Enter(Monitored, milliseconds),
        "lock" => () => Enter(Locked, milliseconds),
        "semaphore" => () => Enter(Two, milliseconds),
        "writer" => () => Enter(Writers, milliseconds),
        "statics" => () => Touch(milliseconds),
        "readers" => () => ReadOrWrite(Random.Shared.Next(4) == 0, milliseconds),
        "lock-task" => () => EnterForTask(Monitored, milliseconds),
        "semaphore-task" => () => EnterForTask(Two, milliseconds),
        "shards" => () => EnterShard(Shards[Random.Shared.Next(Shards.Length)], milliseconds),
        "signal" => () => Await(milliseconds),
        "jobs" => () => Work(milliseconds),
        "deadlock" => Deadlock(),
        "sleep" => () => Thread.Sleep(milliseconds),
        "named" => () => SleepNamed(milliseconds),
        "polling" => () => Poll(milliseconds),
        "parallel" => () => Parallel.For(0, 8, _ => Thread.Sleep(milliseconds)),
        _ => throw new ArgumentException($"'{kind}' is nothing that lets in a few at a time."),
    };

    private static int Answer(Func<long> passed, int port)
    {
        long started = Stopwatch.GetTimestamp();
        Console.WriteLine("ready");
        while (Console.ReadLine() is { } line)
        {
            Console.WriteLine(line.Split(' ') switch
            {
                ["port"] => port.ToString(CultureInfo.InvariantCulture),
                ["minimum"] => Minimum(),
                ["minimum", var threads] => ThreadPool.SetMinThreads(int.Parse(threads, CultureInfo.InvariantCulture), 1).ToString(),
                ["maximum", var threads] => ThreadPool.SetMaxThreads(int.Parse(threads, CultureInfo.InvariantCulture), 1000).ToString(),
                _ => string.Create(
                    CultureInfo.InvariantCulture, $"{passed()} {Stopwatch.GetElapsedTime(started).TotalMilliseconds:F3}"),
            });
        }

        return 0;
    }

    private static string Minimum()
    {
        ThreadPool.GetMinThreads(out int threads, out _);
        return threads.ToString(CultureInfo.InvariantCulture);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Enter(object monitored, int milliseconds)
    {
        lock (monitored)
            Thread.Sleep(milliseconds);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Enter(Lock locked, int milliseconds)
    {
        locked.Enter();
        Thread.Sleep(milliseconds);
        locked.Exit();
        // What the method does without it is no part of the hold, and must not make the bound too low.
        Thread.Sleep(milliseconds);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Enter(SemaphoreSlim semaphore, int milliseconds)
    {
        semaphore.Wait();
        Thread.Sleep(milliseconds);
        semaphore.Release();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Enter(ReaderWriterLockSlim writers, int milliseconds)
    {
        writers.EnterWriteLock();
        Thread.Sleep(milliseconds);
        writers.ExitWriteLock();
    }

    private static void ReadOrWrite(bool writes, int milliseconds)
    {
        if (writes)
            Enter(Writers, milliseconds);
        else
            Read(Writers, milliseconds);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Read(ReaderWriterLockSlim readers, int milliseconds)
    {
        readers.EnterReadLock();
        readers.ExitReadLock();
        Thread.Sleep(milliseconds);
    }

    // Who has it needs a thread of the pool to go on, for which it waits behind those that wait for it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void EnterForTask(object monitored, int milliseconds)
    {
        lock (monitored)
            DelayAsync(milliseconds).Wait();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void EnterForTask(SemaphoreSlim semaphore, int milliseconds)
    {
        semaphore.Wait();
        DelayAsync(milliseconds).Wait();
        semaphore.Release();
    }

    private static async Task DelayAsync(int milliseconds)
    {
        await Task.Delay(milliseconds);
        await Task.Yield();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void EnterShard(object shard, int milliseconds)
    {
        lock (shard)
            Thread.Sleep(milliseconds);
    }

    // A clock gives the signal, once for each that waits: nobody has what it waits for.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Await(int milliseconds)
    {
        Timer clock = new(_ => Signal.Release(), null, milliseconds, Timeout.Infinite);
        Signal.Wait();
        clock.Dispose();
    }

    // The same, and who was given it works for as long, past the wait and in the same method.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Work(int milliseconds)
    {
        Timer clock = new(_ => Signal.Release(), null, milliseconds, Timeout.Infinite);
        Signal.Wait();
        clock.Dispose();
        Thread.Sleep(milliseconds);
    }

    // Half of the callers take the one lock first, the others the other: from then on nobody passes.
    private static Action Deadlock()
    {
        long calls = 0;
        return () =>
        {
            if (Interlocked.Increment(ref calls) % 2 == 0)
                Transfer();
            else
                Refund();
        };
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Transfer()
    {
        lock (Shards[0])
        {
            Meet();
            lock (Shards[1])
                GC.KeepAlive(Shards);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Refund()
    {
        lock (Shards[1])
        {
            Meet();
            lock (Shards[0])
                GC.KeepAlive(Shards);
        }
    }

    private static void Meet() => Meeting.SignalAndWait();

    // What it asks for needs a thread of the pool, for which it waits behind those that ask.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Poll(int milliseconds)
    {
        Task work = Task.Run(() => Thread.Sleep(milliseconds));
        while (!work.IsCompleted)
            Thread.Sleep(5);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Ask(Uri? own)
    {
        Uri inner = new(own ?? throw new InvalidOperationException("It has no address yet."), "/inner");
        using HttpRequestMessage request = new(HttpMethod.Get, inner);
        using HttpResponseMessage answer = Client.Send(request);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void SleepNamed(int milliseconds)
    {
        Thread.CurrentThread.Name = "payments";
        Thread.Sleep(milliseconds);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Touch(int milliseconds)
    {
        GC.KeepAlive(SlowStatics.Text);
        Thread.Sleep(milliseconds);
    }
}
