using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Syncopate.Load;
using Syncopate.Running.Machines;

namespace Syncopate.Running.Servers;

/// <summary>A server that the tool started, with its pool monitor. It ends when this is disposed, and by itself when
/// the tool dies.</summary>
internal sealed class ServerProcess : IServer
{
    private const string TakenMark = "address already in use"; // As every system and framework says it.
    private const int KeptLines = 12;
    // Of a machine whose processors others have; one that dies is noticed at once.
    private static readonly TimeSpan StartTimeout = TimeSpan.FromMinutes(2);

    // `dotnet run` restores and compiles before it starts anything.
    private static readonly TimeSpan CommandTimeout = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan HelloTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan PortCheck = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan MonitorTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(3);

    // A monitor has a thread of its own and speaks every 100 ms. Two silent seconds are a reason to look; on a machine that starves
    // the tool itself they prove nothing, so without the system's word that the process is stopped it takes longer.
    private static readonly TimeSpan SuspiciousSilence = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(20);

    private readonly ServerCommand _command;
    private readonly Process _process;
    private readonly ServerLog _log;
    private readonly TimeProvider _time;

    // Null for a program that writes where it listens.
    private ProcessFamily? _family;
    private int? _leader;
    private int? _listener;
    private readonly TaskCompletionSource<Uri> _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _died = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // Written by the process's two reader threads.
    private readonly LastLines _lastLines = new(KeptLines);

    // Guards the log and the failure, which the same threads write.
    private readonly Lock _gate = new();
    private string? _failure;

    private ServerProcess(ServerCommand command, int ordinal, Process process, ServerLog log, TimeProvider time)
    {
        _command = command;
        Ordinal = ordinal;
        _process = process;
        _log = log;
        _time = time;
    }

    /// <inheritdoc/>
    public int Ordinal { get; }

    /// <inheritdoc/>
    public string Name => _command.Name;

    /// <summary>Identifier that the operating system gave it.</summary>
    public int ProcessId => _process.Id;

    /// <summary>Where it listens; known once <see cref="StartAsync"/> has returned.</summary>
    public Uri Address => Target.BaseAddress;

    /// <inheritdoc/>
    public HttpTarget Target { get; private set; } = new(new Uri("http://127.0.0.1/"));

    int? IServer.ProcessId => _listener ?? _process.Id;

    /// <inheritdoc/>
    public long? CpuNanoseconds => ProcessCpu.Nanoseconds(_listener ?? _process.Id);

    /// <inheritdoc/>
    public ITargetMonitor? Monitor => null;

    /// <inheritdoc/>
    public PoolWatch? Pool { get; private set; }

    /// <inheritdoc/>
    public bool Unsettled { get; set; }

    /// <summary>Completes when the process has exited, for whatever reason.</summary>
    public Task Died => _died.Task;

    /// <summary>True when the system says that the process is stopped, as by SIGSTOP or a debugger; always false where
    /// it cannot be asked.</summary>
    public bool IsPaused
    {
        get
        {
            string status = $"/proc/{_process.Id}/stat";
            // "1234 (name) T 1 ...": the state follows the last bracket.
            return OperatingSystem.IsLinux() && !_died.Task.IsCompleted && File.Exists(status)
                && File.ReadAllText(status) is var text && text.AsSpan(text.LastIndexOf(')') + 2) is ['T' or 't', ..];
        }
    }

