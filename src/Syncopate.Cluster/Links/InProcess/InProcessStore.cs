namespace Syncopate.Cluster.Links.InProcess;

/// <summary>What coordinates agents and a conductor within one process: for simulations, and the model that the database is held
/// against. One thread at a time.</summary>
/// <param name="time">The common clock.</param>
internal sealed class InProcessStore(TimeProvider time)
{
    private readonly Dictionary<string, Row> _agents = new(StringComparer.Ordinal);
    private readonly List<(int Agent, AgentCommand Command)> _commands = [];
    private readonly HashSet<(int Agent, Guid Run, int Round, CommandKind Kind)> _given = [];
    private readonly Dictionary<(int Agent, int Incarnation, Guid Run, int Round, ReplyKind Kind), AgentReply> _replies = [];
    private readonly Dictionary<(Guid Run, int Round, int Agent, int Incarnation), SortedList<int, StoredInterval>> _intervals = [];
    private object? _conductor; // The session that has it.
    private long _epoch;
    private long _beat; // When the conductor gave its last sign of life.
    private long _number;
    private int _places; // How many agents have ever had one.

    /// <summary>Microseconds of the common clock.</summary>
    public long Now => (long)time.GetElapsedTime(0, time.GetTimestamp()).TotalMicroseconds;

    /// <summary>The clock.</summary>
    public TimeProvider Time => time;

    /// <summary>Everything that is stored, in no order.</summary>
    public IEnumerable<StoredInterval> Stored => _intervals.Values.SelectMany(list => list.Values);

    public AgentSeat Join(AgentCard card, AgentSeat? seat, object session)
    {
        if (!_agents.TryGetValue(card.Name, out Row? row))
            _agents[card.Name] = row = new Row(++_places, card);
        if (seat is not null && seat.Incarnation != row.Incarnation)
            throw new ClusterException($"Another process has taken the name '{card.Name}' meanwhile. Give this one another: --name NAME");
        if (row.Session is not null && row.Session != session)
        {
            if (seat is not null)
                throw new LinkBrokenException("The session before this one has not ended yet.");
            throw new ClusterException($"An agent with the name '{card.Name}' is there already. Give this one another: --name NAME");
        }

        if (seat is null)
            (row.Incarnation, row.Clock, row.IsBusy) = (row.Incarnation + 1, null, false);
        (row.Session, row.Card) = (session, card);
        return new AgentSeat(row.Id, row.Incarnation, seat?.LastCommand ?? _number);
    }

    public void Describe(object session, ClockReading clock, bool isBusy)
    {
        Row row = Owned(session);
        (row.Clock, row.IsBusy) = (clock, isBusy);
    }

    public AgentHearing Hear(object session, long after)
    {
        int agent = Owned(session).Id;
        return new AgentHearing(
            [.. _commands.Where(c => c.Agent == agent && c.Command.Number > after).Select(c => c.Command)],
            _conductor is null ? null : _epoch)
        {
            Silence = TimeSpan.FromMicroseconds(Now - _beat),
            CommonClock = Now,
        };
    }

    public void Reply(object session, AgentReply reply)
    {
        Row row = Owned(session);
        _replies.TryAdd((row.Id, row.Incarnation, reply.Run, reply.Round, reply.Kind), reply);
    }

    public void Store(object session, IReadOnlyList<StoredInterval> intervals)
    {
        _ = Owned(session);
        foreach (StoredInterval interval in intervals)
        {
            (Guid, int, int, int) key = (interval.Run, interval.Round, interval.Agent, interval.Incarnation);
            if (!_intervals.TryGetValue(key, out SortedList<int, StoredInterval>? list))
                _intervals[key] = list = [];
            list.TryAdd(interval.Sequence, interval);
        }
    }

    public long Take(object session, long? epoch)
    {
        if (_conductor is not null && _conductor != session)
        {
            if (epoch == _epoch)
                throw new LinkBrokenException("The session before this one has not ended yet.");
            throw new ClusterException("Another coordinator has these agents. Wait until its run is over, or use another database.");
        }

        if (epoch is not null && epoch != _epoch)
            throw new ClusterException("Another coordinator has taken these agents while this one was cut off. The run ends here.");
        (_conductor, _beat) = (session, Now);
        return epoch ?? ++_epoch;
    }

