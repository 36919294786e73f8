using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>Users are added in steps: <see cref="Start"/> at first, <see cref="Step"/> more every <see cref="StepDuration"/>, until <see cref="Maximum"/>; the last step lasts as long as the others.</summary>
public sealed record SteppedUsers : LoadShape
{
    /// <param name="start">Users in the first step, 1 to 10,000.</param>
    /// <param name="step">Users added each step, at least 1.</param>
    /// <param name="maximum">Users in the last step, from <paramref name="start"/> to 10,000.</param>
    /// <param name="stepDuration">Length of a step; above zero, at most 1 h.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public SteppedUsers(int start, int step, int maximum, TimeSpan stepDuration)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(start, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(step, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maximum, start);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(maximum, 10_000);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(stepDuration, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(stepDuration, TimeSpan.FromHours(1));
        Start = start;
        Step = step;
        Maximum = maximum;
        StepDuration = stepDuration;
    }

    /// <summary>Users in the first step.</summary>
    public int Start { get; }

    /// <summary>Users added each step.</summary>
    public int Step { get; }

    /// <summary>Users in the last step.</summary>
    public int Maximum { get; }

    /// <summary>Length of each step.</summary>
    public TimeSpan StepDuration { get; }

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => Maximum;

    /// <summary>Number of steps, the last one included.</summary>
    [JsonIgnore]
    public int StepCount => (Maximum - Start + Step - 1) / Step + 1;

    /// <summary>Length of all steps together.</summary>
    [JsonIgnore]
    public TimeSpan Duration => StepDuration * StepCount;
}
