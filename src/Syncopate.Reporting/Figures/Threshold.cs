using System.Diagnostics;
using System.Globalization;

namespace Syncopate.Reporting.Figures;

/// <summary>A line that a figure of a form must not cross, such as "p99 &gt; 300ms" for what makes it fail.</summary>
internal sealed record Threshold
{
    private const string Example = "Example: \"p99 > 300ms\"";

    // Longest first, so that "s" does not take "300ms" for 300m seconds.
    private static readonly (FigureKind Kind, string Unit, double Size)[] Units =
    [
        (FigureKind.Time, "ms", 1),
        (FigureKind.Time, "us", 1e-3),
        (FigureKind.Time, "µs", 1e-3),
        (FigureKind.Time, "ns", 1e-6),
        (FigureKind.Time, "s", 1e3),
        (FigureKind.Memory, "KiB", 1_024), (FigureKind.Memory, "MiB", 1_024 * 1_024),
        // As they were written before: conditions stand in files of users, and must not change by 2 %.
        (FigureKind.Memory, "KB", 1_024), (FigureKind.Memory, "MB", 1_024 * 1_024), (FigureKind.Memory, "B", 1),
        (FigureKind.Rate, "/s", 1), (FigureKind.Rate, "", 1),
        (FigureKind.Failures, "%", 1), (FigureKind.Failures, "", 1),
        (FigureKind.Count, "", 1),
    ];

    private Threshold(Figure figure, ThresholdSide side, double limit, bool isShare)
    {
        Figure = figure;
        Side = side;
        Limit = limit;
        IsShare = isShare;
    }

    /// <summary>The figure.</summary>
    public Figure Figure { get; }

    /// <summary>On which side of the limit the form fails.</summary>
    public ThresholdSide Side { get; }

    /// <summary>The limit in ms, requests per second, bytes, a count, or percent when <see cref="IsShare"/>; at least 0.</summary>
    public double Limit { get; }

    /// <summary>True when failed requests are limited as a percentage of all.</summary>
    public bool IsShare { get; }

    /// <summary>The limit in words, such as "limit 300 ms" or "at least 100/s".</summary>
    public string Bound => Bounded(Text(Limit, Figure.Digits));

    /// <summary>Reads the condition under which a form fails: a figure, one of &gt; &gt;= &lt; &lt;=, and a limit with
    /// its unit. Blanks do not matter.</summary>
    /// <exception cref="FormatException">It cannot be read; the message says what was found, what may stand there, and
    /// shows an example.</exception>
    public static Threshold Parse(string condition)
    {
        ArgumentNullException.ThrowIfNull(condition);
        int sign = condition.AsSpan().IndexOfAny('<', '>');
        if (sign < 0)
            throw new FormatException($"'{condition}' is not a threshold: it has none of >, >=, < and <=. {Example}");
        bool inclusive = condition.AsSpan(sign + 1).StartsWith("=");
        ThresholdSide side = (condition[sign], inclusive) switch
        {
            ('>', false) => ThresholdSide.Above,
            ('>', true) => ThresholdSide.AtOrAbove,
            (_, false) => ThresholdSide.Below,
            _ => ThresholdSide.AtOrBelow,
        };
        string name = condition[..sign].Trim();
        if (name.Length == 0)
            throw new FormatException($"'{condition}' is not a threshold: no figure stands before {condition[sign]}. {Example}");
        return Create(Figure.Named(name), side, condition[(sign + (inclusive ? 2 : 1))..].Trim());
    }

    /// <summary>A threshold from its parts.</summary>
    /// <param name="figure">The figure.</param>
    /// <param name="side">On which side of the limit the form fails.</param>
    /// <param name="limit">The limit with its unit, such as "300ms", "0.1%", "100/s" or "64KiB".</param>
    /// <exception cref="FormatException">The limit is no number of at least 0, or its unit does not fit the figure.</exception>
    public static Threshold Create(Figure figure, ThresholdSide side, string limit)
    {
        ArgumentNullException.ThrowIfNull(figure);
        ArgumentNullException.ThrowIfNull(limit);
        foreach (var (_, unit, size) in Units.Where(
            u => u.Kind == figure.Kind && limit.EndsWith(u.Unit, StringComparison.OrdinalIgnoreCase)))
        {
            // No separators of thousands: "1,5ms" would quietly become 15 ms.
            if (!double.TryParse(
                limit.AsSpan(0, limit.Length - unit.Length).TrimEnd(),
                NumberStyles.AllowDecimalPoint,
                CultureInfo.InvariantCulture,
                out double number))
            {
                continue;
            }

            if (unit == "%" && number > 100)
                throw new FormatException($"The limit of {figure.Name} is {limit}; a share is at most 100%.");
            return double.IsFinite(number * size)
                ? new Threshold(figure, side, number * size, unit == "%")
                : throw Unreadable(figure, limit);
        }

        throw Unreadable(figure, limit);
    }

