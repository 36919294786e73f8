namespace Syncopate.Load.Tallying;

/// <summary>Tells a dead target from one that fails now and then. It is dead when, since its last answer, every active
/// user has failed for want of a connection or an answer, and this either lasted or took a whole timeout. A user that still waits on an
/// open connection keeps it alive.</summary>
/// <param name="lastingTicks">How long is lasting.</param>
/// <param name="endsByTimeout">Whether a whole timeout is proof enough, however short.</param>
internal sealed class TargetHealth(long lastingTicks, bool endsByTimeout)
{
    /// <summary>A single reset is no death, not even of the only user's connection.</summary>
    private const int FewestFailures = 3;

    private readonly Lock _gate = new();
    private readonly HashSet<int> _failed = []; // The four below are guarded by the gate.
    private int _active;
    private int _failures;
    private long _failingSince;
    // Written under the gate; read without it by every answer, so that answers cost nothing while all is well.
    private volatile bool _failing;

    /// <summary>A user begins to send.</summary>
    public void Enter()
    {
        lock (_gate)
            _active++;
    }

    /// <summary>A user has sent all it wanted to.</summary>
    public void Leave(int user)
    {
        lock (_gate)
        {
            _active--;
            _failed.Remove(user);
        }
    }

    /// <summary>An answer arrived, good or not.</summary>
    public void Answered()
    {
        if (!_failing)
            return;
        lock (_gate)
        {
            _failing = false;
            _failures = 0;
            _failed.Clear();
        }
    }

    /// <summary>A user got no answer; true when that means that the target is dead.</summary>
    public bool Failed(int user, bool timedOut, long now)
    {
        lock (_gate)
        {
            if (_failures++ == 0)
                _failingSince = now;
            _failing = true;
            _failed.Add(user);
            return _failed.Count >= _active
                && (
                    (timedOut && endsByTimeout)
                        || (_failures >= FewestFailures && now - _failingSince >= lastingTicks));
        }
    }
}
