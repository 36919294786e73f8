using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Figures of the same run must agree within 5 %.</summary>
internal static class Ratio
{
    private const double Tolerance = 0.05;

    public static void Within(double seen, double own, double jitter, string figure) => Assert.True(
        Math.Abs(seen - own) <= (Tolerance + jitter) * own, FormattableString.Invariant($"{seen:F1} {figure} were seen; the process counts {own:F0}."));

    public static void Holds(double? seen, double byHand, string figure) => Assert.True(
        seen is { } value && Math.Abs(value - byHand) <= Tolerance * byHand,
        FormattableString.Invariant($"The {figure} is {seen:F2} ms; the stopwatch placed by hand says {byHand:F2} ms."));
}
