using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Npgsql;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Running.Servers;
using Xunit;
using static Syncopate.Cluster.Tests.Polling;

namespace Syncopate.Cluster.Tests;

/// <summary>A real pgbouncer between agents and their database.</summary>
[Trait("Judges", "behaviour")]
public sealed class PoolerTests(Database database)
{
    private static readonly string[] Places = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("transaction", "", "takes no settings from a session (unsupported startup parameter: options)")]
    [InlineData("transaction", "options", "a pooler hands statements of one session to different server processes")]
    [InlineData("statement", "options", "a pooler hands statements of one session to different server processes")]
    public async Task A_pooler_that_hands_sessions_around_is_refused_in_words(string mode, string ignored, string said)
    {
        await using Bouncer bouncer = await Bouncer.StartAsync(await database.NewAsync(), mode, ignored);

        ClusterException agent = await Assert.ThrowsAsync<ClusterException>(
            () => PostgresAgentLink.OpenAsync(bouncer.Address, "a", Token));
        ClusterException conductor = await Assert.ThrowsAsync<ClusterException>(
            () => PostgresConductorLink.OpenAsync(bouncer.Address, Token));

        Assert.Contains(said, agent.Message, StringComparison.Ordinal);
        Assert.Contains(said, conductor.Message, StringComparison.Ordinal);
        Assert.Contains("Connect to the database itself", agent.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pooler_in_session_mode_is_as_good_as_the_database()
    {
        await using Bouncer bouncer = await Bouncer.StartAsync(await database.NewAsync(), "session", "options");
        await using PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(bouncer.Address, Token);
        await using (PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(bouncer.Address, "a", Token))
        {
            await agent.JoinAsync(new AgentCard("a", "1", "machine", "id", 2, null), null, Token);
            Assert.Equal(["a"], (await conductor.AgentsAsync(Token)).Select(sight => sight.Card.Name));
        }

        // Its session ended with that of the pooler's client.
        await UntilAsync(() => conductor.AgentsAsync(Token), agents => agents.Count == 0);
    }

    /// <summary>A pgbouncer before one database; the test is skipped where there is none.</summary>
    private sealed class Bouncer : IAsyncDisposable
    {
        private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-test-").FullName;
        private Process? _process;

        public JoinAddress Address { get; private set; } = null!; // Set before anybody has it.

        public static async Task<Bouncer> StartAsync(NpgsqlConnectionStringBuilder target, string mode, string ignored)
        {
            string? program = Array.Find(Places, File.Exists);
            Assert.SkipWhen(program is null, "pgbouncer is not here. On Debian: apt-get install pgbouncer");
            Bouncer bouncer = new();
            int port = FreePort.Find();
            string file = Path.Combine(bouncer._folder, "pgbouncer.ini");
            await File.WriteAllTextAsync(file, string.Create(CultureInfo.InvariantCulture, $"""
                [databases]
                {target.Database} = host={target.Host} port={target.Port} user={target.Username} password={target.Password}
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = {port}
                unix_socket_dir =
                auth_type = any
                pool_mode = {mode}
                ignore_startup_parameters = extra_float_digits{(ignored.Length > 0 ? "," + ignored : "")}
                default_pool_size = 5

                """), Token);
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(bouncer._folder, (UnixFileMode)0b111_111_111); // It runs as another user when these tests run as root.
            string[] line = Environment.IsPrivilegedProcess ? [.. UnprivilegedUser.Switch(), program, file] : [program, file];
            ProcessStartInfo start = new(line[0], line[1..]) { RedirectStandardError = true, RedirectStandardOutput = true };
            bouncer._process = Process.Start(start)!; // It exists: it was found.
            bouncer._process.ErrorDataReceived += static (_, e) => TestContext.Current.TestOutputHelper?.WriteLine(e.Data ?? "");
            bouncer._process.BeginErrorReadLine();
            bouncer.Address = JoinAddress.Parse(
                new NpgsqlConnectionStringBuilder { Host = "127.0.0.1", Port = port, Database = target.Database, Username = "x" }
                    .ConnectionString);
            await bouncer.AnswersAsync(port);
            return bouncer;
        }

        public async ValueTask DisposeAsync()
        {
            if (_process is { HasExited: false } process)
            {
                process.Kill();
                await process.WaitForExitAsync();
            }

            _process?.Dispose();
            Directory.Delete(_folder, recursive: true);
        }

        private async Task AnswersAsync(int port)
        {
            while (true)
            {
                using TcpClient client = new();
                try
                {
                    await client.ConnectAsync(IPAddress.Loopback, port, Token);
                    return;
                }
                catch (SocketException) when (_process is { HasExited: false })
                {
                    await Task.Delay(TimeSpan.FromMilliseconds(20), Token);
                }
            }
        }
    }
}
