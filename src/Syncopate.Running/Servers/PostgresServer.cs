using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using Syncopate.Running.Machines;

namespace Syncopate.Running.Servers;

/// <summary>A PostgreSQL that the tool starts for itself: on 127.0.0.1 only, with a password of its own, in a new
/// folder that goes with it. It ends when this is disposed, and by itself when the tool dies, by kill -9 too.</summary>
internal sealed class PostgresServer : INeededProcess, IAsyncDisposable
{
    private const int MostAttempts = 5;
    private const int KeptLines = 12;
    private const string User = "syncopate";
    private const string ReadyMark = "database system is ready to accept connections";
    private const string TakenMark = "could not bind";
    private const int InterruptSignal = 2;

    /// <summary>Settings that differ from a server's own, as a report names them. Its data goes with it, so nothing
    /// needs to be safe; and what it does in the background, at moments of its own, is noise in whatever is measured on it.</summary>
    public const string Settings = "fsync = off and autovacuum = off";

    // The shell becomes the server, so that both are one process. Before that it leaves a watch, a child of nobody,
    // which waits for the end of the tool: a pipe reports it when nobody is left to do so, on every Unix. A signal at the parent's death
    // (setpriv --pdeathsig) would follow the thread that started the server, and pool threads retire.
    private const string Script = """
        folder=$1; bin=$2; port=$3; locale=$4; server=$$
        umask 077
        IFS= read -r password || exit 1
        exec 3<&0 </dev/null
        (
            {
                read -r _ <&3
                kill -INT $server
                n=0
                while [ -e "$folder/data/postmaster.pid" ] && kill -0 $server && [ $n -lt 100 ]; do sleep 0.1; n=$((n + 1)); done
                kill -KILL $server
                rm -rf "$folder"
            } >/dev/null 2>&1 &
        )
        exec 3<&-
        mkdir "$folder" && cd "$folder" && printf '%s' "$password" > password || exit 1
        "$bin/initdb" -D "$folder/data" -U syncopate --auth=scram-sha-256 --pwfile=password -E UTF8 --locale="$locale" --lc-messages=C --no-sync > initdb.log 2>&1 || { cat initdb.log >&2; exit 1; }
        rm password
        exec "$bin/postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300 -c log_destination=stderr -c logging_collector=off -c fsync=off -c autovacuum=off
        """;

    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly string _folder;
    private readonly string _password = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));
    private readonly TaskCompletionSource _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _died = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // The pipe that the watch reads; null before the start.
    private StreamWriter? _lifeline;

    // Written by the process's reader thread.
    private readonly LastLines _lastLines = new(KeptLines);

    private PostgresServer(PostgresPrograms programs, string folder, int port)
    {
        Programs = programs;
        Port = port;
        _folder = folder;
        _process = new Process { StartInfo = Command(programs, folder, port), EnableRaisingEvents = true };
    }

    /// <summary>The programs that it runs.</summary>
    public PostgresPrograms Programs { get; }

    /// <summary>Its port on 127.0.0.1.</summary>
    public int Port { get; }

    /// <summary>Identifier that the operating system gave it.</summary>
    public int ProcessId { get; private set; }

    /// <summary>Connects its superuser to the database "postgres". Holds the password: keep it out of journals, logs
    /// and command lines.</summary>
    public string ConnectionString =>
        string.Create(CultureInfo.InvariantCulture, $"Host=127.0.0.1;Port={Port};Database=postgres;Username={User};Password={_password}");

    /// <inheritdoc/>
    public Task Died => _died.Task;

    /// <summary>Starts the newest PostgreSQL of this machine and waits until it accepts connections; takes 1 to 5 s.</summary>
    /// <param name="parent">Where its folder is made; null for the system's temporary folder. As root, the user
    /// "postgres" must be able to write there.</param>
    /// <param name="cancellationToken">Ends the wait and the server.</param>
    /// <exception cref="TargetFailedException">There are no programs, or the server did not start; the message says why
    /// and what to do.</exception>
    public static async Task<PostgresServer> StartAsync(string? parent = null, CancellationToken cancellationToken = default)
    {
        PostgresPrograms programs = await PostgresPrograms.FindAsync(cancellationToken).ConfigureAwait(false)
            ?? throw new TargetFailedException($"PostgreSQL is not on this machine. {PostgresPrograms.HowToGet}");
        return await StartAsync(programs, parent, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The same with programs that were found already: to look for them runs each that is here.</summary>
    /// <param name="programs">What to start.</param>
    /// <param name="parent">As above.</param>
    /// <param name="cancellationToken">Ends the wait and the server.</param>
    /// <exception cref="TargetFailedException">The server did not start; the message says why and what to do.</exception>
    public static Task<PostgresServer> StartAsync(
        PostgresPrograms programs, string? parent = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(programs);
        return StartAsync(programs, parent ?? Path.GetTempPath(), FreePort.Find, cancellationToken);
    }

    /// <summary>Starts it on a port that is free; when another program takes that first, on another one.</summary>
    internal static async Task<PostgresServer> StartAsync(
        PostgresPrograms programs, string parent, Func<int> freePort, CancellationToken cancellationToken)
    {
        for (int attempt = 1; ; attempt++)
        {
            string folder = Path.Combine(Path.GetFullPath(parent), $"syncopate-postgres-{Guid.NewGuid():n}");
            PostgresServer server = new(programs, folder, freePort());
            try
            {
                await server.BecomeReadyAsync(cancellationToken).ConfigureAwait(false);
                return server;
            }
            catch (TargetFailedException) when (attempt < MostAttempts && server.LastWords.Contains(TakenMark, StringComparison.Ordinal))
            {
                await server.DisposeAsync().ConfigureAwait(false);
            }
            catch
            {
                await server.DisposeAsync().ConfigureAwait(false);
                throw;
            }
        }
    }

    /// <summary>What to say to the user when it has ended while it was needed: exit code and last words.</summary>
    public string DescribeDeath() => string.Create(
        CultureInfo.InvariantCulture,
        $"PostgreSQL {Programs.Version} on port {Port} ended while it was needed: "
            + $"{(Died.IsCompleted ? $"exit code {_process.ExitCode}" : "still running")}. Its last lines: {LastWords}");

    /// <inheritdoc/>
    public string? FindFailure(TimeProvider time) => Died.IsCompleted ? DescribeDeath() : null;

    private string LastWords => _lastLines.Text ?? "none.";

    private async Task BecomeReadyAsync(CancellationToken cancellationToken)
    {
        await LaunchAsync(cancellationToken).ConfigureAwait(false);
        Task first = await Task.WhenAny(_ready.Task, Died, Task.Delay(StartTimeout, TimeProvider.System, cancellationToken))
            .ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (first == _ready.Task)
            return;
        if (first == Died)
            await _process.WaitForExitAsync(cancellationToken).ConfigureAwait(false); // The reader may still hold its last words.
        string why = first == Died
            ? LastWords
            : string.Create(CultureInfo.InvariantCulture, $"it was not ready within {StartTimeout.TotalSeconds:0} s. {LastWords}");
        throw new TargetFailedException(
            $"Cannot start PostgreSQL {Programs.Version} of {Programs.Folder} in {_folder}: "
                + $"{why} Choose a temporary folder that it may write (TMPDIR).");
    }

    private async Task LaunchAsync(CancellationToken cancellationToken)
    {
        _process.ErrorDataReceived += (_, e) => Read(e.Data);
        _process.Exited += (_, _) => _died.TrySetResult();
        try
        {
            _process.Start();
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            _died.TrySetResult();
            throw new TargetFailedException($"Cannot start PostgreSQL {Programs.Version} with '{_process.StartInfo.FileName}': "
                + $"{e.Message}. Run as an ordinary user.");
        }

        ProcessId = _process.Id;
        _process.BeginErrorReadLine();
        _lifeline = _process.StandardInput;
        try
        {
            // Through the pipe, where no list of processes shows it.
            await _lifeline.WriteLineAsync(_password.AsMemory(), cancellationToken).ConfigureAwait(false);
            await _lifeline.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (IOException)
        {
            // It has ended already, and its last words say why.
        }
    }

    private void Read(string? line)
    {
        _lastLines.Add(line);
        if (line is not null && line.Contains(ReadyMark, StringComparison.Ordinal))
            _ready.TrySetResult();
    }

    private static ProcessStartInfo Command(PostgresPrograms programs, string folder, int port)
    {
        string locale = OperatingSystem.IsLinux() ? "C.UTF-8" : "C";
        string[] shell =
        [
            "/bin/sh",
            "-c",
            Script,
            "syncopate-postgres",
            folder,
            programs.Folder,
            port.ToString(CultureInfo.InvariantCulture),
            locale,
        ];
        // PostgreSQL refuses to run as root. By Ctrl+C at a terminal it would end before what stops in order has asked it for the rest.
        IReadOnlyList<string> user = Environment.IsPrivilegedProcess ? UnprivilegedUser.Switch() : [];
        string[] line = [.. ProcessGroup.Apart, .. user, .. shell];
        ProcessStartInfo command = new(line[0], line[1..])
        {
            RedirectStandardInput = true,
            RedirectStandardError = true,
            WorkingDirectory = "/",
        };
        // Variables of a client, such as PGDATA or PGOPTIONS, are for somebody else's server.
        foreach (string name in command.Environment.Keys.Where(k => k.StartsWith("PG", StringComparison.Ordinal)).ToList())
            command.Environment.Remove(name);
        return command;
    }

    /// <summary>Ends the server, open connections too, and removes its folder.</summary>
    public async ValueTask DisposeAsync()
    {
        if (!_died.Task.IsCompleted)
        {
            if (_ready.Task.IsCompleted)
            {
                _ = ServerProcess.SendSignal(_process.Id, InterruptSignal);
                await Task.WhenAny(Died, Task.Delay(StopTimeout, TimeProvider.System)).ConfigureAwait(false);
            }

            if (!_process.HasExited)
                _process.Kill(entireProcessTree: true);
            await Died.ConfigureAwait(false);
        }

        try
        {
            if (Directory.Exists(_folder))
                Directory.Delete(_folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The watch removes what is left.
        }

        await CloseAsync().ConfigureAwait(false);
        _process.Dispose();
    }

    private async Task CloseAsync()
    {
        try
        {
            if (_lifeline is not null)
                await _lifeline.DisposeAsync().ConfigureAwait(false);
        }
        catch (IOException)
        {
            // A pipe that nobody reads any more is closed all the same.
        }
    }
}
