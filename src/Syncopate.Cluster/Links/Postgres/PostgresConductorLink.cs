namespace Syncopate.Cluster.Links.Postgres;

/// <summary>The conductor's session with the database. All it writes goes through the session that has its lock: one that has lost it
/// cannot write.</summary>
internal sealed class PostgresConductorLink : IConductorLink
{
    /// <summary>Microseconds of the server's clock; of no time zone.</summary>
    public const string Clock = "select (extract(epoch from clock_timestamp()) * 1000000)::bigint";

    // The lock of an agent and its row are of one session: a row of the process before, under the lock of the next one, is nobody.
    private const string Sights = """
        select a.id, a.incarnation, a.card, a.clock, a.busy, pg_backend_pid(), a.name from syncopate.agent a join pg_locks l
            on l.locktype = 'advisory' and l.granted and l.classid = $1::int::oid and l.objid = a.id::oid and l.objsubid = 2
                and l.pid = a.session
                and l.database = (select d.oid from pg_database d where d.datname = current_database())
        order by a.name
        """;

    // As for agents; a conductor that was killed on this machine is gone at once.
    private static readonly TimeSpan LockTimeout = TimeSpan.FromSeconds(6);

    private readonly PostgresSession _session;
    private long? _beat; // When it gave the last sign of life, on the monotonic clock.

    private PostgresConductorLink(PostgresSession session) => _session = session;

    /// <summary>Opens a session.</summary>
    public static async Task<PostgresConductorLink> OpenAsync(JoinAddress address, CancellationToken cancellationToken) =>
        new(await PostgresSession.OpenToWriteAsync(address, "syncopate conductor", cancellationToken).ConfigureAwait(false));

    public async Task<long> TakeAsync(long? epoch, CancellationToken cancellationToken)
    {
        if (!await _session.LockAsync(ClusterSchema.ConductorLock, LockTimeout, cancellationToken).ConfigureAwait(false))
        {
            if (epoch is not null && await EpochAsync(cancellationToken).ConfigureAwait(false) == epoch)
                throw new LinkBrokenException("The session before this one has not ended yet.");
            throw new ClusterException("Another coordinator has the agents of this database. Wait until its run is over, or use another "
                + "database.");
        }

        if (epoch is null)
        {
            return await _session.ReadOneAsync(
                "update syncopate.conductor set epoch = epoch + 1, beat = clock_timestamp() returning epoch", r => r.GetInt64(0),
                cancellationToken)
                    .ConfigureAwait(false);
        }

        List<long> same = await _session.ReadAsync(
            "update syncopate.conductor set beat = clock_timestamp() where epoch = $1 returning epoch", r => r.GetInt64(0),
            cancellationToken, epoch).ConfigureAwait(false);
        return same is [var now]
            ? now
            : throw new ClusterException("Another coordinator has taken these agents while this one was cut off. The run ends here.");
    }

    public async Task<IReadOnlyList<AgentSight>> AgentsAsync(CancellationToken cancellationToken)
    {
        List<(AgentSight Sight, int Process)> rows = await _session.ReadAsync(
            Sights,
            r => (new AgentSight(r.GetInt32(0), r.GetInt32(1), Card(r.GetString(6), r.GetString(2)))
            {
                Clock = r.IsDBNull(3) ? null : Reading(r.GetString(3)),
                IsBusy = r.GetBoolean(4),
            }, r.GetInt32(5)),
            cancellationToken,
            ClusterSchema.LockClass).ConfigureAwait(false);
        foreach ((_, int process) in rows)
            _session.CheckProcess(process);
        return [.. rows.Select(row => row.Sight)];
    }

    /// <summary>Whether every agent is seen: a role that is none of the owner sees its own.</summary>
    public Task<bool> SeesAllAsync(CancellationToken cancellationToken) => _session.ReadOneAsync(
        "select not row_security_active('syncopate.agent')", r => r.GetBoolean(0), cancellationToken);

    public async Task CommandAsync(IReadOnlyDictionary<int, AgentCommand> commands, CancellationToken cancellationToken)
    {
        await BeatAsync(cancellationToken).ConfigureAwait(false);
        KeyValuePair<int, AgentCommand>[] all = [.. commands];
        await _session.ExecuteAsync(
            """
            with given as (
                insert into syncopate.command (epoch, agent, role, run, round, kind, body, microseconds)
                    select c.epoch, a.id, a.role, i.run, i.round, i.kind, i.body, i.microseconds
                    from unnest($1, $2, $3, $4, $5, $6) as i (agent, run, round, kind, body, microseconds)
                    join syncopate.agent a on a.id = i.agent cross join syncopate.conductor c
                    on conflict do nothing returning agent)
            select pg_notify('syncopate_' || agent, '') from given
            """,
            cancellationToken,
            all.Select(c => c.Key).ToArray(),
            all.Select(c => c.Value.Run).ToArray(),
            all.Select(c => c.Value.Round).ToArray(),
            all.Select(c => (int)c.Value.Kind).ToArray(),
            all.Select(c => c.Value.Body).ToArray(),
            all.Select(c => c.Value.Microseconds).ToArray()).ConfigureAwait(false);
    }

