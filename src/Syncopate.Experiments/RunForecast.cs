using Syncopate.Running;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments;

/// <summary>How far the questions of a run are, and how long the rest will take: as long as they seemed to need before
/// the first, times what those that are done have taken over what they seemed to, if that is more.</summary>
/// <param name="clock">The clock of the run.</param>
/// <param name="needs">Time that each seems to need, before any is asked.</param>
internal sealed class RunForecast(RunClock clock, IReadOnlyList<(ExperimentPlan Plan, TimeSpan Need)> needs)
{
    private readonly List<(ExperimentPlan Plan, TimeSpan Need)> _ahead = [.. needs];
    private TimeSpan _needed;
    private TimeSpan _taken;
    private TimeSpan _begun;
    private TimeSpan _need; // Of the question that is asked; zero between two.

    /// <summary>How much longer all of them will take.</summary>
    public TimeSpan Expected
    {
        get
        {
            // A question that is far apart ends before its look; the next one may not.
            double pace = _needed > TimeSpan.Zero ? Math.Max(1, _taken / _needed) : 1;
            TimeSpan now = _need * pace - (clock.Elapsed - _begun);
            return _ahead.Aggregate(
                _need > TimeSpan.Zero && now > TimeSpan.Zero ? now : TimeSpan.Zero, (sum, question) => sum + question.Need * pace);
        }
    }

    /// <summary>A question is asked now.</summary>
    public void Begin(ExperimentPlan plan)
    {
        int place = _ahead.FindIndex(question => question.Plan == plan);
        if (place < 0)
            return; // It belongs to a table that was asked as a whole.
        (_begun, _need) = (clock.Elapsed, _ahead[place].Need);
        _ahead.RemoveAt(place);
    }

    /// <summary>It has been asked.</summary>
    public void End()
    {
        if (_need == TimeSpan.Zero)
            return;
        _needed += _need;
        _taken += clock.Elapsed - _begun;
        _need = TimeSpan.Zero;
    }
}
