using System.Globalization;
using Syncopate.Reporting.Figures;
using Syncopate.Units;

namespace Syncopate.Reporting.Sentences;

/// <summary>A comparison as the rows that a terminal shows: the figures of each target, and the verdict of each metric.</summary>
/// <param name="comparison">The comparison.</param>
/// <param name="unit">What is counted: "request", "call" or "run".</param>
internal sealed class ComparisonRows(ExperimentReport comparison, string unit)
{
    // Of the noise floor, on the scale of ratios.
    private const double FarAbove = 3;

    // Of what is shown with a tenth: less would be told as nothing.
    private const double Least = 0.05;

    /// <summary>The rows, in order: a name, a figure for each target, the verdict.</summary>
    public IEnumerable<(string Name, IReadOnlyList<string> Figures, string Verdict)> All()
    {
        IEnumerable<Figure> compared = Figure.Compared(ComparedWork.Targets);
        foreach (Figure figure in compared.Where(figure => comparison.Forms.Any(f => figure.ValueOf(f) > 0)))
            yield return (figure.Row(unit), [.. comparison.Forms.Select(f => Text(figure, figure.ValueOf(f)))], Verdict(figure));
        if (comparison.Load is WholeProcesses)
            yield break; // A run that fails ends the comparison.
        yield return ("failed", [.. comparison.Forms.Select(Failed)], "");
        if (comparison.Forms.Any(f => f.Runtime is not null))
            yield return ("runtime", [.. comparison.Forms.Select(f => f.Runtime?.Version ?? "-")], "");
        if (comparison.Forms.Any(f => f.Runtime?.Methods is not (null or "none")))
            yield return ("own async methods", [.. comparison.Forms.Select(f => f.Runtime?.Methods ?? "-")], "");
    }

    /// <summary>What is to be known beside the rows, a line each: "Doubt:", "Note:" or nothing, and what it says.</summary>
    public IEnumerable<(string Head, string Text)> Remarks()
    {
        foreach (Doubt doubt in comparison.Doubts)
            yield return ("Doubt:", $"{doubt.What} {doubt.Try}");
        foreach (string caveat in comparison.Caveats)
            yield return ("Note:", caveat);
        if (comparison.Conditions is { Sentence.Length: > 0 } conditions)
            yield return ("", conditions.Sentence);
        yield return ("", comparison.LoadAdequacy.Sentence);
        yield return ("", comparison.Noise.Sentence);
    }

    /// <summary>How far a difference stands out of the noise; nothing where there is none.</summary>
    public string Noise()
    {
        if (comparison is not { Winner: not null, Noise.FloorPercent: { } floor } || comparison.Comparisons[0].Ratio is not { } ratio)
            return "";
        bool isFar = Math.Abs(Math.Log(ratio)) > FarAbove * Math.Log(1 + floor / 100);
        string noise = floor is > 0 and < Least ? FigureText.Percent(floor) : string.Create(CultureInfo.InvariantCulture, $"{floor:0.#}%");
        return $" That is {(isFar ? "far " : "")}above the noise ({noise}).";
    }

    /// <summary>Such as "0.58 ms" or "2,467 ms"; "1.54 µs" where two digits of a millisecond would say nothing.</summary>
    public static string Milliseconds(double value) => Milliseconds(value, value);

    /// <summary>The same in the unit that suits the least value beside it: figures of a row are read against each other.</summary>
    public static string Milliseconds(double value, double least) => least < 0.000_1
        ? string.Create(CultureInfo.InvariantCulture, $"{Nanoseconds.FromMilliseconds(value):#,0.0} ns")
        : least < 0.1
        ? string.Create(CultureInfo.InvariantCulture, $"{Microseconds.FromMilliseconds(value):#,0.00} µs")
        : value < 10
        ? string.Create(CultureInfo.InvariantCulture, $"{value:0.00} ms")
        : string.Create(CultureInfo.InvariantCulture, $"{value:#,0} ms");

    private static string Failed(FormReport form) =>
        string.Create(CultureInfo.InvariantCulture, $"{form.Errors:#,0} of {form.Count + form.Errors:#,0}");

    private static string Text(Figure figure, double? value) => (figure.Kind, value) switch
    {
        (_, null) => "-",
        (FigureKind.Rate, > 0 and < Least and var rate) => FigureText.Significant(rate),
        (FigureKind.Rate, { } rate) => string.Create(CultureInfo.InvariantCulture, $"{rate:#,0.#}"),
        (FigureKind.Memory, > 0 and < Least * 1024 and var bytes) => $"{FigureText.Significant(bytes)} B",
        (FigureKind.Memory, { } bytes) => string.Create(CultureInfo.InvariantCulture, $"{bytes / 1024:#,0.0} KiB"),
        (FigureKind.Time, { } milliseconds) => Milliseconds(milliseconds),
        (_, { } count) => string.Create(CultureInfo.InvariantCulture, $"{count:#,0}"),
    };

    /// <summary>The verdict on the primary pair, as a ratio with its interval.</summary>
    private string Verdict(Figure figure)
    {
        (Form first, Form last) = (comparison.Forms[0].Form, comparison.Forms[^1].Form);
        Comparison? own = comparison.Comparisons.FirstOrDefault(
            c => c.Metric == figure.ComparedBy && c.Baseline == first && c.Candidate == last);
        if (own is null)
            return comparison.Load is WholeProcesses ? "" : figure.Uncompared(unit);
        string word = own.Verdict switch
        {
            Syncopate.Verdict.Gain => $"{last} is better",
            Syncopate.Verdict.Loss => $"{first} is better",
            Syncopate.Verdict.NoDifference => "no difference",
            Syncopate.Verdict.Undecided => "undecided",
            _ => throw new ArgumentOutOfRangeException(nameof(figure), own.Verdict, "Not a verdict."),
        };
        return own is { Ratio: { } ratio, Low: { } low, High: { } high }
            ? $"{word}: {last}/{first} {Decimals(ratio)} ({Decimals(low)} to {Decimals(high)})"
            : word;
    }

    // As figures stand below each other; but a thousandth is not nothing, and what is better is not 1.
    private static string Decimals(double ratio)
    {
        string three = string.Create(CultureInfo.InvariantCulture, $"{ratio:0.000}");
        return ratio < 0.01 || (three == "1.000" && ratio != 1) ? FigureText.Ratio(ratio) : three;
    }
}
