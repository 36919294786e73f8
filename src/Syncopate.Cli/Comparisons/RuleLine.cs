using System.CommandLine;
using System.Globalization;
using Syncopate.Cli.Lines;

namespace Syncopate.Cli.Comparisons;

/// <summary>The options that say when a comparison is decided.</summary>
internal sealed class RuleLine
{
    private const string DefaultBudget = "60s";
    private const string DefaultFloor = "0.1ms";
    private const double LeastMargin = 0.1;
    private const double MostMargin = 50;

    private static readonly TimeSpan ShortestBudget = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan LongestBudget = TimeSpan.FromHours(24);
    private static readonly TimeSpan HighestFloor = TimeSpan.FromMinutes(1);

    private readonly Option<string?> _budget = new("--budget")
    {
        Description = $"Time for everything, warm-up included; {DefaultBudget} when not given.",
        HelpName = "TIME",
    };
    private readonly Option<string?> _margin = new("--margin")
    {
        Description = "Difference below which the targets count as equal; 5% when not given.",
        HelpName = "PERCENT",
    };
    private readonly Option<string?> _floor = new("--floor")
    {
        Description = $"Absolute difference below which a ratio is irrelevant; {DefaultFloor} when not given, 0ms for none.",
        HelpName = "TIME",
    };
    private readonly Option<string?> _confidence = new("--confidence")
    {
        Description = "Confidence level, 95 (default) or 99: at 99, one run in a hundred calls equal targets different.",
        HelpName = "PERCENT",
        CompletionSources = { "95", "99" },
    };
    private readonly Option<bool> _allowDifferent = new("--allow-different") { Description = "Compare targets whose answers differ." };
    private readonly Option<bool> _precise = new("--precise")
    {
        Description = "Replace servers that are started here every five rounds instead of every ten.",
    };

    /// <summary>The options, in the order of the help.</summary>
    public IReadOnlyList<Option> All => [_budget, _margin, _floor, _confidence, _allowDifferent, _precise];

    /// <exception cref="UsageException">A value is out of its range.</exception>
    public ComparisonRule Read(ParseResult line) => new(
        LineValue.Duration("--budget", line.GetValue(_budget) ?? DefaultBudget, ShortestBudget, LongestBudget),
        Percent("--margin", line.GetValue(_margin) ?? "5%", LeastMargin, MostMargin),
        LineValue.Duration("--floor", line.GetValue(_floor) ?? DefaultFloor, TimeSpan.Zero, HighestFloor),
        Confidence(line.GetValue(_confidence)),
        line.GetValue(_allowDifferent),
        line.GetValue(_precise));

    private static double Confidence(string? text) => Percent("--confidence", text ?? "95", 95, 99) switch
    {
        95 => 0.95,
        99 => 0.99,
        _ => throw new UsageException($"--confidence takes 95 or 99, for which the levels of the looks are known; found '{text}'."),
    };

    private static double Percent(string option, string text, double least, double most) =>
        double.TryParse(text.TrimEnd('%'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
                && value >= least
                && value <= most
            ? value
            : throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"{option} takes percent from {least} to {most}; found '{text}'. Example: {option} {Math.Clamp(5, least, most)}%"));
}

/// <summary>The rules of a comparison as the line gives them.</summary>
/// <param name="Budget">Time for everything.</param>
/// <param name="MarginPercent">Difference below which targets count as equal.</param>
/// <param name="Floor">Absolute difference below which a ratio is irrelevant.</param>
/// <param name="Confidence">0.95 or 0.99.</param>
/// <param name="AllowsDifferent">Whether targets may answer differently.</param>
/// <param name="IsPrecise">Whether servers are replaced more often.</param>
internal sealed record ComparisonRule(
    TimeSpan Budget, double MarginPercent, TimeSpan Floor, double Confidence, bool AllowsDifferent, bool IsPrecise);
