using Npgsql;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Xunit;
using static Syncopate.Cluster.Tests.Polling;

namespace Syncopate.Cluster.Tests;

/// <summary>What a real database promises to agents and conductor.</summary>
[Trait("Judges", "behaviour")]
public sealed class PostgresLinkTests(Database database)
{
    private static readonly Guid Run = new("11111111-2222-3333-4444-555555555555");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private static AgentCard Card(string name) => new(name, "1", "machine", "id", 2, null);

    [Fact]
    public async Task An_interval_is_kept_once_however_often_it_is_sent()
    {
        JoinAddress address = await database.NewAddressAsync();
        await using PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(address, Token);
        await using PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(address, "a", Token);
        await conductor.TakeAsync(null, Token);
        AgentSeat seat = await agent.JoinAsync(Card("a"), null, Token);
        await conductor.CommandAsync(Prepare(seat), Token);
        StoredInterval[] intervals = [.. Enumerable.Range(1, 3).Select(i =>
            new StoredInterval(Run, 1, seat.Id, seat.Incarnation, i, $"body {i}"))];

        await agent.StoreAsync(intervals, Token);
        await agent.StoreAsync(intervals[1..], Token);
        RoundSight all = await conductor.LookAsync(Run, 1, [new IntervalMark(seat.Id, seat.Incarnation, 0)], Token);
        RoundSight later = await conductor.LookAsync(Run, 1, [new IntervalMark(seat.Id, seat.Incarnation, 2)], Token);

        Assert.Equal(intervals, all.Intervals);
        Assert.Equal(intervals[2..], later.Intervals);
    }

    [Fact]
    public async Task A_command_is_heard_once_and_only_while_its_conductor_is_there()
    {
        JoinAddress address = await database.NewAddressAsync();
        await using PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(address, "a", Token);
        AgentSeat seat = await agent.JoinAsync(Card("a"), null, Token);
        PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(address, Token);
        long epoch = await conductor.TakeAsync(null, Token);

        await conductor.CommandAsync(Prepare(seat), Token);
        await conductor.CommandAsync(Prepare(seat), Token); // As after an answer that was lost.
        AgentHearing first = await agent.HearAsync(seat.LastCommand, Token);
        AgentHearing second = await agent.HearAsync(first.Commands[^1].Number, Token);
        await conductor.DisposeAsync();
        AgentHearing alone = await UntilAsync(() => agent.HearAsync(0, Token), hearing => hearing.Epoch is null);

        AgentCommand command = Assert.Single(first.Commands);
        Assert.Equal((epoch, CommandKind.Prepare, "order", 7L), (command.Epoch, command.Kind, command.Body, command.Microseconds));
        Assert.Equal(epoch, first.Epoch);
        Assert.Empty(second.Commands);
        Assert.Null(alone.Epoch);
    }

    [Fact]
    public async Task An_agent_is_there_as_long_as_its_session_and_comes_back_as_the_same()
    {
        JoinAddress address = await database.NewAddressAsync();
        await using PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(address, Token);
        PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(address, "a", Token);
        AgentSeat seat = await agent.JoinAsync(Card("a"), null, Token);
        Assert.Equal(["a"], (await conductor.AgentsAsync(Token)).Select(sight => sight.Card.Name));

        await agent.DisposeAsync();
        await UntilAsync(() => conductor.AgentsAsync(Token), present => present.Count == 0);
        await using PostgresAgentLink back = await PostgresAgentLink.OpenAsync(address, "a", Token);
        AgentSeat again = await back.JoinAsync(Card("a"), seat, Token);
        await back.DisposeAsync();
        await using PostgresAgentLink other = await PostgresAgentLink.OpenAsync(address, "a", Token);
        AgentSeat anew = await other.JoinAsync(Card("a"), null, Token);

        Assert.Equal((seat.Id, seat.Incarnation), (again.Id, again.Incarnation));
        Assert.Equal((seat.Id, seat.Incarnation + 1), (anew.Id, anew.Incarnation));
        await other.LeaveAsync(Token);
        Assert.Equal(0, await Database.CountAsync(address.ConnectionString("test"), "syncopate.agent"));
    }

