using Syncopate.Reporting;

namespace Syncopate.Experiments.Bundled;

/// <summary>Finds systems whose asynchronous calls are synchronous: they do the work first and give the caller a task
/// that is done.</summary>
internal static class SyncInDisguise
{
    // A single fast call may be done before its task is returned on any system; a system that holds its caller this
    // long in everything it was asked never waits.
    private const double LeastHeldShare = 0.9;

    /// <summary>The lowest and the highest share that async forms held their caller on a system; null when none was measured.</summary>
    public static (double Least, double Most)? HeldOn(IEnumerable<ExperimentReport> experiments, string column)
    {
        List<double> shares = experiments
            .Where(e => e.Group?.Column == column)
            .SelectMany(e => e.Forms)
            .Where(f => f.Form != Form.Sync && f.Count > 0)
            .Select(f => f.Counter("heldShare"))
            .OfType<double>()
            .ToList();
        return shares.Count == 0 ? null : (shares.Min(), shares.Max());
    }

    /// <summary>Whether all asynchronous calls on a system were synchronous.</summary>
    public static bool Is(IEnumerable<ExperimentReport> experiments, string column) =>
        HeldOn(experiments, column) is { Least: >= LeastHeldShare };
}
