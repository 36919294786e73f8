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

    /// <summary>It was asked whether the database runs, and tried again and again.</summary>
    [Fact]
    public async Task A_time_zone_that_nobody_knows_is_named()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        owner.Timezone = "Mars/Phobos";

        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => PostgresAgentLink.OpenAsync(JoinAddress.Parse(owner.ConnectionString), "a", Token));

        Assert.Contains("Mars/Phobos", refused.Message, StringComparison.Ordinal);
        Assert.Contains("Timezone", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>As a letter that its encoding does not have: the session was said to be gone, and it was sent again and again.</summary>
    [Fact]
    public async Task A_value_that_it_does_not_take_is_no_session_that_is_gone()
    {
        await using PostgresSession session = await PostgresSession.OpenAsync(await database.NewAddressAsync(), "test", Token);

        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => session.ExecuteAsync("select convert_from('\\xff'::bytea, 'UTF8')", Token));

        Assert.Contains("refuses: ", refused.Message, StringComparison.Ordinal);
        Assert.Contains("SQLSTATE 22", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>What one agent writes of itself must not keep a load from the others: by no processors it was divided into nothing, and by
    /// a way of years its start was put off for ever.</summary>
    [Theory]
    [InlineData("cores", "0")]
    [InlineData("cores", "-4")]
    [InlineData("perSecond", "1e999")]
    [InlineData("perSecond", "-1")]
    [InlineData("roundTripMicroseconds", "4000000000000000000")]
    [InlineData("roundTripMicroseconds", "-1")]
    public async Task What_no_machine_can_be_is_of_no_agent_that_could_take_part(string name, string value)
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        JoinAddress address = JoinAddress.Parse(owner.ConnectionString);
        await using PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(address, Token);
        await using PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(address, "a", Token);
        await agent.JoinAsync(new AgentCard("a", "1", "machine", "id", 2, 7), null, Token);
        await agent.DescribeAsync(new ClockReading(3, 5), isBusy: false, Token);
        AgentSight before = Assert.Single(await conductor.AgentsAsync(Token));

        await Database.ExecuteAsync(owner.ConnectionString, $$"""
            update syncopate.agent set card = regexp_replace(card, '("{{name}}":)[0-9]+', '\1{{value}}'),
                clock = regexp_replace(clock, '("{{name}}":)[0-9]+', '\1{{value}}')
            """);
        AgentSight after = Assert.Single(await conductor.AgentsAsync(Token));

        bool isOfClock = name == "roundTripMicroseconds";
        Assert.Equal(("1", 5L), (before.Card.Version, before.Clock?.RoundTripMicroseconds ?? 0));
        Assert.Equal(isOfClock ? before.Card : AgentCard.Unreadable("a"), after.Card);
        Assert.Equal(isOfClock ? null : before.Clock, after.Clock);
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

        LinkBrokenException asked = await Assert.ThrowsAsync<LinkBrokenException>(
            () => session.CheckWritableAsync(Token));
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
