namespace Syncopate.Running.Rounds;

/// <summary>The doubt about an experiment that was given less time than a first look needs.</summary>
internal static class LittleTime
{
    /// <summary>Said when the time is over, not when it is planned: a round may take less than it seemed.</summary>
    /// <param name="experiment">The experiment.</param>
    /// <param name="rounds">How many rounds fitted.</param>
    /// <param name="round">How long one takes.</param>
    /// <param name="before">How long all took that came before the first.</param>
    public static Doubt Of(string experiment, int rounds, TimeSpan round, TimeSpan before)
    {
        TimeSpan needed = before + round * (Looks.RoundsAt(1) + 1);
        return new Doubt(
            "too-little-time",
            experiment,
            FormattableString.Invariant($"A round takes about {round.TotalSeconds:0.0} s, so that {rounds} fitted into the time. ")
                + FormattableString.Invariant($"What is far apart is decided after {Looks.Earliest} to {Looks.RoundsAt(1) - 1}, ")
                + FormattableString.Invariant($"anything else after {Looks.RoundsAt(1)} and more."),
            "Slots are as long as the slowest answers demand; fewer rounds cannot tell a difference from chance.",
            FormattableString.Invariant($"Give it more time, such as --budget {Math.Ceiling(needed.TotalSeconds / 10) * 10:0}s."));
    }
}
