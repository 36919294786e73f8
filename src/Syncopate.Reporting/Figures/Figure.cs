namespace Syncopate.Reporting.Figures;

/// <summary>A figure of one form that a limit can be put on, by the name that command lines use.</summary>
internal sealed class Figure
{
    private readonly Func<FormReport, double?> _value;

    private Figure(string name, FigureKind kind, Func<FormReport, double?> value)
    {
        Name = name;
        Kind = kind;
        _value = value;
    }

    /// <summary>Every figure, in the order in which messages list them.</summary>
    public static IReadOnlyList<Figure> All { get; } =
    [
        new("count", FigureKind.Count, f => f.Count),
        new("errors", FigureKind.Failures, f => f.Errors),
        new("mean", FigureKind.Time, f => Latency(f, f.Mean)),
        new("p50", FigureKind.Time, f => Latency(f, f.P50)),
        new("p90", FigureKind.Time, f => Latency(f, f.P90)),
        new("p95", FigureKind.Time, f => Latency(f, f.P95)),
        new("p99", FigureKind.Time, f => Latency(f, f.P99)),
        new("p99.9", FigureKind.Time, f => Latency(f, f.P999)),
        new("max", FigureKind.Time, f => Latency(f, f.Max)),
        new("rps", FigureKind.Rate, f => f.RequestsPerSecond),
        new("cpu", FigureKind.Time, f => f.CpuPerRequest),
        new("bytes", FigureKind.Memory, f => f.BytesPerRequest),
        new("threads", FigureKind.Count, f => f.Threads),
    ];

    /// <summary>Lower case, such as "p99.9".</summary>
    public string Name { get; }

    /// <summary>What it counts.</summary>
    public FigureKind Kind { get; }

    /// <summary>The figure with this name, whatever the case of its letters.</summary>
    /// <exception cref="FormatException">There is none; the message lists those that there are.</exception>
    public static Figure Named(string name) =>
        All.FirstOrDefault(f => f.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
        ?? throw new FormatException($"There is no figure '{name}'. Known: {string.Join(", ", All.Select(f => f.Name))}.");

    /// <summary>The value in a report: ms, answers per second, bytes, or a count. Null when it was not measured.</summary>
    public double? ValueOf(FormReport form)
    {
        ArgumentNullException.ThrowIfNull(form);
        return _value(form) is { } value && double.IsFinite(value) ? value : null;
    }

    /// <summary>A value of this figure with its unit.</summary>
    internal string Text(double value, int digits) => Kind switch
    {
        FigureKind.Time => FigureText.Milliseconds(value, digits),
        FigureKind.Rate => FigureText.Significant(value, digits) + "/s",
        FigureKind.Memory when Math.Abs(value) >= 1_024 => FigureText.Significant(value / 1_024, digits) + " KB",
        FigureKind.Memory => FigureText.Significant(value, digits) + " B",
        _ => FigureText.Significant(value, digits),
    };

    /// <summary>Reports of older versions say 0 where there was no answer; that is no latency, and no answer takes no time.</summary>
    private static double? Latency(FormReport form, double? milliseconds) => form.Count > 0 && milliseconds != 0 ? milliseconds : null;
}

/// <summary>What a figure counts, which decides the units its limit may have.</summary>
internal enum FigureKind
{
    /// <summary>Whole things, without a unit.</summary>
    Count,

    /// <summary>Failed requests: whole ones without a unit, or their share of all with a percent sign.</summary>
    Failures,

    /// <summary>A duration, kept in ms.</summary>
    Time,

    /// <summary>Things per second.</summary>
    Rate,

    /// <summary>Memory in bytes; a KB has 1,024.</summary>
    Memory,
}
