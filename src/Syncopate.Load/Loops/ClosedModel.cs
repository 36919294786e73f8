using Syncopate.Load.Http1;
using Syncopate.Load.Tallying;

namespace Syncopate.Load.Loops;

/// <summary>Users, each on a connection of its own: a request, its answer, a time to think, the next request.</summary>
internal sealed class ClosedModel : ILoadModel
{
    // Between failures in a row; else a dead server would be asked some 50,000 times a second.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly LoopExchanges _exchanges;
    private readonly LoadRun _run;
    private readonly LoadTally _tally;
    private readonly IReadOnlyList<Connection> _connections;
    private readonly User[] _users; // By place of the connection.
    private readonly PriorityQueue<int, long> _waiting;
    private readonly long _pauseTicks;
    private int _left;

    /// <param name="exchanges">Sends.</param>
    /// <param name="run">The load.</param>
    /// <param name="tally">The loop's.</param>
    /// <param name="connections">One for each user of this loop; each knows its user's number.</param>
    public ClosedModel(LoopExchanges exchanges, LoadRun run, LoadTally tally, IReadOnlyList<Connection> connections)
    {
        _exchanges = exchanges;
        _run = run;
        _tally = tally;
        _connections = connections;
        _users = new User[connections.Count];
        _waiting = new PriorityQueue<int, long>(connections.Count);
        _pauseTicks = run.ToTicks(Pause);
        _left = connections.Count;
    }

    public long NextDue => _waiting.TryPeek(out _, out long due) ? due : long.MaxValue;

    public bool IsDone => _left == 0;

    public void Start(long now)
    {
        for (int place = 0; place < _users.Length; place++)
            _waiting.Enqueue(place, _run.StartOf(_connections[place].User));
        Advance(now);
    }

    public void Advance(long now)
    {
        while (_waiting.TryPeek(out int place, out long due) && due <= now)
        {
            _waiting.Dequeue();
            if (!_users[place].IsActive)
                Enter(place, due);
            Next(place, now);
        }
    }

    public void End(Connection connection, bool answered, long now)
    {
        int place = connection.Place;
        ref User user = ref _users[place];
        _tally.Active(now - user.ActiveSince);
        user.ActiveSince = now;
        user.FailuresInARow = answered ? 0 : user.FailuresInARow + 1;
        if (user.FailuresInARow > 1)
            _waiting.Enqueue(place, now + _pauseTicks);
        else if (answered && _run.ThinksUntil(user.Sent, now) is var until && until > now)
            Think(place, now, until);
        else
            Next(place, now);
    }

    public void Finish()
    {
        for (int place = 0; place < _users.Length; place++)
        {
            if (_users[place].IsActive)
                Leave(place);
        }
    }

    private void Enter(int place, long due)
    {
        _users[place].IsActive = true;
        _users[place].ActiveSince = due;
        _run.Health.Enter();
    }

    private void Think(int place, long now, long until)
    {
        _tally.Thinks(until - now);
        _users[place].ActiveSince = until;
        _waiting.Enqueue(place, until);
    }

    private void Next(int place, long now)
    {
        ref User user = ref _users[place];
        if (!_run.Wants(user.Sent, now))
        {
            Leave(place);
            return;
        }

        user.Sent++;
        _exchanges.Begin(_connections[place], now, now);
    }

    private void Leave(int place)
    {
        _users[place].IsActive = false;
        _run.Health.Leave(_connections[place].User);
        _left--;
    }

    private struct User
    {
        public bool IsActive;
        public int Sent;
        public int FailuresInARow;
        public long ActiveSince; // It should have a request in flight since then, and its time before that is counted.
    }
}
