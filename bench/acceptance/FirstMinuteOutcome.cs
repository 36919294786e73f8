namespace Syncopate.Acceptance;

/// <summary>What one quick run said; one line of the results file.</summary>
/// <param name="Burners">Processes that burned beside it.</param>
/// <param name="Index">From 1 for each number of burners.</param>
/// <param name="AtUtc">When it ended.</param>
/// <param name="Verdicts">The verdict of each question that was measured, by its id.</param>
/// <param name="WallSeconds">From the start of the command to its end.</param>
/// <param name="FirstVerdictSeconds">From the start of the command until the first verdict stood on the screen; null when none did.</param>
/// <param name="EarlyQuestions">The questions whose headings stood on the screen first, in order: the first two.</param>
/// <param name="WorstPromise">Time that was really left over the time that was said to be left, where that was farthest from 1.</param>
/// <param name="SlotShare">Share of the run's time in measured slots.</param>
/// <param name="LoadAverage">Runnable threads in the last minute, before it.</param>
/// <param name="StolenShare">Share of the processors' time that the host gave to others while it ran.</param>
/// <param name="CoresBurned">Cores that the burners took on average while it ran.</param>
internal sealed record FirstMinuteOutcome(
    int Burners,
    int Index,
    DateTimeOffset AtUtc,
    IReadOnlyDictionary<string, string> Verdicts,
    double WallSeconds,
    double? FirstVerdictSeconds,
    IReadOnlyList<string> EarlyQuestions,
    double WorstPromise,
    double SlotShare,
    double LoadAverage,
    double StolenShare,
    double CoresBurned)
{
    // Computing has no asynchronous form; every other question of a quick run is one that waiting decides.
    private const string NoGain = "cpu-bound";

    /// <summary>Questions with the right verdict.</summary>
    public int Right => Verdicts.Count(v => v.Value == (v.Key == NoGain ? "noDifference" : "gain"));

    /// <summary>Questions with a wrong one: undecided is not wrong.</summary>
    public int Wrong => Verdicts.Count(v => v.Value != "undecided") - Right;
}
