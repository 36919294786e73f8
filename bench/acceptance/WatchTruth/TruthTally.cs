namespace Syncopate.Acceptance.WatchTruth;

/// <summary>What a program has done so far, by its own count.</summary>
/// <param name="AtMilliseconds">When, on its clock.</param>
/// <param name="Completed">Pages.</param>
/// <param name="Pending">Work items that wait for a thread.</param>
/// <param name="StepMilliseconds">How long each step took in all pages together; of the blocking form only.</param>
internal sealed record TruthTally(double AtMilliseconds, long Completed, long Pending, IReadOnlyList<double> StepMilliseconds)
{
    /// <summary>Pages a second since an earlier count.</summary>
    public double PerSecondSince(TruthTally earlier) => 1e3 * (Completed - earlier.Completed) / (AtMilliseconds - earlier.AtMilliseconds);
}
