using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Figures of the same run must agree within 10 %. Who compares two clocks lets QuietMachine judge: a machine without
/// time stops a thread between the one and the other.</summary>
internal static class Ratio
{
    private const double Tolerance = 0.1;

    public static void Within(double seen, double own, double tolerance, string figure) => Assert.True(
        Math.Abs(seen - own) <= tolerance * own, FormattableString.Invariant($"{seen:F1} {figure} were seen; the process counts {own:F0}."));

    public static void Holds(double? seen, double byHand, string figure) => Assert.True(
        seen is { } value && Math.Abs(value - byHand) <= Tolerance * byHand,
        FormattableString.Invariant($"The {figure} is {seen:F2} ms; the stopwatch placed by hand says {byHand:F2} ms."));
}
