namespace Syncopate.Acceptance;

/// <summary>How well a figure should be predicted.</summary>
/// <param name="Figure">The figure.</param>
/// <param name="Share">Largest error of the predicted median against the measured one, as a share; threads may always
/// be off by one. Null where only the band counts:
/// the measured median is in the middle 90 % of the simulations.</param>
internal sealed record PlanGoal(PlanFigure Figure, double? Share)
{
    /// <summary>Whether a prediction is good enough.</summary>
    /// <param name="predicted">The figure of each simulation, in order of size.</param>
    /// <param name="measured">The median of the measured ones.</param>
    public bool IsMet(IReadOnlyList<double> predicted, double measured)
    {
        double median = predicted[predicted.Count / 2];
        return Share is { } share
            ? Math.Abs(median / measured - 1) <= share || (Figure == PlanFigure.Threads && Math.Abs(median - measured) <= 1)
            : measured >= predicted[(int)(0.05 * predicted.Count)] && measured <= predicted[(int)(0.95 * predicted.Count)];
    }
}
