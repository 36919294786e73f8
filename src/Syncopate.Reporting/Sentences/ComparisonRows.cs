using System.Globalization;

namespace Syncopate.Reporting.Sentences;

/// <summary>A comparison as the rows that a terminal shows: the figures of each target, and the verdict of each metric.</summary>
/// <param name="comparison">The comparison.</param>
/// <param name="unit">What is counted: "request", "call" or "run".</param>
internal sealed class ComparisonRows(ExperimentReport comparison, string unit)
{
    private static readonly Metric[] Shown =
    [
        Metric.Mean, Metric.P50, Metric.P90, Metric.P99, Metric.RequestsPerSecond, Metric.CpuPerRequest,
        Metric.BytesPerRequest, Metric.ThreadsUsed,
    ];

    // Of the noise floor, on the scale of ratios.
    private const double FarAbove = 3;

    /// <summary>The rows, in order: a name, a figure for each target, the verdict.</summary>
    public IEnumerable<(string Name, IReadOnlyList<string> Figures, string Verdict)> All()
    {
        foreach (Metric metric in Shown.Where(m => comparison.Forms.Any(f => Value(f, m) > 0)))
            yield return (Name(metric), [.. comparison.Forms.Select(f => Text(metric, Value(f, metric)))], Verdict(metric));
        if (comparison.Load is WholeProcesses)
            yield break; // A run that fails ends the comparison.
        yield return ("failed", [.. comparison.Forms.Select(Failed)], "");
        if (comparison.Forms.Any(f => f.Runtime is not null))
            yield return ("runtime", [.. comparison.Forms.Select(f => f.Runtime?.Version ?? "-")], "");
        if (comparison.Forms.Any(f => f.Runtime?.Methods is not (null or "none")))
            yield return ("own async methods", [.. comparison.Forms.Select(f => f.Runtime?.Methods ?? "-")], "");
    }

    /// <summary>How far a difference stands out of the noise; nothing where there is none.</summary>
    public string Noise()
    {
        if (comparison is not { Winner: not null, Noise.FloorPercent: { } floor } || comparison.Comparisons[0].Ratio is not { } ratio)
            return "";
        bool isFar = Math.Abs(Math.Log(ratio)) > FarAbove * Math.Log(1 + floor / 100);
        return string.Create(CultureInfo.InvariantCulture, $" That is {(isFar ? "far " : "")}above the noise ({floor:0.#}%).");
    }

    /// <summary>Such as "0.58 ms" or "2,467 ms"; "1.54 µs" where two digits of a millisecond would say nothing.</summary>
    public static string Milliseconds(double value) => Milliseconds(value, value);

    /// <summary>The same in the unit that suits the least value beside it: figures of a row are read against each other.</summary>
    public static string Milliseconds(double value, double least) => least < 0.000_1
        ? string.Create(CultureInfo.InvariantCulture, $"{1_000_000 * value:#,0.0} ns")
        : least < 0.1
        ? string.Create(CultureInfo.InvariantCulture, $"{1000 * value:#,0.00} µs")
        : value < 10
        ? string.Create(CultureInfo.InvariantCulture, $"{value:0.00} ms")
        : string.Create(CultureInfo.InvariantCulture, $"{value:#,0} ms");

    private static string Failed(FormReport form) =>
        string.Create(CultureInfo.InvariantCulture, $"{form.Errors:#,0} of {form.Count + form.Errors:#,0}");

    private string Name(Metric metric) => metric switch
    {
        Metric.CpuPerRequest => unit == "request" ? "server CPU/request" : $"CPU/{unit}",
        Metric.RequestsPerSecond => $"{unit}s/s",
        Metric.Mean => "mean",
        Metric.P50 => "median",
        Metric.P90 => "p90",
        Metric.P99 => "p99",
        Metric.ThreadsUsed => "pool threads used",
        _ => $"allocated/{unit}",
    };

    private static double? Value(FormReport form, Metric metric) => metric switch
    {
        Metric.Mean or Metric.P50 or Metric.P90 or Metric.P99 when form.Count == 0 => null,
        Metric.Mean => form.Mean,
        Metric.P50 => form.P50,
        Metric.P90 => form.P90,
        Metric.P99 => form.P99,
        Metric.RequestsPerSecond when !double.IsFinite(form.RequestsPerSecond) => null,
        Metric.RequestsPerSecond => form.RequestsPerSecond,
        Metric.CpuPerRequest => form.CpuPerRequest,
        Metric.ThreadsUsed => form.ThreadsUsed,
        _ => form.BytesPerRequest,
    };

    private static string Text(Metric metric, double? value) => (metric, value) switch
    {
        (_, null) => "-",
        (Metric.RequestsPerSecond, { } rate) => string.Create(CultureInfo.InvariantCulture, $"{rate:#,0.#}"),
        (Metric.ThreadsUsed, { } threads) => string.Create(CultureInfo.InvariantCulture, $"{threads:#,0}"),
        (Metric.BytesPerRequest, { } bytes) => string.Create(CultureInfo.InvariantCulture, $"{bytes / 1024:#,0.0} KB"),
        (_, { } milliseconds) => Milliseconds(milliseconds),
    };

    /// <summary>The verdict on the primary pair, as a ratio with its interval.</summary>
    private string Verdict(Metric metric)
    {
        (Form first, Form last) = (comparison.Forms[0].Form, comparison.Forms[^1].Form);
        Comparison? own = comparison.Comparisons.FirstOrDefault(c => c.Metric == metric && c.Baseline == first && c.Candidate == last);
        if (own is null)
            return comparison.Load is WholeProcesses ? "" : $"too few {unit}s per slot to judge";
        string word = own.Verdict switch
        {
            Syncopate.Verdict.Gain => $"{last} is better",
            Syncopate.Verdict.Loss => $"{first} is better",
            Syncopate.Verdict.NoDifference => "no difference",
            _ => "undecided",
        };
        return own is { Ratio: { } ratio, Low: { } low, High: { } high }
            ? string.Create(CultureInfo.InvariantCulture, $"{word}: {last}/{first} {ratio:0.000} ({low:0.000} to {high:0.000})")
            : word;
    }
}
