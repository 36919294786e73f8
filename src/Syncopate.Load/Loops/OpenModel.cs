using Syncopate.Load.Http1;
using Syncopate.Load.Tallying;

namespace Syncopate.Load.Loops;

/// <summary>Requests that are due at a rate, each sent on any free connection. What is due while none is free waits in
/// the generator, and its latency still counts from when it was due: the answer is the same as with more connections (measured within 1
/// %), and the server's accept queue does not overflow.</summary>
internal sealed class OpenModel : ILoadModel
{
    private readonly LoopExchanges _exchanges;
    private readonly LoadRun _run;
    private readonly LoadTally _tally;
    private readonly ArrivalSchedule _schedule;
    private readonly Stack<Connection> _idle; // The one used last first: its memory is still in the processor's cache.
    private readonly Stack<Connection> _closed;
    private readonly int _user;
    private readonly long _stride;
    private long _next;
    private long _due;
    private long _busy;
    private long _fullUntil = long.MinValue; // Until then no connection was free.
    private bool _advancing;
    private bool _isOver; // The time of the load; its last request is due before that.

    /// <param name="exchanges">Sends.</param>
    /// <param name="run">The load.</param>
    /// <param name="schedule">When requests are due.</param>
    /// <param name="loop">Number of the loop, which decides which requests are its own: of so many loops each takes
    /// every so-many-th.</param>
    /// <param name="connections">As many as may be in flight on this loop.</param>
    public OpenModel(LoopExchanges exchanges, LoadRun run, ArrivalSchedule schedule, int loop, IReadOnlyList<Connection> connections)
    {
        _exchanges = exchanges;
        _run = run;
        _tally = run.Tallies[loop];
        _schedule = schedule;
        _user = loop;
        _stride = run.Loops;
        _idle = new Stack<Connection>(connections.Count);
        _closed = new Stack<Connection>(connections.Count);
        foreach (Connection connection in connections.Reverse())
        {
            connection.User = _user;
            Free(connection);
        }

        _next = _user;
        _due = DueOf(_next);
    }

    public long NextDue => _due == long.MaxValue && !_isOver ? _run.AskedEnd : _idle.Count + _closed.Count > 0 ? _due : long.MaxValue;

    public bool IsDone => _busy == 0 && _due == long.MaxValue && _isOver;

    public void Start(long now)
    {
        _due = DueOf(_next);
        _run.Health.Enter();
        Advance(now);
    }

    public void Advance(long now)
    {
        if (_advancing)
            return; // A request failed at once, within the loop below, which goes on by itself.
        _advancing = true;
        while (_due <= now && !_run.Stopping)
        {
            bool late = now - _due >= _exchanges.TimeoutTicks;
            if (!late && _idle.Count + _closed.Count == 0)
                break;
            if (_due < _fullUntil || late)
                _tally.Overflow();
            Send(late, now);
            now = _exchanges.ReadClock();
        }

        _isOver = now >= _run.AskedEnd;
        _advancing = false;
    }

    public void End(Connection connection, bool answered, long now)
    {
        _busy--;
        if (_idle.Count + _closed.Count == 0)
            _fullUntil = now;
        Free(connection);
        if (_due <= now)
            Advance(now);
    }

    public void Finish() => _run.Health.Leave(_user);

    private void Send(bool late, long now)
    {
        (long request, long due) = (_next, _due);
        _next += _stride;
        _due = DueOf(_next);
        if (late)
        {
            _exchanges.GiveUp(_user, due, now);
            return;
        }

        _busy++;
        Connection connection = _idle.Count > 0 ? _idle.Pop() : _closed.Pop();
        // Not by its connection: the one used last has most requests, and of those no part could be drawn.
        connection.DrawnAs = (int)(request % RequestRing.MostUsers);
        _exchanges.Begin(connection, due, now);
    }

    private void Free(Connection connection) => (connection.State == ConnectionState.Idle ? _idle : _closed).Push(connection);

    private long DueOf(long request) =>
        _schedule.DueOf(request) is var due and < long.MaxValue ? _run.StartedTimestamp + due : long.MaxValue;
}