    /// <summary>Starts a server and waits until it listens and its monitor has connected, where it can.</summary>
    /// <param name="command">What to start.</param>
    /// <param name="ordinal">Number of the process within the run.</param>
    /// <param name="monitors">Where its monitor connects to.</param>
    /// <param name="logPath">File that receives what the server writes.</param>
    /// <param name="cancellationToken">Ends the wait and the server.</param>
    /// <exception cref="TargetFailedException">It could not be started, exited, or was not ready within 2 min; within 3
    /// min for a command of the user's.</exception>
    public static async Task<ServerProcess> StartAsync(
        ServerCommand command, int ordinal, MonitorListener monitors, string logPath, CancellationToken cancellationToken)
    {
        IReadOnlyList<string> words = IsGroup(command)
            ? ProcessGroup.Words(command.FileName, command.Arguments)
            : [command.FileName, .. command.Arguments];
        ProcessStartInfo start = new(words[0], words.Skip(1))
        {
            WorkingDirectory = command.WorkingDirectory,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
            UseShellExecute = false,
        };
        foreach ((string name, string value) in command.Environment)
            start.Environment[name] = value;

        Process process = new() { StartInfo = start, EnableRaisingEvents = true };
        ServerProcess server = new(command, ordinal, process, new ServerLog(logPath), monitors.Time);
        try
        {
            await server.WatchAsync(monitors, start.Environment).ConfigureAwait(false);
            server.Launch();
            await server.BecomeReadyAsync(cancellationToken).ConfigureAwait(false);
            return server;
        }
        catch
        {
            await server.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public string? FindFailure(TimeProvider time)
    {
        if (Died.IsCompleted)
            return DescribeDeath();
        TimeSpan silence = Pool?.Silence(time) ?? TimeSpan.Zero;
        return silence > LongestSilence || (silence > SuspiciousSilence && IsPaused)
            ? FormattableString.Invariant(
                $"{Name} (process {Ordinal}) stopped answering its monitor for {silence.TotalSeconds:0} s. Was it paused?")
            : null;
    }

    /// <summary>What to say to the user when the server has died: its name, exit code and last words.</summary>
    public string DescribeDeath()
    {
        string code = _process.HasExited ? string.Create(CultureInfo.InvariantCulture, $"exit code {_process.ExitCode}") : "still running";
        lock (_gate)
        {
            if (_failure is not null)
                return _failure;
        }

        string words = _lastLines.Text is { } lines ? $"Its last lines: {lines}" : "It wrote nothing.";
        return $"{Name} (process {Ordinal}) ended while it was needed: {code}. {words}";
    }

    private void Launch()
    {
        _process.OutputDataReceived += (_, e) => Read(e.Data);
        _process.ErrorDataReceived += (_, e) => Read(e.Data);
        _process.Exited += (_, _) => _died.TrySetResult();
        try
        {
            _process.Start();
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            _died.TrySetResult();
            throw new TargetFailedException(
                $"Cannot start {Name} with '{_command.FileName}': {e.Message}. Check that the program exists and may be run.");
        }

        _leader = IsGroup(_command) ? _process.Id : null;
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    private static bool IsGroup(ServerCommand command) => command.Address is not null && ProcessGroup.IsSupported;

    private async Task WatchAsync(MonitorListener monitors, IDictionary<string, string?> environment)
    {
        if (_command.Address is not { } address)
        {
            Pool = monitors.Expect(environment);
            return;
        }

        Target = _command.Host is { } host ? new HttpTarget(address, host) : new HttpTarget(address);
        if (await AnswersAsync(CancellationToken.None).ConfigureAwait(false))
        {
            _died.TrySetResult(); // It never lived.
            throw new TargetFailedException($"Cannot start {Name}: something listens at {address} already. Stop it, give another port, "
                + "or compare it as it is, without a command.")
            {
                IsPortTaken = true,
            };
        }

        _family = monitors.ExpectFamily(environment);
        // Compilers and build servers that outlive `dotnet run` would end with this run, whoever else uses them by then.
        environment["MSBUILDDISABLENODEREUSE"] = "1";
        environment["UseSharedCompilation"] = "false";
    }

    private async Task BecomeReadyAsync(CancellationToken cancellationToken)
    {
        using CancellationTokenSource enough = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        TimeSpan timeout = _command.Address is null ? StartTimeout : CommandTimeout;
        Task ready = _command.Address is null ? _ready.Task : ListenAsync(enough.Token);
        Task first = await Task.WhenAny(ready, Died, Task.Delay(timeout, _time, enough.Token)).ConfigureAwait(false);
        await enough.CancelAsync().ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (first == Died)
        {
            // The readers may still hold the last words of a process that has just exited.
            await _process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
            string death = DescribeDeath();
            throw new TargetFailedException($"Cannot use {Name}: it did not start. {death}")
            {
                IsPortTaken = death.Contains(TakenMark, StringComparison.OrdinalIgnoreCase),
            };
        }

        if (first != ready)
        {
            throw new TargetFailedException(
                FormattableString.Invariant($"{Name} was not ready within {timeout.TotalSeconds:0} s. See its log in the run's folder."));
        }

        if (_command.Address is null)
            Target = new HttpTarget(await _ready.Task.ConfigureAwait(false));
        else
            await FindPoolAsync(cancellationToken).ConfigureAwait(false);
        Task connected = Pool?.Connected ?? Task.CompletedTask;
        await Task.WhenAny(connected, Task.Delay(MonitorTimeout, _time, cancellationToken)).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>Waits until something listens at the address.</summary>
    private async Task ListenAsync(CancellationToken cancellationToken)
    {
        while (!await AnswersAsync(cancellationToken).ConfigureAwait(false))
            await Task.Delay(PortCheck, _time, cancellationToken).ConfigureAwait(false);
    }

    private async Task<bool> AnswersAsync(CancellationToken cancellationToken)
    {
        using Socket socket = new(Target.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(Target.EndPoint, cancellationToken).ConfigureAwait(false);
            // A port that nobody has can be given to the caller itself, who is then connected to itself.
            return !Equals(socket.LocalEndPoint, socket.RemoteEndPoint);
        }
        catch (SocketException)
        {
            return false;
        }
    }

    /// <summary>Of all .NET processes that the command has started, the one that listens. It said hello before it could
    /// listen, but on another connection.</summary>
    private async Task FindPoolAsync(CancellationToken cancellationToken)
    {
        for (TimeSpan waited = TimeSpan.Zero; Pool is null && waited < HelloTimeout; waited += PortCheck)
        {
            _listener = ListeningProcess.Find(Target.EndPoint);
            Pool = _listener is { } listener ? _family?.Find(listener) : null;
            if (Pool is null)
                await Task.Delay(PortCheck, _time, cancellationToken).ConfigureAwait(false);
        }
    }

    private void Read(string? line)
    {
        if (line is null)
            return;
        lock (_gate)
        {
            _log.Write(line);
            if (_command.FailureMark is { } failed && line.StartsWith(failed, StringComparison.Ordinal))
                _failure = line[failed.Length..];
        }

        if (!line.StartsWith("At ", StringComparison.Ordinal))
            _lastLines.Add(line);

        int mark = line.IndexOf(_command.ReadyMark, StringComparison.Ordinal);
        if (mark >= 0 && Uri.TryCreate(line[(mark + _command.ReadyMark.Length)..].Trim(), UriKind.Absolute, out Uri? address))
            _ready.TrySetResult(address);
    }

    /// <summary>Ends the server and waits until it is gone.</summary>
    public async ValueTask DisposeAsync()
    {
        if (!_died.Task.IsCompleted)
        {
            if (_command.EndsInOrder && !OperatingSystem.IsWindows())
            {
                if (IsGroup(_command))
                    ProcessGroup.Terminate(_process.Id);
                else
                    _ = SendSignal(_process.Id, TerminateSignal);
                await Task.WhenAny(Died, Task.Delay(StopTimeout, _time)).ConfigureAwait(false);
            }

            if (!_process.HasExited)
                _process.Kill(entireProcessTree: true);
            await Died.ConfigureAwait(false);
        }

        if (_leader is { } leader)
            ProcessGroup.Kill(leader); // Its watch waits in it until now, and so the number is still its own.
        _process.Dispose();
        lock (_gate)
            _log.Dispose();
    }

    private const int TerminateSignal = 15;

    [DllImport("libc", EntryPoint = "kill")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int SendSignal(int processId, int signal);
}
