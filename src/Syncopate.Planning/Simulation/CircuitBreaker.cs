namespace Syncopate.Planning.Simulation;

/// <summary>Stops calls after a second in which too many failed; after a pause one call may try (M. T. Nygard, Release
/// It!, 2007, section 5.2).</summary>
internal sealed class CircuitBreaker
{
    private const int FewestCalls = 10;

    private readonly double? _share;
    private readonly double _pause;
    private double _openUntil = double.NegativeInfinity;
    private bool _isTrying;
    private double _second;
    private int _calls;
    private int _failures;

    public CircuitBreaker(double? share, double pauseSeconds) => (_share, _pause) = (share, pauseSeconds);

    /// <summary>Whether a call may be made now.</summary>
    public bool Allows(double now)
    {
        if (double.IsNegativeInfinity(_openUntil))
            return true;
        if (now < _openUntil || _isTrying)
            return false;
        _isTrying = true;
        return true;
    }

    /// <summary>A call that was allowed is over.</summary>
    public void Done(double now, bool isGood)
    {
        if (_share is not { } share)
            return;
        if (_isTrying)
        {
            _isTrying = false;
            _openUntil = isGood ? double.NegativeInfinity : now + _pause;
            (_second, _calls, _failures) = (now, 0, 0);
            return;
        }

        if (now - _second >= 1)
            (_second, _calls, _failures) = (now, 0, 0);
        _calls++;
        _failures += isGood ? 0 : 1;
        if (_calls >= FewestCalls && _failures >= share * _calls && double.IsNegativeInfinity(_openUntil))
            _openUntil = now + _pause;
    }
}
