using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting;

namespace Syncopate.Experiments;

/// <summary>A form as the model says it is, and as it was.</summary>
/// <param name="Style">How it waits.</param>
/// <param name="Predicted">The simulation of exactly what was measured.</param>
/// <param name="Measured">What was measured, over all rounds.</param>
public sealed record ValidatedForm(WaitStyle Style, PlannedLevel Predicted, FormReport Measured)
{
    /// <summary>Error of the predicted answers a second, as a share of the measured ones.</summary>
    public double ThroughputError => Predicted.RequestsPerSecond.Median / Measured.RequestsPerSecond - 1;

    /// <summary>Error of the predicted median latency, as a share of the measured one.</summary>
    public double MedianError => Predicted.P50Milliseconds.Median / Measured.P50 - 1;

    /// <summary>Error of the predicted 99th percentile, as a share of the measured one.</summary>
    public double P99Error => Predicted.P99Milliseconds.Median / Measured.P99 - 1;
}
