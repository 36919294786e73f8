using System.Diagnostics;
using System.Globalization;
using Npgsql;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>A real PostgreSQL for all tests, with a database of its own for each.</summary>
public sealed class Database : IAsyncLifetime
{
    private int _count;
    private PostgresServer? _server;

    public async ValueTask InitializeAsync()
    {
        if (await PostgresPrograms.FindAsync() is { } programs)
            _server = await PostgresServer.StartAsync(programs);
    }

    /// <summary>A new database, as its owner is connected to it; the test is skipped where there is no PostgreSQL.</summary>
    public async Task<NpgsqlConnectionStringBuilder> NewAsync()
    {
        Assert.SkipWhen(_server is null, "The PostgreSQL programs are not here. On Debian: apt-get install postgresql");
        string name = string.Create(CultureInfo.InvariantCulture, $"test{Interlocked.Increment(ref _count)}");
        await ExecuteAsync(_server.ConnectionString, $"create database {name}");
        return new NpgsqlConnectionStringBuilder(_server.ConnectionString) { Database = name };
    }

    /// <summary>As our links take it.</summary>
    internal async Task<JoinAddress> NewAddressAsync() => JoinAddress.Parse((await NewAsync()).ConnectionString);

    public static async Task ExecuteAsync(string connection, string text)
    {
        await using NpgsqlConnection open = new(new NpgsqlConnectionStringBuilder(connection) { Pooling = false }.ConnectionString);
        await open.OpenAsync();
        await using NpgsqlCommand command = new(text, open);
        await command.ExecuteNonQueryAsync();
    }

    public static async Task<long> CountAsync(string connection, string table)
    {
        await using NpgsqlConnection open = new(new NpgsqlConnectionStringBuilder(connection) { Pooling = false }.ConnectionString);
        await open.OpenAsync();
        await using NpgsqlCommand command = new($"select count(*) from {table}", open);
        return (long)(await command.ExecuteScalarAsync())!; // A count is never null.
    }

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
            await _server.DisposeAsync();
    }
}

/// <summary>A PostgreSQL that can be killed and started again with what it had.</summary>
internal sealed class MortalDatabase : IAsyncDisposable
{
    private readonly PostgresPrograms _programs;
    private readonly string _folder;
    private readonly int _port;
    private Process? _process;

    private MortalDatabase(PostgresPrograms programs, string folder, int port)
    {
        _programs = programs;
        _folder = folder;
        _port = port;
    }

    public string ConnectionString =>
        string.Create(CultureInfo.InvariantCulture, $"Host=127.0.0.1;Port={_port};Username=syncopate;Database=postgres");

    public int Port => _port;

    /// <summary>Starts one.</summary>
    /// <param name="prepare">What is done to its files before that.</param>
    public static async Task<MortalDatabase> StartAsync(Func<MortalDatabase, Task>? prepare = null)
    {
        PostgresPrograms? programs = await PostgresPrograms.FindAsync();
        Assert.SkipWhen(programs is null, "The PostgreSQL programs are not here. On Debian: apt-get install postgresql");
        string parent = Directory.CreateTempSubdirectory("syncopate-test-").FullName;
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(parent, (UnixFileMode)0b111_111_111); // Another user runs the server when these tests run as root.
        MortalDatabase database = new(programs, parent, FreePort.Find());
        using Process make = Launch(Path.Combine(programs.Folder, "initdb"), "-D", database.Data, "-U", "syncopate", "--auth=trust", "-E",
            "UTF8", "--locale=C", "--no-sync");
        await make.WaitForExitAsync();
        Assert.Equal(0, make.ExitCode);
        if (prepare is not null)
            await prepare(database);
        await database.RiseAsync();
        return database;
    }

    /// <summary>Puts a file among its own, which only its user can read.</summary>
    public async Task InstallAsync(string file, string name)
    {
        using Process copy = Launch("install", "-m", "600", file, Path.Combine(Data, name));
        await copy.WaitForExitAsync();
        Assert.Equal(0, copy.ExitCode);
    }

    /// <summary>Starts the server, again, and waits until it can be spoken to.</summary>
    public async Task RiseAsync()
    {
        string port = _port.ToString(CultureInfo.InvariantCulture);
        _process = Launch(Path.Combine(_programs.Folder, "postgres"), "-D", Data, "-p", port, "-c", "listen_addresses=127.0.0.1", "-c",
            "unix_socket_directories=");
        while (true)
        {
            try
            {
                await Database.ExecuteAsync(ConnectionString, "select 1");
                return;
            }
            catch (NpgsqlException) when (!_process.HasExited)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(50), TestContext.Current.CancellationToken);
            }
        }
    }

    /// <summary>Kills it as a crash of the machine would: nothing is written any more.</summary>
    public async Task KillAsync()
    {
        // Its processes end with their parent; a signal to the parent alone is what a kill is.
        using Process kill = Process.Start("kill", ["-9", PostmasterId]);
        await kill.WaitForExitAsync();
        if (_process is not null)
            await _process.WaitForExitAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (_process is { HasExited: false })
            await KillAsync();
        _process?.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private string Data => Path.Combine(_folder, "data");

    private string PostmasterId => File.ReadLines(Path.Combine(Data, "postmaster.pid")).First();

    private static Process Launch(string program, params string[] arguments)
    {
        string[] line = Environment.IsPrivilegedProcess ? [.. UnprivilegedUser.Switch(), program, .. arguments] : [program, .. arguments];
        ProcessStartInfo start = new(line[0], line[1..])
        {
            WorkingDirectory = "/",
            RedirectStandardError = true,
            RedirectStandardOutput = true
        };
        Process process = Process.Start(start)!; // It exists: it was found.
        process.ErrorDataReceived += static (_, _) => { };
        process.OutputDataReceived += static (_, _) => { };
        process.BeginErrorReadLine();
        process.BeginOutputReadLine();
        return process;
    }
}
