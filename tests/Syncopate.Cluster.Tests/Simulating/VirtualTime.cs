namespace Syncopate.Cluster.Tests.Simulating;

/// <summary>The time of a simulated world: it goes on only to the next timer. One thread.</summary>
internal sealed class VirtualTime
{
    public const long TicksPerSecond = TimeSpan.TicksPerSecond;

    private readonly PriorityQueue<ActorTimer, (long Due, long Order)> _timers = new();
    private readonly int _thread = Environment.CurrentManagedThreadId;
    private long _order;

    /// <summary>Ticks since the world began.</summary>
    public long Now { get; private set; }

    public void Add(ActorTimer timer, long due)
    {
        if (Environment.CurrentManagedThreadId != _thread)
            throw new InvalidOperationException("The simulation left its thread: " + Environment.StackTrace);
        _timers.Enqueue(timer, (Math.Max(due, Now), _order++));
    }

    /// <summary>Goes on until something has come true, or until a time.</summary>
    /// <returns>Whether it has come true.</returns>
    public bool RunUntil(Func<bool> isTrue, TimeSpan limit)
    {
        while (!isTrue())
        {
            if (!_timers.TryDequeue(out ActorTimer? timer, out (long Due, long Order) at) || at.Due > limit.Ticks)
                return false;
            Now = Math.Max(Now, at.Due);
            timer.Elapse(at.Due);
        }

        return true;
    }

    /// <summary>Does something at a time.</summary>
    public void At(TimeSpan time, Action action) => Add(new ActorTimer(null, _ => action(), null), time.Ticks);
}

/// <summary>The clocks of one actor in it: set wrong, and standing still while the actor is paused or dead. All that an actor does, it does
/// at its own timers.</summary>
internal sealed class ActorTime(VirtualTime world, TimeSpan monotonic, TimeSpan wall) : TimeProvider
{
    private readonly List<ActorTimer> _held = [];

    public override long TimestampFrequency => VirtualTime.TicksPerSecond;

    /// <summary>Whether it moves.</summary>
    public bool IsRunning { get; private set; } = true;

    public VirtualTime World => world;

    public override long GetTimestamp() => world.Now + monotonic.Ticks;

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddTicks(world.Now + wall.Ticks + TimeSpan.TicksPerDay);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        ActorTimer timer = new(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    public void Stop() => IsRunning = false;

    public void Go()
    {
        IsRunning = true;
        foreach (ActorTimer timer in _held)
            world.Add(timer, world.Now);
        _held.Clear();
    }

    public void Hold(ActorTimer timer) => _held.Add(timer);
}

internal sealed class ActorTimer(ActorTime? owner, TimerCallback callback, object? state) : ITimer
{
    private long _due = -1;

    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        if (owner is null || dueTime == Timeout.InfiniteTimeSpan)
        {
            _due = -1;
            return true;
        }

        _due = owner.World.Now + Math.Max(0, dueTime.Ticks);
        owner.World.Add(this, _due);
        return true;
    }

    public void Elapse(long due)
    {
        if (owner is null)
        {
            callback(state);
            return;
        }

        if (_due < 0 || due < _due)
            return; // Changed, or disposed.
        if (!owner.IsRunning)
        {
            owner.Hold(this);
            return;
        }

        _due = -1;
        callback(state);
    }

    public void Dispose() => _due = -1;

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }
}
