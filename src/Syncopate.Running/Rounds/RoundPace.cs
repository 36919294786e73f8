namespace Syncopate.Running.Rounds;

/// <summary>How long a round of an experiment takes: as planned until it is measured, then as the last ones took.</summary>
/// <param name="Round">The slots of a round.</param>
/// <param name="Start">The start of what a round, or several, are measured on, until it may be measured.</param>
internal readonly record struct RoundPace(TimeSpan Round, TimeSpan Start)
{
    private bool IsMeasured { get; init; }

    /// <summary>Whether <see cref="Start"/> has been measured.</summary>
    public bool IsStarted { get; private init; }

    /// <summary>The time of so many rounds and starts.</summary>
    public TimeSpan For(int rounds, int starts) => Round * rounds + Start * starts;

    /// <summary>With a round just measured. The newest counts half: a machine that has become busy, or calm, is as it is now.</summary>
    public RoundPace Measured(TimeSpan round) => this with { Round = IsMeasured ? (Round + round) / 2 : round, IsMeasured = true };

    /// <summary>With a start just made.</summary>
    /// <param name="time">How long it took.</param>
    /// <param name="starts">How many were made side by side.</param>
    public RoundPace Started(TimeSpan time, int starts) => this with { Start = time / starts, IsStarted = true };
}