    /// <summary>Checks a form by the threshold.</summary>
    /// <param name="form">The form's figures.</param>
    /// <returns>Failed also when the figure was not measured: a limit that nothing was compared with has not been kept.</returns>
    public ThresholdResult Evaluate(FormReport form)
    {
        if (Value(form) is not { } value)
            return new ThresholdResult(this, Passed: false, null, "not measured", Bound);
        bool passed = Side switch
        {
            ThresholdSide.Above => value <= Limit,
            ThresholdSide.AtOrAbove => value < Limit,
            ThresholdSide.Below => value >= Limit,
            ThresholdSide.AtOrBelow => value > Limit,
            _ => throw new UnreachableException($"A limit has no side {Side}."),
        };
        var (found, limit) = Describe(value);
        return new ThresholdResult(this, passed, value, found, Bounded(limit));
    }

    private double? Value(FormReport form)
    {
        double? value = Figure.ValueOf(form);
        long requests = form.Count + form.Errors;
        // Of nothing that was sent nothing can fail.
        return Figure.Kind != FigureKind.Failures ? value
            : requests == 0 ? null
            : IsShare ? 100 * value / requests
            : value;
    }

    /// <summary>Value and limit with so many digits that they look different when they are: "300 ms (limit 300 ms)" is
    /// no reason to fail.</summary>
    private (string Found, string Limit) Describe(double value)
    {
        double apart = Math.Abs(value - Limit) / Math.Max(value, Limit);
        int digits = apart > 0
            ? Math.Clamp(1 + (int)Math.Ceiling(-Math.Log10(apart)), Figure.Digits, 15)
            : Figure.Digits;
        return (Text(value, digits), Text(Limit, digits));
    }

    private string Text(double value, int digits) => IsShare ? FigureText.Percent(value, digits) : Figure.Text(value, digits);

    private string Bounded(string limit) => Side switch
    {
        ThresholdSide.Above => $"limit {limit}",
        ThresholdSide.AtOrAbove => $"must be below {limit}",
        ThresholdSide.Below => $"at least {limit}",
        ThresholdSide.AtOrBelow => $"must be above {limit}",
        _ => throw new UnreachableException($"A limit has no side {Side}."),
    };

    private static FormatException Unreadable(Figure figure, string limit) => new(figure.Kind switch
    {
        FigureKind.Time => $"The limit of {figure.Name} is '{limit}'; it takes a number and ns, us, ms or s, such as 300ms.",
        FigureKind.Rate => $"The limit of {figure.Name} is '{limit}'; it takes a number, such as 100 or 100/s.",
        FigureKind.Memory => $"The limit of {figure.Name} is '{limit}'; it takes a number and B, KiB or MiB, such as 64KiB.",
        FigureKind.Failures => $"The limit of {figure.Name} is '{limit}'; it takes a number or a percentage, such as 0 or 0.1%.",
        FigureKind.Count => $"The limit of {figure.Name} is '{limit}'; it takes a number without a unit, such as 50.",
        _ => throw new ArgumentOutOfRangeException(nameof(figure), figure.Kind, "Not a kind of figure."),
    });
}

/// <summary>A threshold compared with a form.</summary>
/// <param name="Threshold">The threshold.</param>
/// <param name="Passed">False when the line was crossed, and when the figure was not measured.</param>
/// <param name="Value">The value in the unit of <see cref="Threshold.Limit"/>; null when it was not measured.</param>
/// <param name="Found">The value in words, such as "241 ms" or "not measured".</param>
/// <param name="Bound">The limit in words, such as "limit 300 ms".</param>
internal sealed record ThresholdResult(Threshold Threshold, bool Passed, double? Value, string Found, string Bound)
{
    /// <summary>Such as "p99 241 ms (limit 300 ms)".</summary>
    public string Sentence => $"{Threshold.Figure.Name} {Found} ({Bound})";
}

/// <summary>On which side of a limit a figure fails.</summary>
internal enum ThresholdSide
{
    /// <summary>Fails above the limit.</summary>
    Above,

    /// <summary>Fails at the limit and above it.</summary>
    AtOrAbove,

    /// <summary>Fails below the limit.</summary>
    Below,

    /// <summary>Fails at the limit and below it.</summary>
    AtOrBelow,
}