    /// <summary>An agent that is stopped in order says so at once, and is gone before its conductor looks.</summary>
    [Fact]
    public async Task What_an_agent_stored_for_a_run_is_seen_after_it_left_and_goes_with_the_run()
    {
        JoinAddress address = await database.NewAddressAsync();
        await using PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(address, Token);
        await conductor.TakeAsync(null, Token);
        PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(address, "a", Token);
        AgentSeat seat = await agent.JoinAsync(Card("a"), null, Token);
        await conductor.CommandAsync(Prepare(seat), Token);
        StoredInterval last = new(Run, 1, seat.Id, seat.Incarnation, 1, "last");
        AgentReply end = new(Run, 1, ReplyKind.Failed, "the agent was ended", 1);

        await agent.StoreAsync([last], Token);
        await agent.ReplyAsync(end, Token);
        await agent.LeaveAsync(Token);
        await agent.DisposeAsync();
        RoundSight sight = await conductor.LookAsync(Run, 1, [new IntervalMark(seat.Id, seat.Incarnation, 0)], Token);
        await UntilAsync(() => conductor.AgentsAsync(Token), present => present.Count == 0);
        await conductor.SweepAsync(Token);

        Assert.Equal([last], sight.Intervals);
        Assert.Equal(end, Assert.Single(sight.Replies).Reply);
        Assert.Equal(0, await Database.CountAsync(address.ConnectionString("test"), "syncopate.agent"));
    }

    /// <summary>Its own clock and state count, not those of the process before, nor is it there by the row of that one.</summary>
    [Fact]
    public async Task A_process_that_takes_the_place_of_another_is_not_taken_for_it()
    {
        JoinAddress address = await database.NewAddressAsync();
        await using PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(address, Token);
        PostgresAgentLink killed = await PostgresAgentLink.OpenAsync(address, "a", Token);
        AgentSeat seat = await killed.JoinAsync(Card("a"), null, Token);
        await killed.DescribeAsync(new ClockReading(1, 2), isBusy: true, Token);
        await killed.DisposeAsync();
        await UntilAsync(() => conductor.AgentsAsync(Token), present => present.Count == 0);

        IReadOnlyList<AgentSight> between;
        await using (PostgresSession next = await PostgresSession.OpenAsync(address, "between", Token))
        {
            Assert.True(await next.LockAsync(seat.Id, TimeSpan.FromSeconds(6), Token));
            between = await conductor.AgentsAsync(Token);
        }

        await using PostgresAgentLink anew = await PostgresAgentLink.OpenAsync(address, "a", Token);
        await anew.JoinAsync(Card("a"), null, Token);
        AgentSight seen = Assert.Single(await conductor.AgentsAsync(Token));

        Assert.Empty(between);
        Assert.Equal((seat.Incarnation + 1, null, false), (seen.Incarnation, seen.Clock, seen.IsBusy));
    }

