namespace Syncopate.Acceptance;

/// <summary>What one comparison of servers that differ by a factor of two said; one line of the results file.</summary>
/// <param name="Burners">Processes that kept a core busy meanwhile.</param>
/// <param name="Index">From 1 for each number of burners.</param>
/// <param name="AtUtc">When it ended.</param>
/// <param name="Waits">True for servers that wait, false for servers that compute.</param>
/// <param name="Users">Users of the load.</param>
/// <param name="Truth">The right verdict.</param>
/// <param name="Verdict">The printed one.</param>
/// <param name="Ratio">The printed ratio; null for none.</param>
/// <param name="Rounds">Rounds that the verdict rests on.</param>
/// <param name="RunSeconds">What the run took by its own clock, which the budget is for.</param>
/// <param name="WallSeconds">From the start of the tool to its end, the report included.</param>
/// <param name="BudgetSeconds">What was asked for.</param>
/// <param name="LoadAverage">Runnable threads in the minute before it.</param>
/// <param name="StolenShare">Share of the processors' time that was stolen while it measured.</param>
internal sealed record DecideOutcome(
    int Burners,
    int Index,
    DateTimeOffset AtUtc,
    bool Waits,
    int Users,
    string Truth,
    string Verdict,
    double? Ratio,
    int Rounds,
    double RunSeconds,
    double WallSeconds,
    int BudgetSeconds,
    double LoadAverage,
    double StolenShare)
{
    /// <summary>True when it found what is so.</summary>
    public bool IsRight => Verdict == Truth;

    /// <summary>True when it claimed what is not so; undecided claims nothing.</summary>
    public bool IsWrong => !IsRight && Verdict != "undecided";

    /// <summary>True when it took at most a fifth longer than asked.</summary>
    public bool KeepsBudget => RunSeconds <= 1.2 * BudgetSeconds;
}
