using System.Globalization;
using System.Security.Cryptography;
using Syncopate.Calling;

namespace Syncopate.Lines;

/// <summary>The arguments of a program that compares forms: those of <c>syncopate compare</c> that make sense for code,
/// by the same names.</summary>
/// <param name="Settings">How to measure.</param>
/// <param name="WantsHelp">Whether help was asked for.</param>
internal sealed record FormsLine(FormSettings Settings, bool WantsHelp)
{
    private static readonly (string Unit, double Seconds)[] Units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)];

    private static readonly string[] Known =
        ["--users", "--rate", "--budget", "--margin", "--floor", "--confidence", "--timeout", "--allow-different", "--precise", "--cold",
            "--seed", "--out", "--json", "--card", "--help"];

    /// <summary>Reads the arguments.</summary>
    /// <param name="args">Of the program.</param>
    /// <param name="settings">What the program says itself; the line wins.</param>
    /// <param name="refused">Options of compare that make no sense here, distinguished from slips of the pen.</param>
    /// <exception cref="FormsFault">Something cannot be done as written.</exception>
    public static FormsLine Read(IReadOnlyList<string> args, FormSettings settings, IReadOnlyList<(string Option, string Reason)> refused)
    {
        bool help = false;
        for (int i = 0; i < args.Count; i++)
        {
            (string name, string? given) = args[i].Split('=', 2) is [var n, var v] ? (n, v) : (args[i], null);
            string Value() =>
                given ?? (++i < args.Count ? args[i] : throw new FormsFault($"{name} takes a value; found nothing. See --help."));
            settings = name switch
            {
                "--users" => settings with { Load = FormSettings.OfUsers((int)Whole(name, Value(), 1, 10_000)) },
                "--rate" => settings with { Load = FormSettings.OfRate(Number(name, Value(), 0.001, 1_000_000, "calls per second")) },
                "--budget" => settings with { Budget = Time(name, Value(), TimeSpan.FromSeconds(10), TimeSpan.FromHours(24)) },
                "--margin" => settings with { MarginPercent = Number(name, Value().TrimEnd('%'), 0.1, 50, "percent") },
                "--floor" => settings with { Floor = Time(name, Value(), TimeSpan.Zero, TimeSpan.FromMinutes(1)) },
                "--confidence" => settings with { Confidence = Confidence(Value()) },
                "--timeout" => settings with { Timeout = Time(name, Value(), TimeSpan.FromMilliseconds(10), TimeSpan.FromHours(1)) },
                "--seed" => settings with { Seed = SeedOf(Value()) },
                "--out" => settings with { Folder = FolderOf(Value()) },
                "--allow-different" => settings with { AllowsDifferent = true },
                "--precise" => settings with { IsPrecise = true },
                "--cold" => settings with { IsCold = true },
                "--json" => settings with { Json = true },
                "--card" => settings with { Card = true },
                "--help" or "-h" or "-?" => settings,
                _ => throw Unknown(name, refused),
            };
            help |= name is "--help" or "-h" or "-?";
        }

        return new FormsLine(settings, help);
    }

    /// <summary>The same with a seed, drawn where none is given.</summary>
    public FormsLine WithSeed() =>
        this with { Settings = Settings with { Seed = Settings.Seed ?? (ulong)RandomNumberGenerator.GetInt32(1, 1_000_000) } };

    /// <summary>What a user may write.</summary>
    public static string Help(string title, IReadOnlyList<string> labels) => $"""
        {title}: {string.Join(", ", labels)}

          --users N           users at once, each one call after the other; without it one caller
          --rate N            calls per second, whatever becomes of those before
          --budget TIME       time for everything; 60s when not given
          --margin PERCENT    difference below which forms count as equal; 5%
          --floor TIME        absolute difference that is irrelevant; 0.1ms, for one caller 0.0001ms
          --confidence 95|99  confidence level of all intervals together
          --timeout TIME      how long a call may take; 30s
          --allow-different   compare forms whose results differ
          --precise           replace the processes every five rounds
          --cold              new processes in every round
          --seed N            seed of the random orders; drawn and printed when not given
          --out DIR           folder of the run; a new one below syncopate-out when not given
          --json              print the report as one JSON document
          --card              draw the verdict as card.svg

        Exit codes: 0 done, 2 wrong usage, 4 a form or the disk not usable, 130 interrupted, 143 terminated.
        """;

    /// <summary>The arguments that repeat the run, its seed included.</summary>
    public IReadOnlyList<string> Words(IReadOnlyList<string> args) =>
        Settings.Seed is null || args.Any(a => a.StartsWith("--seed", StringComparison.Ordinal)) ? args
            : [.. args, "--seed", Settings.Seed.Value.ToString(CultureInfo.InvariantCulture)];

    private static FormsFault Unknown(string name, IReadOnlyList<(string Option, string Reason)> refused)
    {
        // "--launch-a" stands for "--launch-b" and "--launch-c", too.
        string first = name.Length > 2 && name[^2] == '-' ? name[..^1] + 'a' : name;
        if (refused.FirstOrDefault(o => o.Option == first) is { Reason: { } reason })
            return new FormsFault($"{name} does not go here: {reason}.");
        string? near = Known.MinBy(k => Distance(k, name));
        string mean = near is not null && Distance(near, name) <= 2 ? $" Did you mean {near}?" : "";
        return new FormsFault($"Unrecognized option '{name}'.{mean} See --help.");
    }

    private static double Confidence(string text) => Whole("--confidence", text, 95, 99) switch
    {
        95 => 0.95,
        99 => 0.99,
        _ => throw new FormsFault($"--confidence takes 95 or 99; found '{text}'."),
    };

    private static ulong SeedOf(string text) => ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong seed)
        ? seed
        : throw new FormsFault($"--seed takes a whole number; found '{text}'. Example: --seed 7");

    private static string FolderOf(string text) =>
        text.Length > 0 ? text : throw new FormsFault("--out takes the name of a folder; found nothing. Example: --out result");

    private static long Whole(string option, string text, long least, long most) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long value) && value >= least && value <= most
            ? value
            : throw new FormsFault(string.Create(CultureInfo.InvariantCulture,
                $"{option} takes a whole number from {least} to {most}; found '{text}'."));

    private static double Number(string option, string text, double least, double most, string unit) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value) && value >= least
            && value <= most
            ? value
            : throw new FormsFault(string.Create(CultureInfo.InvariantCulture,
                $"{option} takes {unit} from {least} to {most}; found '{text}'."));

    private static TimeSpan Time(string option, string text, TimeSpan least, TimeSpan most)
    {
        (string? unit, double seconds) = Array.Find(Units, u => text.EndsWith(u.Unit, StringComparison.Ordinal));
        bool isTime = double.TryParse(text[..^(unit?.Length ?? 0)], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture,
            out double value) && unit is not null;
        return isTime && value * seconds >= least.TotalSeconds && value * seconds <= most.TotalSeconds
            ? TimeSpan.FromTicks((long)Math.Round(value * seconds * TimeSpan.TicksPerSecond))
            : throw new FormsFault($"{option} takes a time with its unit, {Range(least, most)}; found '{text}'. Examples: 500ms, 20s, 2m");
    }

    private static string Range(TimeSpan least, TimeSpan most) =>
        string.Create(CultureInfo.InvariantCulture, $"from {least.TotalSeconds:0.###}s to {most.TotalSeconds:0}s");

    // Levenshtein (1966), in one row.
    private static int Distance(string left, string right)
    {
        int[] row = [.. Enumerable.Range(0, right.Length + 1)];
        for (int i = 1; i <= left.Length; i++)
        {
            (int diagonal, row[0]) = (row[0], i);
            for (int j = 1; j <= right.Length; j++)
                (diagonal, row[j]) = (row[j], Math.Min(Math.Min(row[j], row[j - 1]) + 1, diagonal + (left[i - 1] == right[j - 1] ? 0 : 1)));
        }

        return row[^1];
    }
}
