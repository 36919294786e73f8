using System.Net;
using Syncopate.Load.Http1;
using Syncopate.Load.Tallying;
using Syncopate.Units;

namespace Syncopate.Load.Loops;

/// <summary>One thread that drives many connections at once: it waits for all of them together and deals with each as
/// soon as something comes.
/// Connections stay open from one load to the next.</summary>
/// <remarks>Two system calls per request, send and receive, and one wait for as many answers as there are.</remarks>
internal sealed class EventLoop : IDisposable
{
    private const int MostOpeningAtOnce = 128; // Kestrel's accept queue holds 512; what overflows it is tried again after a second.

    // A request is given up at most this much after its timeout.
    private static readonly TimeSpan LongestSweepPeriod = TimeSpan.FromMilliseconds(250);

    private readonly TimeProvider _time;
    private readonly long _sweepTicks;
    private readonly Poller _poller = new();
    private readonly EventWait _wait;
    private readonly ConnectionSet _connections;
    private readonly LoopExchanges _exchanges;

    // The rest belongs to the current load; only its thread touches it.
    private LoadRun _run = null!; // Set before the thread starts.
    private LoadTally _tally = null!; // As above.
    private long _sweepAt;

    /// <param name="number">From 0, among the loops of the engine.</param>
    /// <param name="endPoint">The server.</param>
    /// <param name="options">Bounds of an answer.</param>
    /// <param name="time">The clock.</param>
    public EventLoop(int number, IPEndPoint endPoint, LoadOptions options, TimeProvider time)
    {
        Number = number;
        _time = time;
        _wait = new EventWait(_poller, time);
        _connections = new ConnectionSet(endPoint, _poller, options);
        _exchanges = new LoopExchanges(time, ClockTicks.Of(options.TotalTimeout, time.TimestampFrequency));
        _sweepTicks = Math.Min(_exchanges.TimeoutTicks / 4, ClockTicks.Of(LongestSweepPeriod, time.TimestampFrequency));
    }

    /// <summary>From 0, among the loops of the engine.</summary>
    public int Number { get; }

    /// <summary>Drives its share of a load on a thread of its own; the task ends with the thread.</summary>
    /// <param name="run">The load.</param>
    /// <param name="request">As it is sent.</param>
    /// <param name="start">Where all loops wait for each other when their connections are open.</param>
    public Task<ThreadUse> DriveAsync(LoadRun run, byte[] request, Barrier start)
    {
        _run = run;
        _tally = run.Tallies[Number];
        _exchanges.Use(run, _tally, request);
        // A task with a thread of its own: an exception, which can only be a mistake of ours, reaches whoever awaits it.
        Task<ThreadUse> driving = new(() => RunThread(start), CancellationToken.None, TaskCreationOptions.LongRunning);
        driving.Start(TaskScheduler.Default);
        return driving;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _connections.Dispose();
        _wait.Dispose();
        _poller.Dispose();
    }

    /// <summary>Has the sheet of the loop's tally turned soon. Any thread, while a load runs.</summary>
    public void AskForSheet()
    {
        _tally.Ask();
        _poller.Wake();
    }

    private ThreadUse RunThread(Barrier start)
    {
        using CancellationTokenRegistration stop =
            // Never null: the poller is the state.
            _run.StopToken.UnsafeRegister(static poller => ((Poller)poller!).Wake(), _poller);
        try
        {
            using SchedulerFigures figures = new(); // Before the connections: they may take every file that this process may open.
            ILoadModel model = Meet(start);
            ThreadUse use = ThreadUse.Of(() => Drive(model), figures, _time);
            Close();
            return use;
        }
        finally
        {
            _tally.Retire();
        }
    }

    // All loops begin at once, when the connections of all are open.
    private ILoadModel Meet(Barrier start)
    {
        try
        {
            Prepare();
            Open();
            ILoadModel model = NewModel();
            start.SignalAndWait(CancellationToken.None);
            return model;
        }
        finally
        {
            start.RemoveParticipant(); // Or a mistake in one loop would leave the others waiting.
        }
    }

