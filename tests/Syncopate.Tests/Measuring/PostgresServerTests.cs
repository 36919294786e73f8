using System.Buffers.Binary;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>The PostgreSQL that the tool starts for itself, with the programs of this machine.</summary>
[Trait("Judges", "behaviour")]
public sealed class PostgresServerTests
{
    private const string Missing = "The PostgreSQL programs are not here. On Debian: apt-get install postgresql";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task It_starts_asks_for_its_password_and_leaves_nothing()
    {
        await ProgramsAsync();
        using ServerFolder parent = new();

        string answer;
        int port;
        int process;
        await using (PostgresServer server = await PostgresServer.StartAsync(parent.Path, Token))
        {
            (port, process) = (server.Port, server.ProcessId);
            answer = await StartupAsync(port);
            Assert.Contains($"Host=127.0.0.1;Port={port};", server.ConnectionString, StringComparison.Ordinal);
            Assert.False(server.Died.IsCompleted);
        }

        Assert.StartsWith("R", answer, StringComparison.Ordinal);
        Assert.Contains("SCRAM-SHA-256", answer, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(parent.Path));
        Assert.NotEqual(process, ListeningProcess.Find(port)); // Another test may listen there by now.
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(process));
    }

    /// <summary>Ctrl+C goes to every process of a terminal: agents and their coordinator lost their database in the moment in which they
    /// were to say what they had measured.</summary>
    [Fact]
    public async Task It_is_no_process_of_the_terminal()
    {
        Assert.SkipUnless(ProcessGroup.IsSupported, "setsid is a program of Linux.");
        await ProgramsAsync();
        using ServerFolder parent = new();
        await using PostgresServer server = await PostgresServer.StartAsync(parent.Path, Token);

        string stat = await File.ReadAllTextAsync(FormattableString.Invariant($"/proc/{server.ProcessId}/stat"), Token);

        // State, parent, group and session follow the name, which stands in parentheses.
        string[] fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        string own = FormattableString.Invariant($"{server.ProcessId}");
        Assert.Equal((own, own), (fields[2], fields[3]));
    }

    [Fact]
    public async Task Two_run_side_by_side_and_end_alone()
    {
        await ProgramsAsync();
        using ServerFolder parent = new();

        Task<PostgresServer>[] starting = [PostgresServer.StartAsync(parent.Path, Token), PostgresServer.StartAsync(parent.Path, Token)];
        await using PostgresServer first = await starting[0];
        await using PostgresServer second = await starting[1];
        await first.DisposeAsync();

        Assert.NotEqual(first.Port, second.Port);
        Assert.NotEqual(first.ConnectionString, second.ConnectionString);
        Assert.StartsWith("R", await StartupAsync(second.Port), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_port_that_somebody_takes_first_is_given_up_for_another()
    {
        PostgresPrograms programs = await ProgramsAsync();
        using ServerFolder parent = new();
        using TcpListener taken = new(IPAddress.Loopback, 0);
        taken.Start();
        int asked = 0;

        // A port that was free a moment ago may be taken by another test.
        await using PostgresServer server = await PostgresServer.StartAsync(
            programs, parent.Path, () => asked++ == 0 ? Port(taken) : Free(), Token);

        Assert.True(asked > 1);
        Assert.NotEqual(Port(taken), server.Port);
        Assert.Single(Directory.GetDirectories(parent.Path));
        Assert.StartsWith("R", await StartupAsync(server.Port), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_written_is_named_with_what_to_do()
    {
        await ProgramsAsync();
        using ServerFolder parent = new();
        string file = Path.Combine(parent.Path, "file");
        await File.WriteAllTextAsync(file, "", Token);

        TargetFailedException failure = await Assert.ThrowsAsync<TargetFailedException>(() => PostgresServer.StartAsync(file, Token));

        Assert.Contains(file, failure.Message, StringComparison.Ordinal);
        Assert.Contains("TMPDIR", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Its_death_is_told_with_its_last_words()
    {
        await ProgramsAsync();
        using ServerFolder parent = new();
        await using PostgresServer server = await PostgresServer.StartAsync(parent.Path, Token);

        using (System.Diagnostics.Process process = System.Diagnostics.Process.GetProcessById(server.ProcessId))
            process.Kill();
        await server.Died.WaitAsync(Token);

        Assert.Contains(
            $"on port {server.Port} ended while it was needed: exit code 137", server.DescribeDeath(), StringComparison.Ordinal);
        Assert.Contains("ready to accept connections", server.DescribeDeath(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n", 15, 18)]
    [InlineData("postgres (PostgreSQL) 18beta1\n", 18, 0)]
    [InlineData("postgres (PostgreSQL) 9.6.24", 9, 6)]
    public void A_version_is_read_as_the_programs_print_it(string text, int major, int minor) =>
        Assert.Equal(new Version(major, minor), PostgresPrograms.Parse(text));

    [Fact]
    public void Another_program_of_the_same_name_has_no_version() => Assert.Null(PostgresPrograms.Parse("postgres: mail delivery 3.1"));

    [Fact]
    public void Programs_may_be_named_or_forbidden()
    {
        Assert.Equal(["/opt/db"], PostgresPrograms.Folders("/opt/db"));
        Assert.Empty(PostgresPrograms.Folders("none"));
    }

    [Fact]
    public void The_user_without_privileges_is_never_root()
    {
        string[] accounts =
        [
            "root:x:0:0:root:/root:/bin/sh",
            "toor:x:0:0::/:/bin/sh",
            "postgres:x:101:104:,,,:/var/lib/postgresql:/bin/bash",
            "broken",
        ];

        Assert.Equal(["setpriv", "--reuid=101", "--regid=104", "--clear-groups", "--"], UnprivilegedUser.Find(accounts, "postgres"));
        Assert.Null(UnprivilegedUser.Find(accounts, "toor"));
        Assert.Null(UnprivilegedUser.Find(accounts, "nobody"));
    }

    private static async Task<PostgresPrograms> ProgramsAsync()
    {
        PostgresPrograms? programs = await PostgresPrograms.FindAsync(Token);
        Assert.SkipWhen(programs is null, Missing);
        return programs;
    }

    /// <summary>Sends what every client sends first, protocol 3.0 with a user's name, and reads what the server asks for.</summary>
    private static async Task<string> StartupAsync(int port)
    {
        byte[] body = Encoding.ASCII.GetBytes("user\0syncopate\0\0");
        byte[] message = new byte[8 + body.Length];
        BinaryPrimitives.WriteInt32BigEndian(message, message.Length);
        BinaryPrimitives.WriteInt32BigEndian(message.AsSpan(4), 3 << 16);
        body.CopyTo(message, 8);
        using TcpClient client = new();
        await client.ConnectAsync(IPAddress.Loopback, port, Token);
        await client.GetStream().WriteAsync(message, Token);
        byte[] answer = new byte[256];
        int length = await client.GetStream().ReadAsync(answer, Token);
        return Encoding.ASCII.GetString(answer, 0, length);
    }

    private static int Free()
    {
        using TcpListener free = new(IPAddress.Loopback, 0);
        free.Start();
        return Port(free);
    }

    private static int Port(TcpListener listener) => ((IPEndPoint)listener.LocalEndpoint).Port;

    /// <summary>A folder that the user whom the server runs as may write to; removed with the test.</summary>
    private sealed class ServerFolder : IDisposable
    {
        public ServerFolder()
        {
            Path = Directory.CreateTempSubdirectory("syncopate-test-").FullName;
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(Path, (UnixFileMode)0b111_111_111);
        }

        public string Path { get; }

        public void Dispose() => Directory.Delete(Path, recursive: true);
    }
}
