using System.CommandLine;
using System.CommandLine.Parsing;
using Syncopate.Cli.Lines;
using Syncopate.Scan;
using Syncopate.Scan.Evidence;
using Syncopate.Scan.Reporting;
using Syncopate.Scan.Scanning;
using Syncopate.Texts;

namespace Syncopate.Cli.Scans;

/// <summary>The options of <c>syncopate scan</c> and how they are checked.</summary>
internal sealed class ScanLineOptions
{
    private static readonly string[] Groupings = ["entry", "rule", "file"];
    private static readonly string[] Levels = ["note", "warning", "error"];

    private readonly Argument<string> _target = new("TARGET")
    {
        Description = "A solution, a project or a folder; the current folder when not given.",
        Arity = ArgumentArity.ZeroOrOne,
    };
    private readonly Option<string?> _by = new("--by")
    {
        Description = "Group the findings: by entry, with the chain of calls under each, by rule or by file.",
        HelpName = "entry|rule|file",
        CompletionSources = { Groupings },
    };
    private readonly Option<string[]> _rules = new("--rule")
    {
        Description = "Only these rules, such as SYNC2001,SYNC2005; may be repeated.",
        HelpName = "IDS",
        CompletionSources = { _ => ScanRule.All.Select(rule => rule.Id) },
    };
    private readonly Option<bool> _json = new("--json")
    {
        Description = "Print the result as one JSON document on stdout and nothing else there.",
    };
    private readonly Option<string?> _sarif = new("--sarif") { Description = "Write the findings as SARIF 2.1.0.", HelpName = "FILE" };
    private readonly Option<string?> _out = new("--out") { Description = "Folder for the page report.html.", HelpName = "DIR" };
    private readonly Option<string?> _baseline = new("--baseline")
    {
        Description = "Baseline file: the findings in it are neither printed nor counted.",
        HelpName = "FILE",
    };
    private readonly Option<bool> _writeBaseline = new("--write-baseline")
    {
        Description = "Rewrite the baseline file: everything that is found now counts as known from then on.",
    };
    private readonly Option<string?> _failOn = new("--fail-on")
    {
        Description = "Exit with code 3 when a finding of this level or above is counted.",
        HelpName = "note|warning|error",
        CompletionSources = { Levels },
    };
    private readonly Option<string?> _evidence = new("--evidence")
    {
        Description = "Join the findings with what a watch saw: the folder of syncopate watch --out.",
        HelpName = "DIR",
    };
    private readonly Option<string?> _users = new("--users")
    {
        Description = "With --evidence: plan the watched entry for this many users.",
        HelpName = "N",
    };
    private readonly Option<string?> _rate = new("--rate")
    {
        Description = "With --evidence: plan the watched entry for this many requests per second.",
        HelpName = "N",
    };
    private readonly Option<string?> _entry = new("--entry")
    {
        Description = "Only findings that this entry reaches; its name is the one that the scan prints.",
        HelpName = "'POST /orders'",
    };
    private readonly Option<bool> _fix = new("--fix")
    {
        Description = "Change code so that it awaits, up to the entry, where that is safe; prints the change and writes nothing.",
    };
    private readonly Option<bool> _write = new("--write") { Description = "With --fix: write the change." };
    private readonly Option<bool> _noMsBuild = new("--no-msbuild")
    {
        Description = "Run no code of the scanned tree: read only its source and project files, which finds less.",
    };
    private readonly Option<bool> _tests = new("--include-tests") { Description = "Scan test projects too." };