    // The timed region.
    private void Drive(ILoadModel model)
    {
        _exchanges.Model = model;
        model.Start(_exchanges.ReadClock());
        while (!model.IsDone && !_run.Stopping)
            Turn(model.NextDue);
        model.Finish();
        _exchanges.Model = null;
    }

    private void Prepare()
    {
        _ = Libc.ControlProcess(Libc.SetTimerSlack, 1, 0, 0, 0); // Else waits end up to 50 us late, to be bundled with others.
        // Users are dealt out like cards; so are connections of an open loop.
        int share = (_run.Request.Shape.MaximumUsers - Number + _run.Loops - 1) / _run.Loops;
        _connections.Use(share, Number, _run.Loops);
        _sweepAt = _exchanges.ReadClock() + _sweepTicks;
    }

    private ILoadModel NewModel() => _run.Arrivals is { } arrivals
        ? new OpenModel(_exchanges, _run, arrivals, Number, _connections.Active)
        : new ClosedModel(_exchanges, _run, _tally, _connections.Active);

    /// <summary>Opens the connections that are not open yet. One that cannot be opened ends the load: a server that is
    /// not there has nothing to be measured.</summary>
    private void Open()
    {
        // At a rate, as many as a pause of one second needs: opened in the middle of such a pause they would wait for
        // the server's accept queue.
        double wanted = _run.Request.Shape is Arrivals arrivals ? Math.Max(arrivals.FromPerSecond, arrivals.ToPerSecond) : double.MaxValue;
        int count = _run.Request.KeepsConnections ? (int)Math.Min(_connections.Active.Count, Math.Ceiling(wanted / _run.Loops)) : 0;
        for (int place = 0; place < count && !_run.Stopping; place++)
        {
            Connection connection = _connections.Active[place];
            if (connection.State == ConnectionState.Idle && !connection.IsFresh())
                connection.Close();
            if (connection.State == ConnectionState.Closed && connection.Open(_exchanges.ReadClock()) is { } finding)
                _run.Fail(finding, _exchanges.Now);
            while (_connections.Opening >= MostOpeningAtOnce && !_run.Stopping)
                Turn(long.MaxValue);
        }

        while (_connections.Opening > 0 && !_run.Stopping)
            Turn(long.MaxValue);
    }

    // For the next load; and a server that died under the last requests is found dead here.
    private void Close()
    {
        if (!_run.Stopping && _run.Request.OutageTimeout is null)
            Open();
        _connections.Abandon();
    }

    /// <summary>Waits until something comes or is due, and deals with it.</summary>
    private void Turn(long due)
    {
        _tally.SwapIfRequested();
        bool isTimed = due < _sweepAt; // Else nothing depends on the exact time, and the clock need not be read.
        if (isTimed)
            _exchanges.ReadClock();
        int ready = _wait.Until(Math.Min(due, _sweepAt), _exchanges.Now);
        for (int place = 0; place < ready; place++)
        {
            long token = _poller.TokenAt(place);
            if (token == Poller.Wakened)
                _exchanges.ReadClock();
            else if (_connections.Of(token) is { } connection)
                _exchanges.OnEvent(connection, _poller.FlagsAt(place));
        }

        if (isTimed || ready == 0)
            _exchanges.ReadClock();
        if (_exchanges.Now >= _sweepAt)
            Sweep();
        if (_exchanges.Model is { } model && model.NextDue <= _exchanges.Now)
            model.Advance(_exchanges.Now);
    }

    /// <summary>Gives up what has waited too long.</summary>
    private void Sweep()
    {
        for (int place = 0; place < _connections.Active.Count; place++)
            _exchanges.GiveUpWhenLate(_connections.Active[place]);

        _exchanges.Model?.Advance(_exchanges.Now); // What waits for a connection may have waited too long as well.
        _sweepAt = _exchanges.Now + _sweepTicks;
    }
}
