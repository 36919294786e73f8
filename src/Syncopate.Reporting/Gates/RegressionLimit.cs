using System.Globalization;
using Syncopate.Reporting.Figures;

namespace Syncopate.Reporting.Gates;

/// <summary>How much worse than in the baseline a form may be.</summary>
/// <param name="Metric">The metric; the mean unless another is named.</param>
/// <param name="Name">The metric as command lines name it.</param>
/// <param name="Percent">From 0: 10 lets a latency grow by a tenth, and a rate fall to 1/1.1.</param>
internal sealed record RegressionLimit(Metric Metric, string Name, double Percent)
{
    // Percent; what two runs differ by is never so little.
    private const double LeastChange = 1e-6;

    private const int UsualDigits = 2;
    private const int MostDigits = 8;

    private static readonly Figure Unnamed = Figure.Of(Metric.Mean);

    /// <summary>What can be limited, as command lines list it: "mean, p50" and so on.</summary>
    public static string Known { get; } = string.Join(", ", Figure.BetweenRuns.Select(f => f.Name));

    /// <summary>A tenth of the mean.</summary>
    public static RegressionLimit Usual { get; } = new(Metric.Mean, Unnamed.Name, 10);

    /// <summary>Reads "10%", which limits the mean, or "cpu=5%".</summary>
    /// <exception cref="FormatException">It cannot be read; the message says why and shows an example.</exception>
    public static RegressionLimit Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        int equals = text.IndexOf('=', StringComparison.Ordinal);
        string name = equals < 0 ? Unnamed.Name : text[..equals].Trim().ToLowerInvariant();
        if (Figure.BetweenRuns.FirstOrDefault(f => f.Name == name)?.ComparedBy is not { } metric)
            throw new FormatException($"'{text}': '{name}' cannot be compared. Known: {Known}. Example: cpu=5%");

        string amount = text[(equals + 1)..].Trim();
        ReadOnlySpan<char> number = amount.AsSpan(0, Math.Max(0, amount.Length - 1));
        return amount.EndsWith('%')
                && double.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double percent)
                && percent <= 10_000
            ? new RegressionLimit(metric, name, percent)
            : throw new FormatException(
                $"'{text}' is not a valid limit: it takes a percentage from 0 to 10000, such as 10% or cpu=5%.");
    }

    /// <summary>A relative change in words: "18% slower", "3% less", "no change". What shrank did so by a part of what it was, so an
    /// answer in a tenth of the time is 90 % faster; a rate that grew is reported by how much it grew, and one that fell by the time that
    /// an answer takes, as limits are.</summary>
    /// <param name="worse">Natural logarithm of how much worse it became; negative for better.</param>
    internal string Describe(double worse)
    {
        Figure figure = Figure.Of(Metric);
        double? change = figure.Kind == FigureKind.Rate
            ? Regression.Percent(Math.Abs(worse))
            : Math.Abs(Regression.Percent(worse) ?? double.PositiveInfinity);
        if (change < LeastChange)
            return "no change";
        bool isBetter = worse < 0;
        string percent = change is not { } finite || !double.IsFinite(finite) ? "beyond any number"
            : isBetter ? Syncopate.Reporting.FigureText.Percent(finite)
            : Beside(finite);
        return $"{percent} {figure.Change(isMore: isBetter == figure.HigherIsBetter)}";
    }

    /// <summary>The limit in words, as it was given: "10%", "12.45%".</summary>
    internal string Bound => Shown(Percent, shown => shown == Percent);

    /// <summary>With so many digits that it lies on its own side of the limit: "between 10% slower and 14% slower; limit 10%" is no reason
    /// to fail.</summary>
    private string Beside(double change) => Shown(
        change,
        shown => Math.Abs(change - Percent) <= LeastChange
            || Math.Sign(shown - Percent) == Math.Sign(change - Percent));

    // With the fewest digits with which what is read is what is meant.
    private static string Shown(double percent, Func<double, bool> isMeant)
    {
        int digits = UsualDigits;
        while (digits < MostDigits && !isMeant(Read()))
            digits++;
        return Told();

        string Told() => Syncopate.Reporting.FigureText.Percent(percent, digits);
        double Read() => double.Parse(Told().TrimEnd('%'), CultureInfo.InvariantCulture);
    }
}
