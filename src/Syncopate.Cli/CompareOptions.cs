using System.CommandLine;
using System.Globalization;
using Syncopate.Comparing;

namespace Syncopate.Cli;

/// <summary>The options of <c>syncopate compare</c> and how they are checked.</summary>
internal sealed class CompareOptions
{
    private const int Fewest = 2;
    private const int Most = 3;
    private const string DefaultBudget = "60s";
    private const double LeastMargin = 0.1;
    private const double MostMargin = 50;

    private static readonly TimeSpan ShortestBudget = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan LongestBudget = TimeSpan.FromHours(24);

    private readonly Argument<string[]> _targets = new("URL") { Description = "Two or three URLs; the first is the one that the others are held against.", Arity = new ArgumentArity(0, Most) };
    private readonly LoadLine _load = new();
    private readonly Option<string?>[] _launch =
    [
        new("--launch-a") { Description = "Command that starts the server of the first URL, such as \"dotnet run --urls http://localhost:5001\". It is started anew every ten rounds, and ends with the run. No shell reads it.", HelpName = "COMMAND" },
        new("--launch-b") { Description = "The same for the second URL.", HelpName = "COMMAND" },
        new("--launch-c") { Description = "The same for the third URL.", HelpName = "COMMAND" },
    ];
    private readonly Option<string?> _budget = new("--budget") { Description = $"Time for everything, warm-up included; {DefaultBudget} when not given.", HelpName = "TIME" };
    private readonly Option<string?> _margin = new("--margin") { Description = "Difference below which the targets count as equal; 5% when not given.", HelpName = "PERCENT" };
    private readonly Option<string?> _floor = new("--floor") { Description = "Absolute difference below which a ratio is irrelevant; 0.1ms when not given, 0ms for none.", HelpName = "TIME" };
    private readonly Option<string?> _confidence = new("--confidence") { Description = "95, the default, or 99: then one run in a hundred calls equal targets different.", HelpName = "PERCENT" };
    private readonly Option<bool> _allowDifferent = new("--allow-different") { Description = "Compare targets whose answers differ." };
    private readonly Option<bool> _precise = new("--precise") { Description = "Replace servers that are started here every five rounds instead of every ten." };
    private readonly ResultLine _result = new();

    public void AddTo(Command command)
    {
        command.Arguments.Add(_targets);
        foreach (Option option in Own)
            command.Options.Add(option);
        _load.AddTo(command);
        foreach (Option option in _result.All)
            command.Options.Add(option);
    }

    private IEnumerable<Option> Own => [.. _launch, _budget, _margin, _floor, _confidence, _allowDifferent, _precise];

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    /// <exception cref="UnusableException">A host is not known, or a file cannot be read.</exception>
    public async Task<CompareSettings> ReadAsync(ParseResult line, CancellationToken cancellationToken)
    {
        string[] urls = line.GetValue(_targets) ?? [];
        if (urls.Length < Fewest)
            throw new UsageException($"compare takes two or three URLs; found {urls.Length}. Example: syncopate compare http://localhost:5000/orders http://localhost:5000/orders-async");
        string?[] commands = [.. _launch.Select(line.GetValue)];
        if (Array.FindLastIndex(commands, c => c is not null) >= urls.Length)
            throw new UsageException($"{_launch[urls.Length].Name} has no URL: {urls.Length} are given.");
        LoadSettings load = _load.Read(line);
        ResultSettings result = _result.Read(line);
        var comparison = new UrlComparison
        {
            Targets = await CompareTargets.ReadAsync(urls, commands, load.AllowedHosts, cancellationToken),
            RequestTo = load.RequestTo,
            Load = load.Shape,
            IsLengthFixed = _load.SaysHowLong(line) || load.Shape is Arrivals arrivals && arrivals.FromPerSecond != arrivals.ToPerSecond,
            Options = load.Options,
            Budget = LineValue.Duration("--budget", line.GetValue(_budget) ?? DefaultBudget, ShortestBudget, LongestBudget),
            MarginPercent = Percent("--margin", line.GetValue(_margin) ?? "5%", LeastMargin, MostMargin),
            Floor = LineValue.Duration("--floor", line.GetValue(_floor) ?? "0.1ms", TimeSpan.Zero, TimeSpan.FromMinutes(1)),
            Confidence = Confidence(line.GetValue(_confidence)),
            AllowsDifferentAnswers = line.GetValue(_allowDifferent),
            IsPrecise = line.GetValue(_precise),
        };
        return new CompareSettings(comparison, result, Command(line, urls, load, result));
    }

    private static double Confidence(string? text) => Percent("--confidence", text ?? "95", 95, 99) switch
    {
        95 => 0.95,
        99 => 0.99,
        _ => throw new UsageException($"--confidence takes 95 or 99, for which the levels of the looks are known; found '{text}'."),
    };

    private static double Percent(string option, string text, double least, double most) =>
        double.TryParse(text.TrimEnd('%'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value) && value >= least && value <= most
            ? value
            : throw new UsageException(string.Create(CultureInfo.InvariantCulture, $"{option} takes percent from {least} to {most}; found '{text}'. Example: {option} {Math.Clamp(5, least, most)}%"));

    private string Command(ParseResult line, IEnumerable<string> urls, LoadSettings load, ResultSettings result)
    {
        IEnumerable<string> own =
            from option in Own
            let given = line.GetResult(option)
            where given is { Implicit: false }
            from word in given.Tokens.Select(t => LoadLine.Quoted(t.Value)).Prepend(option.Name)
            select word;
        return string.Join(' ', ["syncopate", "compare", .. urls.Select(LoadLine.Quoted), .. own, .. load.Words, "--seed", result.Seed.ToString(CultureInfo.InvariantCulture)]);
    }
}
