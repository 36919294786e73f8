using Syncopate.Reporting.Figures;
using static System.FormattableString;

namespace Syncopate.Reporting.Gates;

/// <summary>Refuses figures that no measurement can have: a limit is always kept by a negative time, and 1e308 makes
/// everything else look like nothing.</summary>
internal static class FigureBounds
{
    // In ms 30 years, in bytes a petabyte a request, a rate of 10^15 per second: far beyond what is measured, and far
    // within what a number holds.
    private const double Most = 1e15;

    /// <summary>The result itself.</summary>
    /// <exception cref="FormatException">A figure is negative or beyond any measurement; the message names it.</exception>
    public static GateResult Check(GateResult result)
    {
        foreach (GateSubject subject in result.Subjects)
        {
            foreach (var (name, value) in Named(subject))
            {
                if (value is not (>= 0 and <= Most))
                {
                    throw new FormatException(
                        $"{GateText.Plain(result.Path)} cannot be judged: {subject.Name}.{name} is {FigureText.Significant(value)}, "
                            + "and what was measured lies between 0 and 10^15. "
                            + "The file is damaged or was made by something else; measure again.");
                }
            }
        }

        return result;
    }

    /// <summary>What is not there is no figure, and what is no number was not measured.</summary>
    private static IEnumerable<(string Name, double Value)> Named(GateSubject subject)
    {
        foreach (Figure figure in Figure.All)
        {
            if (figure.ValueOf(subject.Figures) is { } value)
                yield return (figure.Name, value);
        }

        if (double.IsFinite(subject.NoisePercent))
            yield return ("noise", subject.NoisePercent);
        foreach (var (metric, rounds) in subject.Figures.EachRound)
        {
            foreach (double value in rounds.Where(double.IsFinite))
                yield return (Invariant($"{metric.ToString().ToLowerInvariant()} of a round"), value);
        }
    }
}
