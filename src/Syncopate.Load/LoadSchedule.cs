using Syncopate.Units;

namespace Syncopate.Load;

/// <summary>The load shape of users in ticks of the clock: who starts when, and who may go on.</summary>
internal sealed class LoadSchedule
{
    private readonly LoadShape _shape;
    private readonly long _stepTicks;
    private readonly int _loops;

    public LoadSchedule(LoadShape shape, long ticksPerSecond)
    {
        _shape = shape;
        (_loops, TimeSpan duration) = shape switch
        {
            UsersTimesLoops times => (times.Loops, TimeSpan.MaxValue),
            UsersForTime time => (int.MaxValue, time.Duration),
            SteppedUsers steps => (int.MaxValue, steps.Duration),
            Arrivals arrivals => (int.MaxValue, arrivals.Duration),
            _ => throw new ArgumentException(
                $"Cannot drive a {shape.GetType().Name}: use users times loops, users for a time, stepped users, or arrivals.",
                nameof(shape)),
        };
        DurationTicks = duration == TimeSpan.MaxValue ? long.MaxValue : ClockTicks.Of(duration, ticksPerSecond);
        _stepTicks = shape is SteppedUsers stepped ? ClockTicks.Of(stepped.StepDuration, ticksPerSecond) : 0;
    }

    /// <summary>How long requests are sent; <see cref="long.MaxValue"/> for a number of requests, which take as long as
    /// they take.</summary>
    public long DurationTicks { get; }

    /// <summary>When a user starts, from 0, in ticks since the start of the load.</summary>
    public long StartOf(int user) =>
        _shape is SteppedUsers steps && user >= steps.Start ? ((user - steps.Start) / steps.Step + 1) * _stepTicks : 0;

    /// <summary>Whether a user that has sent so many requests sends another one now.</summary>
    public bool Wants(int sent, long sinceStart) => HasMore(sent) && sinceStart < DurationTicks;

    /// <summary>Whether a user that has sent so many requests has any left, if there is time.</summary>
    public bool HasMore(int sent) => sent < _loops;
}
