using System.CommandLine;
using System.Globalization;
using Syncopate.Cli.Agents;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Loads;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Loads;
using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Loads;
using Syncopate.Running.Servers;
using Syncopate.Texts;
using Syncopate.Watch.Probes;

namespace Syncopate.Cli.Comparisons;

/// <summary>The options of <c>syncopate compare</c> and how they are checked.</summary>
internal sealed class CompareOptions
{
    private const int Fewest = 2;
    private const int Most = 3;

    private static readonly Form[] Forms = [Form.A, Form.B, Form.C];

    private readonly Argument<string[]> _targets = new("URL")
    {
        Description = "Two or three URLs; the first is the baseline. "
            + "With --build-a and --build-b: a path for each build, or one for all, such as /orders.",
        Arity = new ArgumentArity(0, Most),
    };
    private readonly PerTarget _launch = new(
        "launch",
        "COMMAND",
        "Command that starts the server of the {0} URL, such as \"dotnet run --urls http://localhost:5001\". "
            + "It is started anew every ten rounds, and ends with the run. Run without a shell.");
    private readonly BuildLine _build = new();
    private readonly PerTarget _exec = new(
        "exec", "COMMAND", "The {0} of two or three commands that are run from start to end, in place of URLs. Run without a shell.");
    private readonly Option<bool> _probe = new("--probe")
    {
        Description = "After the rounds, sample for a second where each target blocks its threads: method, file and line. "
            + ".NET on this machine only; about 3 s each.",
    };
    private readonly Option<bool> _twice = new("--twice")
    {
        Description = "Start the server that runs at each URL once more, on a free port, so that each target has a process of its own. "
            + "A server of yours on this machine.",
    };
    private readonly Option<bool> _cold = new("--cold")
    {
        Description = "New servers in every round: how they answer a burst of requests just after their start. "
            + "With --twice, --launch-a and --launch-b, or builds.",
    };
    private readonly LoadLine _load = new(takesScenario: false);
    private readonly RuleLine _rules = new();
    private readonly FleetLine _fleet = new();
    private readonly KeepLine _keep = new();
    private readonly ResultLine _result = new();

    public CompareOptions() => Resume = new ResumeLine([.. _keep.All, .. _result.Shown]);

    /// <summary>A comparison that was interrupted in place of a new one.</summary>
    public ResumeLine Resume { get; }

    /// <summary>Methods of an assembly in place of URLs.</summary>
    public TwinsLine Twins { get; } = new();

    /// <summary>What stands in the line beside options.</summary>
    public IReadOnlyList<string> Targets(ParseResult line) => line.GetValue(_targets) ?? [];

    public void AddTo(Command command)
    {
        command.Arguments.Add(_targets);
        Option[] all = [.. Own, Resume.Option, .. _load.All, .. _fleet.All, .. _keep.All, .. _result.All];
        foreach (Option option in all)
            command.Options.Add(option);
    }

    private IEnumerable<Option> Own => [.. _launch.All, .. _build.All, .. _exec.All, .. Twins.All, _twice, _cold, _probe, .. _rules.All];

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    /// <exception cref="TargetNotAllowedException">A host may not be loaded, or a server not be started as asked.</exception>
    /// <exception cref="TargetFailedException">A host is not known, or a server cannot be started once more.</exception>
    /// <exception cref="UnusableException">A file cannot be read.</exception>
    public async Task<CompareSettings> ReadAsync(ParseResult line, Terminal terminal, CancellationToken cancellationToken)
    {
        CompareSettings settings = await ReadTargetsAsync(line, cancellationToken) with { Keep = _keep.Read(line, terminal) };
        if (_fleet.Read(line, terminal) is not { } fleet)
            return settings;
        return settings.FleetPlan is not null
            ? settings with { Fleet = fleet }
            : throw new UsageException("--agents sends load to URLs: it does not go with --exec-a, and not with builds, which only this "
                + "machine can reach. Start them and give their URLs.");
    }

    private async Task<CompareSettings> ReadTargetsAsync(ParseResult line, CancellationToken cancellationToken)
    {
        string[] targets = line.GetValue(_targets) ?? [];
        ResultSettings result = _result.Read(line);
        LoadSettings load = _load.Read(line);
        string command = Command(line, targets, load, result);
        if (_exec.Read(line) is { Count: > 0 } commands)
            return new CompareSettings(Commands(line, targets, commands, load).RunAsync, result, command);
        UrlComparison comparison = Comparison(line, load);
        if (_build.Read(line) is { Count: > 0 } builds)
        {
            if (line.GetValue(_twice))
            {
                throw new UsageException("--twice is for servers that run already; builds are started by the tool, each for itself. "
                    + "Leave out --twice.");
            }

            return new CompareSettings(Builds(targets, builds, comparison, _launch.Read(line)).RunAsync, result, command)
            {
                Probes = line.GetValue(_probe),
            };
        }

        if (targets.Length < Fewest)
        {
            throw new UsageException($"compare takes two or three URLs; found {targets.Length}. "
                + "Example: syncopate compare http://localhost:5000/orders http://localhost:5000/orders-async");
        }

        IReadOnlyList<string?> launched = _launch.Sparse(line);
        if (launched.Skip(targets.Length).Any(c => c is not null))
        {
            throw new UsageException($"--launch-c starts the server of a third URL; found {targets.Length} URLs. "
                + "Give a third, or leave it out.");
        }

        if (line.GetValue(_twice) && launched.Any(c => c is not null))
        {
            throw new UsageException(
                "--twice and --launch-a exclude each other: --twice starts what runs at the URL already, and --launch-a what you say.");
        }

        ComparedUrls urls = new([.. targets.Select(LineValue.Url)])
        {
            Commands = [.. launched.Select((c, i) => c is null ? null : CommandTokens.Split($"--launch-{PerTarget.Letters[i]}", c))],
            AllowedHosts = load.AllowedHosts,
            Watch = ProcessCounters.TryAttachAsync,
        };
        comparison = comparison with
        {
            Targets = line.GetValue(_twice)
                ? await urls.CopiesAsync(cancellationToken)
                : await urls.TargetsAsync(cancellationToken),
        };
        if (comparison.IsCold && comparison.Targets.Any(t => t.Server is RunningServer))
        {
            throw new UsageException("--cold needs servers that the tool may start in every round. "
                + "Add --twice to start what runs at each URL once more, or give the commands: --launch-a \"...\" --launch-b \"...\"");
        }

        FleetPlan plan = new(load.Shape, [.. urls.Addresses.Select(address => address.Base)], load.AllowedHosts,
            OnlyWholeLoads: true);
        return new CompareSettings(comparison.RunAsync, result, command) { Probes = line.GetValue(_probe), FleetPlan = plan };
    }

