namespace Syncopate.Reporting.Plans;

/// <summary>A line of a <see cref="PlanChart"/>.</summary>
/// <param name="Name">Short, as it stands at the line's end.</param>
/// <param name="Class">Its colour.</param>
/// <param name="Points">From left to right, at least one; low and high are the ends of the band.</param>
/// <param name="Mark">Where queueing begins, one of the points; null where it was not seen.</param>
/// <param name="Knee">Where it is inevitable; null for nowhere.</param>
internal sealed record PlanLine(
    string Name, string Class, IReadOnlyList<(double At, double Low, double Median, double High)> Points, double? Mark = null,
    double? Knee = null);
