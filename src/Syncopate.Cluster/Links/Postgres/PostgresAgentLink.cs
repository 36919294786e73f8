using System.Globalization;
using System.Text.Json;
using Npgsql;

namespace Syncopate.Cluster.Links.Postgres;

/// <summary>An agent's session with the database: the lock with its number says that it is there.</summary>
internal sealed class PostgresAgentLink : IAgentLink
{
    // Longer than the server needs to notice that the session before this one is gone.
    private static readonly TimeSpan LockTimeout = TimeSpan.FromSeconds(6);

    private const int MostTries = 3;

    // One row by its key while there is a fresh sign of life. Else the list of all locks is asked, of which each agent has one: no round is
    // under way then, or its conductor is gone, or the clock was set back. An agent that forgets shares the conductor's lock for a moment,
    // and is no conductor. One statement with the commands: an agent that is far away, or whose database is slow, hears in one round trip,
    // and may be out of touch for two seconds only.
    private const string Hearing = """
        select c.epoch, c.age, case when c.age >= 0 and c.age < $3 then true else exists (
                select from pg_locks l where l.locktype = 'advisory' and l.granted
                    and l.classid = $1::int::oid and l.objid = 0 and l.objsubid = 2
                    and l.mode = 'ExclusiveLock'
                    and l.database = (select d.oid from pg_database d where d.datname = current_database())) end,
            pg_backend_pid(), exists (select from syncopate.agent a where a.id = $2),
            m.number, m.epoch, m.run, m.round, m.kind, m.body, m.microseconds, c.now
        from (select epoch, (extract(epoch from clock_timestamp() - beat) * 1000000)::bigint as age,
                (extract(epoch from clock_timestamp()) * 1000000)::bigint as now from syncopate.conductor) c
            left join syncopate.command m on m.agent = $2 and m.number > $4
        order by m.number
        """;

    private readonly PostgresSession _session;
    private int _agent;
    private int _incarnation;

    private PostgresAgentLink(PostgresSession session) => _session = session;

    /// <summary>Opens a session.</summary>
    public static async Task<PostgresAgentLink> OpenAsync(JoinAddress address, string name, CancellationToken cancellationToken) =>
        new(await PostgresSession.OpenToWriteAsync(address, $"syncopate agent {name}", cancellationToken).ConfigureAwait(false));

    public async Task<AgentSeat> JoinAsync(AgentCard card, AgentSeat? seat, CancellationToken cancellationToken)
    {
        string text = JsonSerializer.Serialize(card, ClusterJson.Default.AgentCard);
        (int Id, int Incarnation) row = await PlaceAsync(card.Name, text, cancellationToken).ConfigureAwait(false);
        bool isBack = seat is not null && seat.Id == row.Id && seat.Incarnation == row.Incarnation;
        if (seat is not null && seat.Id == row.Id && !isBack)
            throw new ClusterException($"Another process has taken the name '{card.Name}' meanwhile. Give this one another: --name NAME");
        if (!await _session.LockAsync(row.Id, LockTimeout, cancellationToken).ConfigureAwait(false))
        {
            // What lies between, such as a pooler, may keep the session that broke for longer than the server would.
            if (isBack)
                throw new LinkBrokenException("The session before this one has not ended yet.");
            throw new ClusterException($"An agent with the name '{card.Name}' is there already. Give this one another: --name NAME");
        }

        int incarnation = isBack ? row.Incarnation : row.Incarnation + 1;
        // Whoever sweeps may have taken the row for that of an agent that is gone, in the moment before the lock was held.
        List<int> own = await _session.ReadAsync(
            """
            update syncopate.agent set session = pg_backend_pid(), incarnation = $2, card = $3,
                clock = case when incarnation = $2 then clock end, busy = busy and incarnation = $2 where id = $1 returning id
            """,
            r => r.GetInt32(0), cancellationToken, row.Id, incarnation, text).ConfigureAwait(false);
        if (own.Count == 0)
            throw new LinkBrokenException("The place was taken away while it was being taken.");
        long last = await _session.ReadOneAsync(
            "select coalesce(max(number), 0) from syncopate.command where agent = $1", r => r.GetInt64(0), cancellationToken, row.Id)
                .ConfigureAwait(false);
        await _session.ExecuteAsync(string.Create(CultureInfo.InvariantCulture, $"listen syncopate_{row.Id}"), cancellationToken)
            .ConfigureAwait(false);
        (_agent, _incarnation) = (row.Id, incarnation);
        return new AgentSeat(row.Id, incarnation, last);
    }

    private async Task<(int Id, int Incarnation)> PlaceAsync(string name, string card, CancellationToken cancellationToken)
    {
        const string Make = "insert into syncopate.agent (name, card) values ($1, $2) on conflict (name) do nothing returning id, "
            + "incarnation";
        const string Find = "select id, incarnation from syncopate.agent where name = $1";
        for (int tries = 0; tries < MostTries; tries++)
        {
            List<(int, int)> made = await _session
                .ReadAsync(Make, r => (r.GetInt32(0), r.GetInt32(1)), cancellationToken, name, card).ConfigureAwait(false);
            if (made is [var own])
                return own;
            List<(int, int)> found = await _session
                .ReadAsync(Find, r => (r.GetInt32(0), r.GetInt32(1)), cancellationToken, name).ConfigureAwait(false);
            if (found is [var old])
                return old; // Else it was swept between the two, or a policy of the table hides it.
        }

        throw new ClusterException($"The name '{name}' belongs to an agent of another role. Give this one another: --name NAME");
    }

