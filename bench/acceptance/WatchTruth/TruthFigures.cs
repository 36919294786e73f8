namespace Syncopate.Acceptance.WatchTruth;

/// <summary>What a program was measured to do, each in a process of its own under the same load.</summary>
/// <param name="PerSecond">Pages a second as it is, in the time of which the verdict speaks.</param>
/// <param name="WithThreads">With a minimum of 60 threads, more than there are users.</param>
/// <param name="Awaited">In the form that awaits.</param>
/// <param name="Told">With as many threads as the verdict asks for; null where it asks for none.</param>
/// <param name="PendingShare">Part of the counts, as it is, in which work waited for a thread.</param>
/// <param name="StepShares">Part of its pages' time that each step took, as it is.</param>
internal sealed record TruthFigures(
    double PerSecond, double WithThreads, double Awaited, double? Told, double PendingShare, IReadOnlyList<double> StepShares);
