using System.CommandLine;
using System.Globalization;
using System.Security.Cryptography;

namespace Syncopate.Cli.Lines;

/// <summary>The options of every command that measures in random order and leaves a report.</summary>
internal sealed class ResultLine
{
    private readonly Option<string?> _seed = new("--seed")
    {
        Description = "Seed of the random orders, 0 to 18446744073709551615. Drawn and printed when not given.",
        HelpName = "N",
    };
    private readonly Option<string?> _out = new("--out")
    {
        Description = "Folder for the run. A new one below syncopate-out when not given.",
        HelpName = "DIR",
    };
    private readonly Option<bool> _json = new("--json")
    {
        Description = "Print the report as one JSON document on stdout and nothing else there.",
    };
    private readonly Option<bool> _open = new("--open") { Description = "Open the report when done." };

    private readonly Option<bool> _card = new("--card") { Description = CardDescription };

    private readonly TelemetryLine _telemetry = new();

    /// <summary>What --card does, wherever it is an option.</summary>
    public const string CardDescription = "Draw the verdict as card.svg too: one picture for a chat or a pull request.";

    /// <summary>The options, in the order of the help.</summary>
    public IReadOnlyList<Option> All => [_seed, _out, .. Shown];

    /// <summary>Those that say how a result is shown, and change nothing in it.</summary>
    public IReadOnlyList<Option> Shown => [_json, _open, _card, .. _telemetry.All];

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    public ResultSettings Read(ParseResult line) =>
        new(Seed(line.GetValue(_seed)), Folder(line.GetValue(_out)), line.GetValue(_json), line.GetValue(_open))
        {
            Card = line.GetValue(_card),
            Telemetry = _telemetry.Read(line),
        };

    private static ulong Seed(string? text)
    {
        if (text is null)
            return (ulong)RandomNumberGenerator.GetInt32(1, 1_000_000);
        return ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong seed)
            ? seed
            : throw new UsageException($"--seed takes a whole number from 0 to {ulong.MaxValue}; found '{text}'. Example: --seed 7");
    }

    /// <summary>What --out says; null when it is not given.</summary>
    /// <exception cref="UsageException">It says nothing.</exception>
    public static string? Folder(string? text) =>
        text is { Length: 0 } ? throw new UsageException("--out takes the name of a folder; found nothing. Example: --out result") : text;

    /// <summary>The file that an option names; null when it is not given.</summary>
    /// <exception cref="UsageException">It says nothing, as a variable does that is not set.</exception>
    public static string? File(Option<string?> option, ParseResult line, string example) =>
        line.GetValue(option) is { Length: 0 }
            ? throw new UsageException($"{option.Name} takes the name of a file; found nothing. Example: {option.Name} {example}")
            : line.GetValue(option);
}
