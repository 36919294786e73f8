using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Syncopate.Acceptance.WatchTruth;

#pragma warning disable SYNC2001, SYNC2003, SYNC2004, SYNC2005 // Specimens: the synchronous forms, which a verdict is to find.

/// <summary>The waits of a program, each in a method of its own that a look at threads can name, in both forms; and how long
/// each was waited in.</summary>
internal sealed class TruthPage : IDisposable
{
    private const int FileBytes = 1_000_000;
    private const int ArrayBytes = 200_000;
    private const long StepsPerMillisecond = 570_000;

    private readonly TruthProgram _program;
    private readonly long[] _ticks;
    private readonly object _gate = new();
    private readonly SemaphoreSlim _asyncGate = new(1);
    private readonly SemaphoreSlim _permits;
    private readonly Signals _signals = new();
    private readonly SlowPeer _peer = new();
    private readonly ConcurrentBag<Socket> _sockets = [];
    private readonly HttpClient _client;
    private readonly string _file = Path.GetTempFileName();
    private readonly byte[][] _kept = new byte[64][]; // Written by many, read by none: it keeps arrays alive for a while.
    private long _completed;
    private int _next;

    public TruthPage(TruthProgram program)
    {
        _program = program;
        _ticks = new long[program.AllSteps.Count];
        int Width(TruthWait wait) => program.AllSteps.FirstOrDefault(step => step.Wait == wait)?.Width ?? 1;
        _permits = new SemaphoreSlim(Width(TruthWait.Permits));
        _client = new HttpClient(new SocketsHttpHandler { MaxConnectionsPerServer = Width(TruthWait.Connections) });
        File.WriteAllBytes(_file, new byte[FileBytes]);
    }

    /// <summary>Pages so far, and how long each step took in all of them together.</summary>
    public TruthTally Tally() =>
        new(Stopwatch.GetTimestamp() * 1e3 / Stopwatch.Frequency, Interlocked.Read(ref _completed), ThreadPool.PendingWorkItemCount,
            [.. _ticks.Select(ticks => ticks * 1e3 / Stopwatch.Frequency)]);

    /// <summary>The page, whose thread stands while it waits.</summary>
    public string Blocking() => Block(_program.Steps, 0);

    /// <summary>The other page, whose thread stands too.</summary>
    public string BlockingBeside() => Block(_program.Beside, _program.Steps.Count);

    /// <summary>The same page, which holds no thread while it waits.</summary>
    public Task<string> AwaitingAsync() => AwaitAsync(_program.Steps);

    /// <summary>The other page in that form.</summary>
    public Task<string> AwaitingBesideAsync() => AwaitAsync(_program.Beside);

    private string Block(IReadOnlyList<TruthStep> steps, int first)
    {
        for (int i = 0; i < steps.Count; i++)
        {
            long began = Stopwatch.GetTimestamp();
            Do(steps[i]);
            Interlocked.Add(ref _ticks[first + i], Stopwatch.GetTimestamp() - began);
        }

        Interlocked.Increment(ref _completed);
        return "done";
    }

    private async Task<string> AwaitAsync(IReadOnlyList<TruthStep> steps)
    {
        foreach (TruthStep step in steps)
            await DoAsync(step);
        Interlocked.Increment(ref _completed);
        return "done";
    }

    private void Do(TruthStep step)
    {
        switch (step.Wait)
        {
            case TruthWait.Sleep: Sleep(step); break;
            case TruthWait.Delay: Delay(step); break;
            case TruthWait.Work: Work(step); break;
            case TruthWait.Lock: Lock(step); break;
            case TruthWait.Permits: Permits(step); break;
            case TruthWait.Signal: Signal(step); break;
            case TruthWait.Loop: Loop(step); break;
            case TruthWait.Socket: Socket(step); break;
            case TruthWait.Connections: Connections(step); break;
            case TruthWait.Lookup: Lookup(); break;
            case TruthWait.File: ReadFile(); break;
            case TruthWait.Compute: Compute(step); break;
            default: Collect(step); break;
        }
    }