    [Fact]
    public async Task Only_one_conducts_and_one_that_was_replaced_stays_out()
    {
        JoinAddress address = await database.NewAddressAsync();
        PostgresConductorLink first = await PostgresConductorLink.OpenAsync(address, Token);
        long epoch = await first.TakeAsync(null, Token);
        await using PostgresConductorLink second = await PostgresConductorLink.OpenAsync(address, Token);

        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(() => second.TakeAsync(null, Token));
        await first.DisposeAsync();
        long next = await second.TakeAsync(null, Token);
        await second.DisposeAsync();
        await using PostgresConductorLink back = await PostgresConductorLink.OpenAsync(address, Token);
        ClusterException fenced = await Assert.ThrowsAsync<ClusterException>(() => back.TakeAsync(epoch, Token));

        Assert.Contains("Another coordinator has the agents", refused.Message, StringComparison.Ordinal);
        Assert.Equal(epoch + 1, next);
        Assert.Contains("while this one was cut off", fenced.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_agent_s_role_reads_its_own_commands_and_stores_its_own_results_and_nothing_else()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        JoinAddress address = JoinAddress.Parse(owner.ConnectionString);
        await ClusterRoles.CreateAsync(address, Token);
        await ClusterRoles.CreateAsync(address, Token); // Again does no harm.
        string own = await RoleAsync(owner, "one");
        string other = await RoleAsync(owner, "two");
        await using PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(address, Token);
        await conductor.TakeAsync(null, Token);
        await using PostgresAgentLink one = await PostgresAgentLink.OpenAsync(JoinAddress.Parse(own), "one", Token);
        await using PostgresAgentLink two = await PostgresAgentLink.OpenAsync(JoinAddress.Parse(other), "two", Token);
        AgentSeat first = await one.JoinAsync(Card("one"), null, Token);
        AgentSeat second = await two.JoinAsync(Card("two"), null, Token);
        await conductor.CommandAsync(Prepare(first), Token);
        await one.DescribeAsync(new ClockReading(1, 2), true, Token);
        await one.StoreAsync([new StoredInterval(Run, 1, first.Id, first.Incarnation, 1, "x")], Token);
        await one.ReplyAsync(new AgentReply(Run, 1, ReplyKind.Ready, ""), Token);

        Assert.Single((await one.HearAsync(0, Token)).Commands);
        Assert.Empty((await two.HearAsync(0, Token)).Commands);
        RoundSight sight = await conductor.LookAsync(Run, 1, [new IntervalMark(first.Id, first.Incarnation, 0)], Token);
        Assert.Single(sight.Intervals);
        Assert.Single(sight.Replies);
        foreach (string forbidden in new[]
        {
            "select * from syncopate.interval", "select * from syncopate.reply", "select * from syncopate.result",
                "delete from syncopate.command",
            "insert into syncopate.command (epoch, agent, role, run, round, kind, body, microseconds) select 1, 1, 'one', "
                + "gen_random_uuid(), 1, 1, '', 1",
            "update syncopate.conductor set epoch = 99", "update syncopate.command set body = ''", "drop table syncopate.agent",
                "create table syncopate.x (y int)",
            $"insert into syncopate.interval (run, round, agent, incarnation, sequence, body) values ('{Run}', 1, {first.Id}, 9, 9, '')",
            "update syncopate.about set version = 9", "insert into syncopate.agent (name, card, role) values ('three', '', 'one')",
        })
        {
            PostgresException refused = await Assert.ThrowsAsync<PostgresException>(() => Database.ExecuteAsync(other, forbidden));
            Assert.True(refused.SqlState == PostgresErrorCodes.InsufficientPrivilege, $"{forbidden}: {refused.MessageText}");
        }

        Assert.Equal(1, await Database.CountAsync(other, "syncopate.agent")); // Its own.
        Assert.NotEqual(first.Id, second.Id);
    }

    /// <summary>Commands hold header values and bodies, and a conductor that is killed removes nothing.</summary>
    [Fact]
    public async Task What_was_ordered_is_forgotten_by_its_agent_alone_and_only_when_no_conductor_is_there()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        JoinAddress address = JoinAddress.Parse(owner.ConnectionString);
        await ClusterRoles.CreateAsync(address, Token);
        (string own, string other) = (await RoleAsync(owner, "west"), await RoleAsync(owner, "east"));
        await using PostgresAgentLink one = await PostgresAgentLink.OpenAsync(JoinAddress.Parse(own), "a", Token);
        await using PostgresAgentLink two = await PostgresAgentLink.OpenAsync(JoinAddress.Parse(other), "b", Token);
        AgentSeat first = await one.JoinAsync(Card("a"), null, Token);
        AgentSeat second = await two.JoinAsync(Card("b"), null, Token);
        PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(address, Token);
        await conductor.TakeAsync(null, Token);
        await conductor.CommandAsync(Prepare(first), Token);
        await conductor.CommandAsync(Prepare(second), Token);
        await one.StoreAsync([new StoredInterval(Run, 1, first.Id, first.Incarnation, 1, "x")], Token);
        await one.ReplyAsync(new AgentReply(Run, 1, ReplyKind.Ready, ""), Token);

        await one.ForgetAsync(Token);
        long meanwhile = await Database.CountAsync(owner.ConnectionString, "syncopate.command");
        await conductor.DisposeAsync();
        await UntilAsync(() => one.HearAsync(0, Token), hearing => hearing.Epoch is null);
        await one.ForgetAsync(Token);

        Assert.Equal(2, meanwhile);
        Assert.Equal(1, await Database.CountAsync(owner.ConnectionString, "syncopate.command"));
        Assert.Single((await two.HearAsync(0, Token)).Commands);
        Assert.Equal(0, await Database.CountAsync(owner.ConnectionString, "syncopate.interval"));
        Assert.Equal(0, await Database.CountAsync(owner.ConnectionString, "syncopate.reply"));
        PostgresException refused = await Assert.ThrowsAsync<PostgresException>(
            () => Database.ExecuteAsync(own, "delete from syncopate.command"));
        Assert.Equal(PostgresErrorCodes.InsufficientPrivilege, refused.SqlState);
    }

