using System.Globalization;
using System.Text.RegularExpressions;
using Syncopate.Reporting;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>A sentence that a report may say, and what must be true of it.</summary>
internal sealed class ClaimRule
{
    private const string Number = "[−+-]?[0-9](?:[0-9.,]*[0-9])?(?:e[+-][0-9]+)?";
    private const string Time = $"(?:{Number} (?:h|min|s|ms|µs|ns)|–)";
    private readonly Regex _pattern;
    private readonly Func<Said, bool> _holds;

    /// <param name="pattern">An expression; <c>&lt;name:t&gt;</c> is a time, <c>:n</c> a number, <c>:p</c> a percentage and
    /// <c>:w</c> words of one sentence.</param>
    /// <param name="holds">Whether it is true.</param>
    public ClaimRule(string pattern, Func<Said, bool> holds)
    {
        string whole = Regex.Replace(pattern, "<(\\w+):([tnpw])>", m => $"(?<{m.Groups[1].Value}>{Of(m.Groups[2].Value)})");
        _pattern = new Regex(
            "\\G(?:" + whole + ")(?= |$)", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture | RegexOptions.Compiled);
        _holds = holds;
    }

    /// <summary>What is wrong with a text by these rules; null for nothing.</summary>
    public static string? Complaint(Claim claim, IReadOnlyList<ClaimRule> rules)
    {
        for (int at = 0; at < claim.Text.Length;)
        {
            List<(ClaimRule Rule, Match Match)> fitting = [.. rules.Select(r => (r, Match: r._pattern.Match(claim.Text, at))).Where(r =>
                r.Match.Success)];
            if (fitting.Count == 0)
                return $"is not understood: {claim.Text[at..]}";
            // Two rules may fit the same words, of which one is meant.
            int length = fitting.Max(r => r.Match.Length);
            if (!fitting.Exists(r => r.Match.Length == length && r.Rule.Holds(new Said(claim, r.Match))))
                return $"is not true: {claim.Text.Substring(at, length)}";
            at += length + 1;
        }

        return null;
    }

    // What it speaks of may not be there at all; then it is not true either.
    private bool Holds(Said said)
    {
        try
        {
            return _holds(said);
        }
        catch (Exception e) when (e is NullReferenceException or InvalidOperationException or KeyNotFoundException or FormatException)
        {
            return false;
        }
    }

    private static string Of(string kind) => kind switch
    {
        "t" => Time,
        "n" => Number,
        "p" => Number + "%",
        _ => "(?:(?!\\. [A-Z“]).)+?", // within a sentence
    };
}

/// <summary>A sentence that was said, with the figures in it.</summary>
internal sealed record Said(Claim Claim, Match Match)
{
    // Half of the last of three digits, and of two.
    private const double ThreeDigits = 0.0055;
    private const double TwoDigits = 0.055;

    /// <summary>The experiment that is spoken of: the one that it stands in, or the one that is named, or the only one.</summary>
    public ExperimentReport Experiment => Claim.In<ExperimentReport>() ?? Named(Claim.In<ReportDocument>()!);

    public string this[string group] => Match.Groups[group].Value;

    public bool Has(string group) => Match.Groups[group].Success;

    /// <summary>A number as it stands, and a time in ms.</summary>
    public double Value(string group) => Parse(this[group]);

    /// <summary>Whether it says this figure, as far as three digits can.</summary>
    public bool Says(string group, double? figure) => figure is { } value ? IsNear(Value(group), value, ThreeDigits) : this[group] == "–";

    /// <summary>Whether it says this figure, to the last digit that it shows; a time or a figure in ms.</summary>
    public bool Shows(string group, double? figure)
    {
        if (figure is not { } value)
            return !Has(group) || this[group] == "–";
        string[] words = this[group].TrimEnd('%').Split(' ');
        int decimals = words[0].IndexOf('.', StringComparison.Ordinal) is >= 0 and var point ? words[0].Length - point - 1 : 0;
        double half = 0.501 * Math.Pow(10, -decimals) * (words.Length > 1 ? Milliseconds(words[1]) : 1);
        return Math.Abs(Value(group) - value) <= half + 1e-9 * Math.Abs(value);
    }

    /// <summary>Whether it says this figure, as far as two digits can.</summary>
    public bool SaysAbout(string group, double figure) => IsNear(Value(group), figure, TwoDigits);

    /// <summary>Figures in a list such as "12 ms (sync), 15 ms (async)", by form.</summary>
    public IEnumerable<(double Figure, string Form)> List(string group) =>
        Regex.Matches(this[group], "(?<n>[−+-]?[0-9][^(]*) \\((?<form>[^)]+)\\)").Select(item =>
            (Parse(item.Groups["n"].Value), item.Groups["form"].Value));

    public static bool IsNear(double said, double figure, double tolerance) =>
        Math.Abs(said - figure) <= tolerance * Math.Abs(figure) + 1e-6;

    private ExperimentReport Named(ReportDocument report)
    {
        string title = Claim.In<GroupReason>()?.Title ?? this["title"];
        return report.Experiments.FirstOrDefault(e => title.Length > 0
            && (title.StartsWith(e.Title, StringComparison.Ordinal)
                || e.Group is { } group && (title == group.Row || title == $"{group.Row} ({group.Column})"))) ?? report.Experiments[0];
    }

    private static double Parse(string text)
    {
        string[] words = text.TrimEnd('%').Replace('−', '-').Split(' ');
        double value = double.Parse(words[0], NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
        return words.Length > 1 ? value * Milliseconds(words[1]) : value;
    }

    private static double Milliseconds(string unit) => unit switch
    {
        "h" => 3_600_000,
        "min" => 60_000,
        "s" => 1_000,
        "µs" => 1e-3,
        "ns" => 1e-6,
        _ => 1, // Of ms, and of what is no time.
    };
}
