using System.IO.Pipes;
using System.Runtime.CompilerServices;

namespace WatchedProgram;

/// <summary>Blocks threads of the pool at eight places, one or two for each kind of blocking, and counts for how long:
/// what a probe finds can be compared with it. Asked by a line, it prints each place's name, line and blocked milliseconds so
/// far.</summary>
internal static class BlockedPlaces
{
    private static readonly Place[] Places = ["WaitForTask", "EnterMonitor", "EnterLock", "Sleep", "ReadSocket", "CallHttp", "RunCommand", "ReadPipe"];

    private static readonly object Monitored = new();
    private static readonly Lock Locked = new();
    private static readonly DelayedSocket Socket = new();
    private static readonly DelayedCommand Command = new();
    private static readonly AnonymousPipeServerStream Near = new(PipeDirection.In);
    private static readonly AnonymousPipeClientStream Far = new(PipeDirection.Out, Near.ClientSafePipeHandle);
    private static readonly HttpClient Client = new() { BaseAddress = DelayedHttp.Start(milliseconds: 60) };

    /// <summary>Blocks until standard input ends.</summary>
    public static int Run()
    {
        ThreadPool.SetMinThreads(32, 32);
        Action<Place>[] blocking = [WaitForTask, EnterMonitor, EnterLock, Sleep, ReadSocket, CallHttp, RunCommand, ReadPipe];
        for (int i = 0; i < blocking.Length; i++)
            _ = RepeatAsync(blocking[i], Places[i], rest: 10 + 20 * (i % 4));
        Console.WriteLine("ready");
        // On the main thread: reading a console blocks, and here it must not be a place of the pool.
        while (Console.ReadLine() is not null)
            Console.WriteLine(string.Join('|', Places.Select(place => place.ToString())));
        return 0;
    }

    private static async Task RepeatAsync(Action<Place> block, Place place, int rest)
    {
        while (true)
        {
            await Task.Delay(rest);
            block(place);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WaitForTask(Place place)
    {
        Task<int> answer = AnswerAsync();
        place.Begin(); _ = answer.Result; place.End();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void EnterMonitor(Place place)
    {
        Elsewhere.Hold(() => Monitor.Enter(Monitored), () => Monitor.Exit(Monitored), milliseconds: 70);
        place.Begin(); Monitor.Enter(Monitored); place.End();
        Monitor.Exit(Monitored);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void EnterLock(Place place)
    {
        Elsewhere.Hold(Locked.Enter, Locked.Exit, milliseconds: 40);
        place.Begin(); Locked.Enter(); place.End();
        Locked.Exit();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Sleep(Place place)
    {
        place.Begin(); Thread.Sleep(50); place.End();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ReadSocket(Place place)
    {
        Socket.AnswerIn(milliseconds: 80);
        place.Begin(); Socket.Near.Receive(new byte[1]); place.End();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CallHttp(Place place)
    {
        using HttpRequestMessage request = new(HttpMethod.Get, "/");
        place.Begin(); using HttpResponseMessage response = Client.Send(request); place.End();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void RunCommand(Place place)
    {
        place.Begin(); Command.ExecuteScalar(); place.End();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ReadPipe(Place place)
    {
        Elsewhere.After(milliseconds: 30, () => Far.WriteByte(1));
        place.Begin(); Near.ReadByte(); place.End();
    }

    private static async Task<int> AnswerAsync()
    {
        await Task.Delay(60);
        return 1;
    }
}
