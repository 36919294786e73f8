using Syncopate.Statistics;

namespace Syncopate.Planning.Simulation;

/// <summary>Who sends the next request, and when. A user sends again after each answer and the pause; a rate has no users.</summary>
internal sealed class SimulatedLoad
{
    private readonly PoolScenario _scenario;
    private readonly Xoshiro256 _random;
    private readonly double _start;
    private readonly RingQueue<Thinker> _thinkers = new();
    private readonly int[] _left;
    private readonly double _until;
    private int _joined;
    private double _due;

    public SimulatedLoad(PoolScenario scenario, double start, Xoshiro256 random)
    {
        _scenario = scenario;
        _random = random;
        _start = start;
        _until = start + Length(scenario.Load);
        _left = scenario.Load is UsersTimesLoops loops ? [.. Enumerable.Repeat(loops.Loops, loops.Users)] : [];
        _due = scenario.Load is Arrivals ? start + Gap(start) : double.PositiveInfinity;
    }

    /// <summary>When the last request can be due; infinity for users who each send a number of requests.</summary>
    public double Until => _until;

    /// <summary>When the next request is sent; infinity when all that is left waits for answers.</summary>
    public double Next => Math.Min(Math.Min(NextUser, _due), _thinkers.Count > 0 ? _thinkers.First.At : double.PositiveInfinity);

    /// <summary>Takes the request that is due next; -1 for a rate, else the user.</summary>
    public int Take()
    {
        if (_due <= NextUser && _scenario.Load is Arrivals)
        {
            _due += Gap(_due);
            if (_due >= _until)
                _due = double.PositiveInfinity;
            return -1;
        }

        if (_thinkers.Count > 0 && _thinkers.First.At <= NextUser)
            return _thinkers.Take().User;
        return _joined++;
    }

    /// <summary>A user has an answer.</summary>
    public void Answered(int user, double now)
    {
        if (user < 0 || (_left.Length > 0 && --_left[user] == 0))
            return;
        double at = now + _scenario.Think.TotalSeconds;
        if (at < _until)
            _thinkers.Add(new Thinker(at, user));
    }

    private double NextUser => _scenario.Load switch
    {
        UsersTimesLoops loops when _joined < loops.Users => _start,
        UsersForTime users when _joined < users.Users => _start,
        SteppedUsers steps => JoinsAt(steps),
        _ => double.PositiveInfinity,
    };

    private double JoinsAt(SteppedUsers steps)
    {
        if (_joined >= steps.Maximum)
            return double.PositiveInfinity;
        int step = _joined < steps.Start ? 0 : (_joined - steps.Start) / steps.Step + 1;
        return _start + step * steps.StepDuration.TotalSeconds;
    }

    private double Gap(double now)
    {
        Arrivals arrivals = (Arrivals)_scenario.Load;
        double share = (now - _start) / arrivals.Duration.TotalSeconds;
        double rate = arrivals.FromPerSecond + (arrivals.ToPerSecond - arrivals.FromPerSecond) * share;
        return (_scenario.ArrivesAtRandom ? _random.Exponential() : 1) / rate;
    }

    private static double Length(LoadShape shape) => shape switch
    {
        UsersForTime users => users.Duration.TotalSeconds,
        SteppedUsers steps => steps.Duration.TotalSeconds,
        Arrivals arrivals => arrivals.Duration.TotalSeconds,
        UsersTimesLoops => double.PositiveInfinity,
        _ => throw new ArgumentException($"A {shape.GetType().Name} cannot be simulated: give users or a rate.", nameof(shape)),
    };

    private readonly record struct Thinker(double At, int User);
}
