using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using Syncopate.Agent;

namespace Syncopate.Running.Machines;

/// <summary>The tool's end: one loopback port to which all monitored processes of a run connect. Thread-safe. Disposing
/// it ends the processes that are still connected.</summary>
internal sealed class MonitorListener : IAsyncDisposable
{
    private readonly Socket _listener;
    private readonly CancellationTokenSource _closing = new();
    private readonly ConcurrentDictionary<string, PoolWatch> _expected = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, ProcessFamily> _families = new(StringComparer.Ordinal);
    private readonly Task _accepting;

    /// <summary>Starts to listen on a port of 127.0.0.1 that the system chooses.</summary>
    /// <param name="time">Clock of silences, and of the waits for whom it hears; null for the system's.</param>
    public MonitorListener(TimeProvider? time = null)
    {
        Time = time ?? TimeProvider.System;
        _listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(128);
        _accepting = AcceptAsync(_closing.Token);
    }

    /// <summary>Clock of silences, and of the waits for whom it hears.</summary>
    internal TimeProvider Time { get; }

    private int Port => ((IPEndPoint)_listener.LocalEndPoint!).Port; // never null: bound in the constructor

    /// <summary>Announces a process: sets the environment variables that make it connect, and gives the watch that its
    /// samples will arrive on.</summary>
    /// <param name="environment">Environment of the process to be started.</param>
    public PoolWatch Expect(IDictionary<string, string?> environment)
    {
        MonitorAddress address = NewAddress(withChildren: false);
        PoolWatch watch = new(Time);
        _expected[address.Token] = watch;
        Announce(address, environment);
        return watch;
    }

    /// <summary>Announces a process and all that it starts, as <c>dotnet run</c> starts a compiler and then the program itself.</summary>
    /// <param name="environment">Environment of the first process.</param>
    public ProcessFamily ExpectFamily(IDictionary<string, string?> environment)
    {
        MonitorAddress address = NewAddress(withChildren: true);
        ProcessFamily family = new(Time);
        _families[address.Token] = family;
        Announce(address, environment);
        return family;
    }

    private MonitorAddress NewAddress(bool withChildren) =>
        new(Port, Convert.ToHexString(RandomNumberGenerator.GetBytes(MonitorAddress.TokenLength / 2)), withChildren);

    private static void Announce(MonitorAddress address, IDictionary<string, string?> environment)
    {
        environment[MonitorAddress.Variable] = address.ToString();
        // Ours first, before those that the process has of its user. A program in a single file has none to name, and a
        // runtime that is given one which is not there ends; such a program starts its monitor itself.
        string hook = Path.Combine(AppContext.BaseDirectory, "Syncopate.Agent.dll");
        if (!File.Exists(hook))
            return;
        environment[HookList.Variable] = HookList.Join(
            [hook, .. HookList.Without(environment.TryGetValue(HookList.Variable, out string? before) ? before : null, hook)]);
    }

    private async Task AcceptAsync(CancellationToken cancellationToken)
    {
        List<Task> conversations = new();
        try
        {
            while (true)
            {
                Socket socket = await _listener.AcceptAsync(cancellationToken).ConfigureAwait(false);
                conversations.RemoveAll(c => c.IsCompleted);
                conversations.Add(ConverseAsync(socket, cancellationToken));
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // The listener is closing.
        }

        await Task.WhenAll(conversations).ConfigureAwait(false);
    }

    private async Task ConverseAsync(Socket socket, CancellationToken cancellationToken)
    {
        using Socket _ = socket;
        socket.NoDelay = true;
        byte[] hello = new byte[MonitorHello.Length];
        try
        {
            using NetworkStream stream = new(socket, ownsSocket: false);
            await stream.ReadExactlyAsync(hello, cancellationToken).ConfigureAwait(false);
            // A stranger on the port has no token that is expected; it is dropped without an answer.
            (string token, int processId, int textLength) = MonitorHello.Read(hello);
            if (!IsExpected(token))
                return;
            byte[] texts = new byte[textLength];
            await stream.ReadExactlyAsync(texts, cancellationToken).ConfigureAwait(false);
            if (Recognise(token, processId) is not { } watch)
                return;
            (string runtime, string program) = MonitorHello.ReadTexts(texts);
            watch.Program = new MonitoredProgram(runtime, program);
            await watch.ReadAsync(stream, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is OperationCanceledException or IOException)
        {
            // The process is gone or the run is over; the watch says which.
        }
    }

    private bool IsExpected(string token) => _expected.ContainsKey(token) || _families.ContainsKey(token);

    private PoolWatch? Recognise(string token, int processId)
    {
        if (_expected.TryRemove(token, out PoolWatch? watch))
            return watch;
        return _families.TryGetValue(token, out ProcessFamily? family) ? family.Add(processId) : null;
    }

    /// <summary>Closes every connection; the processes at their other ends leave within two seconds.</summary>
    public async ValueTask DisposeAsync()
    {
        await _closing.CancelAsync().ConfigureAwait(false);
        _listener.Dispose();
        await _accepting.ConfigureAwait(false);
        _closing.Dispose();
    }
}