    public async Task<RoundSight> LookAsync(Guid run, int round, IReadOnlyList<IntervalMark> known, CancellationToken cancellationToken)
    {
        await BeatAsync(cancellationToken).ConfigureAwait(false);
        IReadOnlyList<AgentSight> present = await AgentsAsync(cancellationToken).ConfigureAwait(false);
        // The replies first: an agent stores its last interval before it reports its end.
        List<ReceivedReply> replies = await _session.ReadAsync(
            "select agent, incarnation, kind, body, last from syncopate.reply where run = $1 and round = $2",
            r => new ReceivedReply(r.GetInt32(0), r.GetInt32(1), new AgentReply(run, round, (ReplyKind)r.GetInt32(2), r.GetString(3),
                r.GetInt32(4))),
            cancellationToken,
            run,
            round).ConfigureAwait(false);
        List<StoredInterval> intervals = await _session.ReadAsync(
            """
            select i.agent, i.incarnation, i.sequence, i.body from syncopate.interval i
                join unnest($3, $4, $5) as k (agent, incarnation, sequence)
                on i.agent = k.agent and i.incarnation = k.incarnation and i.sequence > k.sequence
                where i.run = $1 and i.round = $2 order by i.agent, i.sequence
            """,
            r => new StoredInterval(run, round, r.GetInt32(0), r.GetInt32(1), r.GetInt32(2), r.GetString(3)),
            cancellationToken,
            run,
            round,
            known.Select(k => k.Agent).ToArray(),
            known.Select(k => k.Incarnation).ToArray(),
            known.Select(k => k.Sequence).ToArray()).ConfigureAwait(false);
        long now = await _session.ReadOneAsync(Clock, r => r.GetInt64(0), cancellationToken).ConfigureAwait(false);
        return new RoundSight(present, replies, intervals, now);
    }

    public async Task SweepAsync(CancellationToken cancellationToken)
    {
        IReadOnlyList<AgentSight> present = await AgentsAsync(cancellationToken).ConfigureAwait(false);
        await _session.ExecuteAsync("delete from syncopate.command", cancellationToken).ConfigureAwait(false);
        await _session.ExecuteAsync("delete from syncopate.reply", cancellationToken).ConfigureAwait(false);
        await _session.ExecuteAsync("delete from syncopate.interval", cancellationToken).ConfigureAwait(false);
        await _session.ExecuteAsync("delete from syncopate.agent where id <> all ($1)", cancellationToken,
            present.Select(a => a.Id).ToArray()).ConfigureAwait(false);
        // No round is under way: by a sign of life that is old agents see at once when its session ends, and are free for the next one.
        await _session.ExecuteAsync("update syncopate.conductor set beat = 'epoch'", cancellationToken).ConfigureAwait(false);
        _beat = null;
    }

    public ValueTask DisposeAsync() => _session.DisposeAsync();

    private Task<long> EpochAsync(CancellationToken cancellationToken) =>
        _session.ReadOneAsync("select epoch from syncopate.conductor", r => r.GetInt64(0), cancellationToken);

    private async Task BeatAsync(CancellationToken cancellationToken)
    {
        long now = TimeProvider.System.GetTimestamp();
        if (_beat is { } last && TimeProvider.System.GetElapsedTime(last, now) < AgentHearing.Beat)
            return;
        await _session.ExecuteAsync("update syncopate.conductor set beat = clock_timestamp()", cancellationToken).ConfigureAwait(false);
        _beat = now;
    }

    // What one agent writes of itself must not keep a conductor from the others.
    private static AgentCard Card(string name, string text)
    {
        try
        {
            AgentCard card = ClusterJson.Read(text, ClusterJson.Default.AgentCard) with { Name = name };
            return card.IsPlausible() ? card : AgentCard.Unreadable(name);
        }
        catch (ClusterException)
        {
            return AgentCard.Unreadable(name);
        }
    }

    private static ClockReading? Reading(string text)
    {
        try
        {
            ClockReading reading = ClusterJson.Read(text, ClusterJson.Default.ClockReading);
            return reading.IsPlausible() ? reading : null;
        }
        catch (ClusterException)
        {
            return null;
        }
    }
}
