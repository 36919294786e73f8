namespace Syncopate;

/// <summary>What the generator's threads did in one load of <c>syncopate load</c>.</summary>
/// <param name="BusyShares">For each thread the share of the time in which it was at work or kept from it, 0 to 1;
/// empty for an engine on the thread pool.</param>
public sealed record GeneratorUse(IReadOnlyList<double> BusyShares) : JournalRecord;