    private async Task DoAsync(TruthStep step)
    {
        switch (step.Wait)
        {
            case TruthWait.Lock: await EnterAsync(_asyncGate, step); break;
            case TruthWait.Permits: await EnterAsync(_permits, step); break;
            case TruthWait.Signal: await _signals.AfterAsync(step.Milliseconds, step.Holder == TruthHolder.Pool); break;
            case TruthWait.Loop:
                ParallelOptions options = new() { MaxDegreeOfParallelism = step.Width };
                await Parallel.ForEachAsync(
                    Enumerable.Range(0, step.Width), options, async (_, token) => await Task.Delay(step.Milliseconds, token));
                break;
            case TruthWait.Socket: await ReadAsync(step); break;
            case TruthWait.Connections: (await _client.GetAsync(_peer.Page(step.Milliseconds))).Dispose(); break;
            case TruthWait.Lookup: await Dns.GetHostAddressesAsync("localhost"); break;
            case TruthWait.File: await File.ReadAllBytesAsync(_file); break;
            case TruthWait.Compute: Compute(step); break;
            case TruthWait.Collect: Collect(step); break;
            default: await Task.Delay(step.Milliseconds); break;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Sleep(TruthStep step) => Thread.Sleep(step.Milliseconds);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Delay(TruthStep step) => Task.Delay(step.Milliseconds).Wait();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Work(TruthStep step) => Task.Run(() => Thread.Sleep(step.Milliseconds)).Wait();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Lock(TruthStep step)
    {
        lock (_gate)
            Hold(step);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Permits(TruthStep step)
    {
        _permits.Wait();
        try
        {
            Hold(step);
        }
        finally
        {
            _permits.Release();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Hold(TruthStep step)
    {
        if (step.Holder == TruthHolder.Thread)
            Thread.Sleep(step.Milliseconds);
        else if (step.Holder == TruthHolder.Pool)
            Task.Run(() => Thread.Sleep(step.Milliseconds)).Wait();
        else
            Compute(step);
    }

    private static async Task EnterAsync(SemaphoreSlim gate, TruthStep step)
    {
        await gate.WaitAsync();
        try
        {
            if (step.Holder == TruthHolder.Processor)
                Compute(step);
            else
                await Task.Delay(step.Milliseconds);
        }
        finally
        {
            gate.Release();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Signal(TruthStep step)
    {
        using ManualResetEventSlim given = new();
        _signals.After(step.Milliseconds, step.Holder == TruthHolder.Pool, given.Set);
        given.Wait();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Loop(TruthStep step) => Parallel.For(0, step.Width, _ => Thread.Sleep(step.Milliseconds));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Socket(TruthStep step)
    {
        Socket socket = Connected();
        byte[] byteOne = new byte[1];
        socket.Send(SlowPeer.Asked(step.Milliseconds));
        socket.Receive(byteOne);
        _sockets.Add(socket);
    }

    private async Task ReadAsync(TruthStep step)
    {
        Socket socket = Connected();
        byte[] byteOne = new byte[1];
        await socket.SendAsync(SlowPeer.Asked(step.Milliseconds));
        await socket.ReceiveAsync(byteOne);
        _sockets.Add(socket);
    }

    private Socket Connected()
    {
        if (_sockets.TryTake(out Socket? kept))
            return kept;
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(_peer.EndPoint);
        return socket;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Connections(TruthStep step)
    {
        using HttpRequestMessage request = new(HttpMethod.Get, _peer.Page(step.Milliseconds));
        _client.Send(request).Dispose();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Lookup() => Dns.GetHostAddresses("localhost");

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReadFile() => GC.KeepAlive(File.ReadAllBytes(_file));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Compute(TruthStep step)
    {
        ulong state = 88_172_645_463_325_252;
        for (long i = step.Milliseconds * StepsPerMillisecond; i > 0; i--)
        {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
        }

        GC.KeepAlive(state);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Collect(TruthStep step)
    {
        for (int i = 0; i < step.Milliseconds; i++)
            _kept[(uint)Interlocked.Increment(ref _next) % _kept.Length] = new byte[ArrayBytes];
    }

    public void Dispose()
    {
        foreach (Socket socket in _sockets)
            socket.Dispose();
        _client.Dispose();
        _peer.Dispose();
        _signals.Dispose();
        _permits.Dispose();
        _asyncGate.Dispose();
        File.Delete(_file);
    }
}
