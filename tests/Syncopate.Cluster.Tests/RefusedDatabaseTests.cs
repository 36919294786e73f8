using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using Npgsql;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>Databases that answer, and will not do.</summary>
[Trait("Judges", "behaviour")]
public sealed class RefusedDatabaseTests(Database database)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("create schema syncopate; create table syncopate.orders (id int)", "a schema 'syncopate' that this tool did not make")]
    [InlineData("create schema syncopate; create table syncopate.about (id int)", "a schema 'syncopate' that this tool did not make")]
    [InlineData("create schema syncopate; create table syncopate.about (application text, version int); insert into syncopate.about "
        + "values ('Shop', 1)", "did not make")]
    [InlineData("create schema syncopate; create table syncopate.about (application text, version int); insert into syncopate.about "
        + "values ('Syncopate cluster', 99)", "has version 99")]
    [InlineData("create schema syncopate; create table syncopate.about (application text, version text); insert into syncopate.about "
        + "values ('Syncopate cluster', 'two')", "did not make")]
    [InlineData("create schema syncopate; create table syncopate.about (application text, version int); insert into syncopate.about "
        + "values ('Syncopate cluster', 0)", "did not make")]
    public async Task A_schema_of_others_or_of_a_newer_tool_is_left_alone(string before, string said)
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await Database.ExecuteAsync(owner.ConnectionString, before);
        JoinAddress address = JoinAddress.Parse(owner.ConnectionString);

        Func<Task>[] ways =
        [
            () => PostgresConductorLink.OpenAsync(address, Token),
            () => PostgresAgentLink.OpenAsync(address, "a", Token),
            () => ClusterRoles.CreateAsync(address, Token),
        ];
        foreach (Func<Task> way in ways)
        {
            ClusterException refused = await Assert.ThrowsAsync<ClusterException>(way);
            Assert.Contains(said, refused.Message, StringComparison.Ordinal);
        }

        Assert.Equal(1, await Database.CountAsync(owner.ConnectionString, "pg_class where relnamespace = 'syncopate'::regnamespace "
            + "and relkind = 'r'"));
    }

    /// <summary>It was asked whether the database runs, and whether a firewall lets it through, again and again.</summary>
    [Fact]
    public async Task Who_may_not_connect_is_told_what_to_ask_for()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await Database.ExecuteAsync(owner.ConnectionString,
            $"create role shut login password 'shut'; revoke connect on database \"{owner.Database}\" from public");
        string own = new NpgsqlConnectionStringBuilder(owner.ConnectionString) { Username = "shut", Password = "shut" }.ConnectionString;

        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => PostgresAgentLink.OpenAsync(JoinAddress.Parse(own), "a", Token));

        Assert.Contains("grant connect on database", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>What the client says of it has an exception that was none of a database.</summary>
    [Fact]
    public async Task A_server_that_asks_for_what_nobody_can_is_told_in_words()
    {
        await using OddServer server = new();
        JoinAddress address = JoinAddress.Parse(FormattableString.Invariant(
            $"Host=127.0.0.1;Port={server.Port};Database=d;Username=u;Password=canary-19c"));

        Exception? refused = await Record.ExceptionAsync(() => PostgresAgentLink.OpenAsync(address, "a", Token));

        Assert.NotNull(refused);
        Assert.True(refused is ClusterException or LinkBrokenException, refused.ToString());
        Assert.Contains(address.Place, refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("canary-19c", refused.ToString(), StringComparison.Ordinal);
    }

    /// <summary>As on a standby server: its session was said to be gone, and was opened again and again.</summary>
    [Fact]
    public async Task A_database_that_takes_no_changes_is_said_to_be_one()
    {
        await using PostgresSession session = await PostgresSession.OpenAsync(await database.NewAddressAsync(), "test", Token);
        await session.CheckWritableAsync(Token);
        await session.ExecuteAsync("set default_transaction_read_only = on", Token);

        LinkBrokenException asked = await Assert.ThrowsAsync<LinkBrokenException>(() => session.CheckWritableAsync(Token));
        LinkBrokenException written = await Assert.ThrowsAsync<LinkBrokenException>(
            () => session.ExecuteAsync("create table public.anything (id int)", Token));

        Assert.Contains("Name the server that is written to.", asked.Message, StringComparison.Ordinal);
        Assert.Equal(asked.Message, written.Message);
    }

    /// <summary>Speaks as PostgreSQL does until it asks who is there, by a way that no client has.</summary>
    private sealed class OddServer : IAsyncDisposable
    {
        private const int EncryptionByTls = 80877103;
        private const int EncryptionByGss = 80877104;
        private const byte CredentialsOfTheSocket = 6;

        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
        private readonly CancellationTokenSource _end = new();
        private readonly Task _serving;

        public OddServer()
        {
            _listener.Start();
            _serving = ServeAsync();
        }

        public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

        public async ValueTask DisposeAsync()
        {
            await _end.CancelAsync();
            await _serving;
            _listener.Dispose();
            _end.Dispose();
        }

        private async Task ServeAsync()
        {
            try
            {
                while (true)
                {
                    using TcpClient client = await _listener.AcceptTcpClientAsync(_end.Token);
                    await AnswerAsync(client.GetStream());
                }
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException)
            {
                // It is over.
            }
        }

        private async Task AnswerAsync(NetworkStream stream)
        {
            byte[] head = new byte[8]; // Length, and what is asked for.
            try
            {
                await stream.ReadExactlyAsync(head, _end.Token);
                while (BinaryPrimitives.ReadInt32BigEndian(head.AsSpan(4)) is EncryptionByTls or EncryptionByGss)
                {
                    await stream.WriteAsync("N"u8.ToArray(), _end.Token);
                    await stream.ReadExactlyAsync(head, _end.Token);
                }

                byte[] rest = new byte[BinaryPrimitives.ReadInt32BigEndian(head) - head.Length];
                await stream.ReadExactlyAsync(rest, _end.Token);
                byte[] request = [(byte)'R', 0, 0, 0, 8, 0, 0, 0, CredentialsOfTheSocket];
                await stream.WriteAsync(request, _end.Token);
                await stream.ReadExactlyAsync(head, _end.Token); // Until the client goes.
            }
            catch (IOException)
            {
                // It has gone.
            }
        }
    }
}