    public IReadOnlyList<AgentSight> Present() =>
    [
        .. from row in _agents.Values
           where row.Session is not null
           orderby row.Card.Name
           select new AgentSight(row.Id, row.Incarnation, row.Card) { Clock = row.Clock, IsBusy = row.IsBusy },
    ];

    public void Command(object session, IReadOnlyDictionary<int, AgentCommand> commands)
    {
        CheckConductor(session);
        _beat = Now;
        foreach ((int agent, AgentCommand command) in commands)
        {
            if (_given.Add((agent, command.Run, command.Round, command.Kind)))
                _commands.Add((agent, command with { Number = ++_number, Epoch = _epoch }));
        }
    }

    public RoundSight Look(object session, Guid run, int round, IReadOnlyList<IntervalMark> known)
    {
        CheckConductor(session);
        _beat = Now;
        List<StoredInterval> later = [];
        foreach (IntervalMark mark in known)
        {
            if (_intervals.TryGetValue((run, round, mark.Agent, mark.Incarnation), out SortedList<int, StoredInterval>? list))
                later.AddRange(list.Values.Where(interval => interval.Sequence > mark.Sequence));
        }

        return new RoundSight(
            Present(),
            [.. _replies.Where(r => r.Key.Run == run && r.Key.Round == round)
                .Select(r => new ReceivedReply(r.Key.Agent, r.Key.Incarnation, r.Value))],
            later,
            Now);
    }

    public void Sweep(object session)
    {
        CheckConductor(session);
        _commands.Clear();
        _replies.Clear();
        _intervals.Clear();
    }

    /// <summary>The end of a session, in order or not.</summary>
    public void Leave(object session)
    {
        foreach (Row row in _agents.Values.Where(row => row.Session == session))
            row.Session = null;
        if (_conductor == session)
            _conductor = null;
    }

    /// <summary>An agent leaves in order: its row goes, unless a run is there that gave it a command.</summary>
    public void GiveUpPlace(object session)
    {
        int agent = Owned(session).Id;
        Leave(session);
        if (!_commands.Exists(command => command.Agent == agent))
            Remove(agent);
    }

    /// <summary>Removes the row of an agent, and all that hangs on it, as the foreign keys of the database do.</summary>
    public void Remove(int agent)
    {
        foreach (string name in _agents.Where(row => row.Value.Id == agent).Select(row => row.Key).ToArray())
            _agents.Remove(name);
        RemoveRuns(agent);
    }

    /// <summary>Removes what was said to an agent and what it answered, unless a conductor is there.</summary>
    /// <returns>Whether it is removed.</returns>
    public bool Forget(object session)
    {
        int agent = Owned(session).Id;
        if (_conductor is not null)
            return false;
        RemoveRuns(agent);
        return true;
    }

    private void RemoveRuns(int agent)
    {
        _commands.RemoveAll(command => command.Agent == agent);
        foreach ((int Agent, int, Guid, int, ReplyKind) key in _replies.Keys.Where(key => key.Agent == agent).ToArray())
            _replies.Remove(key);
        foreach ((Guid, int, int Agent, int) key in _intervals.Keys.Where(key => key.Agent == agent).ToArray())
            _intervals.Remove(key);
    }

    private Row Owned(object session) =>
        _agents.Values.FirstOrDefault(row => row.Session == session) ?? throw new LinkBrokenException("The session is gone.");

    private void CheckConductor(object session)
    {
        if (_conductor != session)
            throw new LinkBrokenException("The session is gone.");
    }

    private sealed class Row(int id, AgentCard card)
    {
        public int Id { get; } = id;

        public int Incarnation { get; set; }

        public object? Session { get; set; }

        public AgentCard Card { get; set; } = card;

        public ClockReading? Clock { get; set; }

        public bool IsBusy { get; set; }
    }
}