    public Task<long> ReadClockAsync(CancellationToken cancellationToken) =>
        _session.ReadOneAsync(PostgresConductorLink.Clock, r => r.GetInt64(0), cancellationToken);

    public Task DescribeAsync(ClockReading clock, bool isBusy, CancellationToken cancellationToken) => _session.ExecuteAsync(
        "update syncopate.agent set clock = $2, busy = $3 where id = $1",
        cancellationToken,
        _agent,
        JsonSerializer.Serialize(clock, ClusterJson.Default.ClockReading),
        isBusy);

    public async Task<AgentHearing> HearAsync(long afterCommand, CancellationToken cancellationToken)
    {
        List<Heard> rows = await _session.ReadAsync(
            Hearing,
            Row,
            cancellationToken,
            ClusterSchema.LockClass,
            _agent,
            (long)AgentHearing.FreshBeat.TotalMicroseconds,
            afterCommand).ConfigureAwait(false);
        // What is of no command is in each row.
        Heard first = rows.Count > 0 ? rows[0] : throw new LinkBrokenException("The database gave no answer.");
        _session.CheckProcess(first.Process);
        if (!first.HasPlace)
            throw new LinkBrokenException("The place was taken away.");
        return new AgentHearing([.. rows.Select(row => row.Command).OfType<AgentCommand>()], first.Epoch)
        {
            Silence = first.Silence,
            CommonClock = first.Now,
        };
    }

    private static Heard Row(NpgsqlDataReader r) => new(
        r.GetBoolean(2) ? r.GetInt64(0) : (long?)null,
        TimeSpan.FromMicroseconds(r.GetInt64(1)),
        r.GetInt32(3),
        r.GetBoolean(4),
        r.GetInt64(12),
        r.IsDBNull(5) ? null : Command(r));

    private static AgentCommand Command(NpgsqlDataReader r) =>
        new(r.GetInt64(5), r.GetInt64(6), r.GetGuid(7), r.GetInt32(8), (CommandKind)r.GetInt32(9))
        {
            Body = r.GetString(10),
            Microseconds = r.GetInt64(11),
        };

    // Only for a run that is still there: what comes later would stay in the database forever.
    public Task ReplyAsync(AgentReply reply, CancellationToken cancellationToken) => _session.ExecuteAsync(
        """
        insert into syncopate.reply (run, round, agent, incarnation, kind, body, last) select $1, $2, $3, $4, $5, $6, $7
            where exists (select from syncopate.command c where c.run = $1 and c.agent = $3) on conflict do nothing
        """,
        cancellationToken,
        reply.Run,
        reply.Round,
        _agent,
        _incarnation,
        (int)reply.Kind,
        reply.Body,
        reply.Last);

    public Task StoreAsync(IReadOnlyList<StoredInterval> intervals, CancellationToken cancellationToken) => _session.ExecuteAsync(
        """
        insert into syncopate.interval (run, round, agent, incarnation, sequence, body)
            select * from unnest($1, $2, $3, $4, $5, $6) as i (run, round, agent, incarnation, sequence, body)
            where exists (select from syncopate.command c where c.run = i.run and c.agent = i.agent) on conflict do nothing
        """,
        cancellationToken,
        intervals.Select(i => i.Run).ToArray(),
        intervals.Select(i => i.Round).ToArray(),
        intervals.Select(i => i.Agent).ToArray(),
        intervals.Select(i => i.Incarnation).ToArray(),
        intervals.Select(i => i.Sequence).ToArray(),
        intervals.Select(i => i.Body).ToArray());

    public Task WaitAsync(TimeSpan most, CancellationToken cancellationToken) => _session.WaitAsync(most, cancellationToken);

    public Task<bool> ForgetAsync(CancellationToken cancellationToken) =>
        _session.ReadOneAsync("select syncopate.forget($1)", r => r.GetBoolean(0), cancellationToken, _agent);

    // What it stored and answered goes with its row. While a run is there that gave it a command the row stays until the run is swept: the
    // conductor has not read the end of an agent that is stopped in order.
    public Task LeaveAsync(CancellationToken cancellationToken) => _session.ExecuteAsync(
        "delete from syncopate.agent where id = $1 and not exists (select from syncopate.command c where c.agent = $1)",
        cancellationToken,
        _agent);

    public ValueTask DisposeAsync() => _session.DisposeAsync();

    /// <summary>One row of what is heard: a command, or none.</summary>
    private sealed record Heard(
        long? Epoch, TimeSpan Silence, int Process, bool HasPlace, long Now, AgentCommand? Command);
}