    /// <summary>The agents of a conductor that was killed ask at the same moment.</summary>
    [Fact]
    public async Task Who_forgets_holds_up_no_other_agent_and_is_taken_for_no_conductor()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await using PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(JoinAddress.Parse(owner.ConnectionString), "a", Token);
        await agent.JoinAsync(Card("a"), null, Token);
        owner.Pooling = false;
        await using NpgsqlConnection other = new(owner.ConnectionString);
        await other.OpenAsync(Token);
        await using NpgsqlCommand asking = new($"select pg_advisory_lock_shared({ClusterSchema.LockClass}, 0)", other);
        await asking.ExecuteNonQueryAsync(Token);

        AgentHearing heard = await agent.HearAsync(0, Token);
        bool isForgotten = await agent.ForgetAsync(Token);

        Assert.Null(heard.Epoch);
        Assert.True(isForgotten);
    }

    [Fact]
    public async Task A_schema_of_an_older_tool_is_migrated_with_what_it_holds()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        JoinAddress address = JoinAddress.Parse(owner.ConnectionString);
        await ClusterRoles.CreateAsync(address, Token);
        AgentSeat was;
        await using (PostgresAgentLink before = await PostgresAgentLink.OpenAsync(address, "a", Token))
            was = await before.JoinAsync(Card("a"), null, Token);
        await Database.ExecuteAsync(owner.ConnectionString, """
            drop function syncopate.forget;
            alter table syncopate.conductor drop column beat;
            update syncopate.about set version = 3;
            """);

        await using PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(JoinAddress.Parse(owner.ConnectionString), "a", Token);
        AgentSeat seat = await agent.JoinAsync(Card("a"), null, Token);
        await agent.ForgetAsync(Token);

        Assert.Equal((was.Id, was.Incarnation + 1), (seat.Id, seat.Incarnation));
    }

    [Fact]
    public async Task An_agent_whose_role_has_one_connection_joins()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        JoinAddress address = JoinAddress.Parse(owner.ConnectionString);
        await ClusterRoles.CreateAsync(address, Token);
        JoinAddress own = JoinAddress.Parse(await RoleAsync(owner, "lone"));
        await Database.ExecuteAsync(owner.ConnectionString, "alter role lone connection limit 1");
        await using PostgresConductorLink conductor = await PostgresConductorLink.OpenAsync(address, Token);

        await using PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(own, "lone", Token);
        await agent.JoinAsync(Card("lone"), null, Token);
        LinkBrokenException second = await Assert.ThrowsAsync<LinkBrokenException>(() => PostgresAgentLink.OpenAsync(own, "lone", Token));

        Assert.Equal(["lone"], (await conductor.AgentsAsync(Token)).Select(sight => sight.Card.Name));
        Assert.Contains("has no connection left", second.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Settings_of_the_role_change_nothing()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        JoinAddress address = JoinAddress.Parse(owner.ConnectionString);
        await ClusterRoles.CreateAsync(address, Token);
        string own = await RoleAsync(owner, "odd");
        await Database.ExecuteAsync(owner.ConnectionString, """
            alter role odd set statement_timeout = '50ms'; alter role odd set timezone = 'Pacific/Chatham';
            alter role odd set idle_session_timeout = '60ms'; alter role odd set default_transaction_read_only = on;
            alter role odd set row_security = off; alter role odd set default_transaction_isolation = 'serializable';
            alter role odd set datestyle = 'German'; alter role odd set search_path = 'public'; alter role odd set synchronous_commit = off;
            """);
        await using PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(JoinAddress.Parse(own), "odd", Token);
        await agent.JoinAsync(Card("odd"), null, Token);

        await agent.WaitAsync(TimeSpan.FromMilliseconds(200), Token);
        long clock = await agent.ReadClockAsync(Token);

        long own1 = TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds();
        Assert.InRange(clock / 1000, own1 - 10_000, own1 + 10_000);
    }

    [Fact]
    public async Task Who_may_not_make_the_schema_is_told_who_may()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await Database.ExecuteAsync(owner.ConnectionString, "create role poor login password 'poor'");
        string own = new NpgsqlConnectionStringBuilder(owner.ConnectionString) { Username = "poor", Password = "poor" }.ConnectionString;

        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => PostgresAgentLink.OpenAsync(JoinAddress.Parse(own), "a", Token));

        Assert.Contains("syncopate agents --setup", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_password_or_database_or_port_is_a_sentence_without_the_password()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        string right = owner.Password!; // The server has one.
        string password = new NpgsqlConnectionStringBuilder(owner.ConnectionString) { Password = "canary-71c" }.ConnectionString;
        string missing = new NpgsqlConnectionStringBuilder(owner.ConnectionString) { Database = "nowhere" }.ConnectionString;
        string port = new NpgsqlConnectionStringBuilder(owner.ConnectionString) { Port = 1 }.ConnectionString;

        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => PostgresConductorLink.OpenAsync(JoinAddress.Parse(password), Token));
        ClusterException unknown = await Assert.ThrowsAsync<ClusterException>(
            () => PostgresConductorLink.OpenAsync(JoinAddress.Parse(missing), Token));
        LinkBrokenException nobody = await Assert.ThrowsAsync<LinkBrokenException>(
            () => PostgresConductorLink.OpenAsync(JoinAddress.Parse(port), Token));

        Assert.Contains("refused the role or its password", refused.Message, StringComparison.Ordinal);
        Assert.Contains("no such database", unknown.Message, StringComparison.Ordinal);
        Assert.Contains("Cannot connect to 127.0.0.1:1/", nobody.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(new[] { refused.Message, unknown.Message, nobody.ToString() }, m =>
            m.Contains("canary-71c", StringComparison.Ordinal) || m.Contains(right, StringComparison.Ordinal));
    }

    private static Dictionary<int, AgentCommand> Prepare(AgentSeat seat) => new()
    {
        [seat.Id] = new AgentCommand(0, 0, Run, 1, CommandKind.Prepare) { Body = "order", Microseconds = 7 },
    };

    private static async Task<string> RoleAsync(NpgsqlConnectionStringBuilder owner, string name)
    {
        // Roles are the server's, not the database's.
        await Database.ExecuteAsync(owner.ConnectionString, $"create role {name} login password '{name}' in role {ClusterRoles.Agent}");
        return new NpgsqlConnectionStringBuilder(owner.ConnectionString) { Username = name, Password = name }.ConnectionString;
    }
}