    private CommandComparison Commands(ParseResult line, string[] targets, IReadOnlyList<string> commands, LoadSettings load)
    {
        if (targets.Length > 0
            || load.Words.Count > 0
            || _build.IsGiven(line)
            || _launch.Sparse(line).Any(c => c is not null)
            || line.GetValue(_probe)
            || line.GetValue(_twice)
            || line.GetValue(_cold))
        {
            throw new UsageException(
                "--exec-a and --exec-b run commands from start to end: URLs, builds, --twice, --cold, "
                    + "--probe and options of a load do not go with them. "
                    + "Example: syncopate compare --exec-a \"dotnet old.dll\" --exec-b \"dotnet new.dll\"");
        }

        ComparisonRule rule = _rules.Read(line);
        return new CommandComparison
        {
            Commands = [.. commands.Select(
                (c, i) => new ComparedCommand(Forms[i], c, CommandTokens.Split($"--exec-{PerTarget.Letters[i]}", c)))],
            Budget = rule.Budget,
            MarginPercent = rule.MarginPercent,
            Floor = rule.Floor,
            Confidence = rule.Confidence,
        };
    }

    private static BuildComparison Builds(
        string[] paths, IReadOnlyList<ComparedBuild> builds, UrlComparison comparison, IReadOnlyList<string> launched)
    {
        if (launched.Count > 0)
        {
            throw new UsageException("--build-a and --launch-a exclude each other: a build is started by the tool itself. "
                + "Leave out --launch-a.");
        }

        if (paths.Length != 1 && paths.Length != builds.Count)
        {
            throw new UsageException($"{builds.Count} builds take one path for all, or a path each; found {paths.Length}. "
                + "Example: syncopate compare /orders --build-a main --build-b HEAD");
        }

        if (Array.Find(paths, p => !p.StartsWith('/')) is { } wrong)
        {
            throw new UsageException(
                $"'{wrong}' is not a path: with builds the tool chooses the address. Start it with \"/\", such as /orders");
        }

        paths = [.. paths.Select(LoadRequest.Escape)];
        return new BuildComparison(
            [.. builds.Select((build, i) => build with { Path = paths[paths.Length == 1 ? 0 : i] })],
            Environment.CurrentDirectory,
            comparison);
    }

    private UrlComparison Comparison(ParseResult line, LoadSettings load)
    {
        ComparisonRule rule = _rules.Read(line);
        return new UrlComparison
        {
            Targets = [],
            RequestTo = load.RequestTo,
            Load = load.Shape,
            IsLengthFixed = _load.SaysHowLong(line) || (load.Shape is Arrivals arrivals && arrivals.FromPerSecond != arrivals.ToPerSecond),
            Options = load.Options,
            Budget = rule.Budget,
            MarginPercent = rule.MarginPercent,
            Floor = rule.Floor,
            Confidence = rule.Confidence,
            AllowsDifferentAnswers = rule.AllowsDifferent,
            IsPrecise = rule.IsPrecise,
            IsCold = line.GetValue(_cold),
        };
    }

    private string Command(ParseResult line, IEnumerable<string> targets, LoadSettings load, ResultSettings result)
    {
        IEnumerable<string> own =
            from option in Own
            let given = line.GetResult(option)
            where given is { Implicit: false }
            from word in given.Tokens.Select(t => ShellWord.Quoted(t.Value)).Prepend(option.Name)
            select word;
        return string.Join(' ',
        [
            "syncopate",
            "compare",
            .. targets.Select(ShellWord.Quoted),
            .. own,
            .. load.Words,
            .. _fleet.Words(line),
            "--seed",
            result.Seed.ToString(CultureInfo.InvariantCulture),
        ]);
    }
}

/// <summary>What <c>syncopate compare</c> was asked to do, checked.</summary>
/// <param name="MeasureAsync">The comparison, as a run does it.</param>
/// <param name="Result">Seed, folder, and how the result is shown.</param>
/// <param name="Command">The command that repeats it.</param>
internal sealed record CompareSettings(Func<RunContext, CancellationToken, Task> MeasureAsync, ResultSettings Result, string Command)
{
    /// <summary>True to look, after the rounds, at where each target blocks its threads.</summary>
    public bool Probes { get; init; }

    /// <summary>Where the result is kept beside its folder; null for nowhere.</summary>
    public KeepSettings? Keep { get; init; }

    /// <summary>From which agents the load is sent; null for this process alone.</summary>
    public FleetSettings? Fleet { get; init; }

    /// <summary>What they are for.</summary>
    public FleetPlan? FleetPlan { get; init; }
}