    public void AddTo(Command command)
    {
        command.Arguments.Add(_target);
        Option[] options =
        [
            _by, _rules, _entry, _json, _sarif, _out, _baseline, _writeBaseline, _failOn, _evidence, _users, _rate,
            _fix, _write, _noMsBuild, _tests,
        ];
        foreach (Option option in options)
            command.Options.Add(option);
    }

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    public ScanSettings Read(ParseResult line)
    {
        string target = line.GetValue(_target) ?? ".";
        if (target.Length == 0)
            throw new UsageException("TARGET takes a solution, a project or a folder; found nothing. Example: syncopate scan Shop.slnx");
        ScanOptions options = new(target) { UseMsBuild = !line.GetValue(_noMsBuild), IncludeTests = line.GetValue(_tests) };
        ScanGrouping grouping = (ScanGrouping)(1 + Choice("--by", line.GetValue(_by), Groupings));
        string? sarif = Named("--sarif", line.GetValue(_sarif), "scan.sarif");
        string? baseline = Named("--baseline", line.GetValue(_baseline), "scan-baseline.json");
        FindingLevel? failOn = line.GetValue(_failOn) is { } level ? (FindingLevel)Choice("--fail-on", level, Levels) : null;
        RequestedScan scan = new(options, Again(line))
        {
            Sarif = sarif,
            Baseline = baseline,
            WritesBaseline = line.GetValue(_writeBaseline),
            Rules = Rules(line.GetValue(_rules) ?? []),
            Evidence = Named("--evidence", line.GetValue(_evidence), "watched"),
            Plan = Plan(line.GetValue(_users), line.GetValue(_rate)),
            Folder = ResultLine.Folder(line.GetValue(_out)),
            Entry = Named("--entry", line.GetValue(_entry), "'POST /orders'"),
        };
        ScanSettings settings = new(scan)
        {
            Grouping = grouping,
            Json = line.GetValue(_json),
            FailOn = failOn,
            Fixes = line.GetValue(_fix),
            WritesFix = line.GetValue(_write),
        };
        if (scan is { Plan: not null, Evidence: null })
            throw new UsageException("--users and --rate plan what a watch has measured: add --evidence DIR.");
        CheckFix(settings);
        if (scan is { WritesBaseline: true, Baseline: null })
            throw new UsageException("--write-baseline needs the file to write: --baseline FILE.");
        if (scan.WritesBaseline && (scan.Rules.Count < ScanRule.All.Count || scan.Entry is not null))
        {
            throw new UsageException("--write-baseline writes all findings: those left out would count as new the next time. "
                + "Leave out --rule and --entry.");
        }

        return settings;
    }

    private static void CheckFix(ScanSettings settings)
    {
        if (settings is { WritesFix: true, Fixes: false })
            throw new UsageException("--write writes the change that --fix makes: add --fix.");
        bool hasMore = settings.Json || settings.FailOn is not null
            || settings.Scan is not { Sarif: null, Folder: null, Evidence: null, WritesBaseline: false };
        if (settings.Fixes && hasMore)
        {
            throw new UsageException("--fix prints a change of code, and goes with --rule, --entry, --baseline, "
                + "--include-tests and --write only. Scan first, then fix.");
        }
    }

    private static EntryPlan? Plan(string? users, string? rate) => (users, rate) switch
    {
        (null, null) => null,
        (not null, not null) =>
            throw new UsageException("--users and --rate exclude each other: each says how much load. Give one of them."),
        (not null, _) => new EntryPlan((int)LineValue.Whole("--users", users, 1, 10_000), null),
        _ => new EntryPlan(null, LineValue.PerSecond("--rate", rate!)), // The other three are above.
    };

    /// <summary>Which of the words it is; -1 for none given.</summary>
    private static int Choice(string option, string? word, string[] words)
    {
        if (word is null)
            return -1;
        int index = Array.FindIndex(words, w => w.Equals(word, StringComparison.OrdinalIgnoreCase));
        return index >= 0 ? index
            : throw new UsageException($"{option} takes {string.Join(", ", words[..^1])} or {words[^1]}; found "
                + $"'{word}'.{DidYouMean.Sentence(word, words)}");
    }

    private static HashSet<string> Rules(string[] lists)
    {
        string[] ids = [.. ScanRule.All.Select(r => r.Id)];
        HashSet<string> asked = new(StringComparer.Ordinal);
        foreach (string word in lists.SelectMany(l => l.Split(',', StringSplitOptions.TrimEntries)))
        {
            string id = word.ToUpperInvariant();
            asked.Add(ids.Contains(id) ? id
                : throw new UsageException($"--rule takes ids from {ids[0]} to {ids[^1]}; found '{word}'.{DidYouMean.Sentence(id, ids)}"));
        }

        return asked.Count > 0 ? asked : [.. ids];
    }

    private static string? Named(string option, string? text, string example) =>
        text is { Length: 0 } ? throw new UsageException($"{option} takes a name; found nothing. Example: {option} {example}") : text;

    private static string Again(ParseResult line) =>
        string.Join(
            ' ', line.Tokens.Where(t => t.Type != TokenType.Command).Select(t => ShellWord.Quoted(t.Value)).Prepend("syncopate scan"));
}
