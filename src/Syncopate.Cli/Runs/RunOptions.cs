using System.CommandLine;
using System.Globalization;
using Syncopate.Cli.Agents;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Loads;
using Syncopate.Experiments;
using Syncopate.Experiments.Bundled;

namespace Syncopate.Cli.Runs;

/// <summary>The options of <c>syncopate run</c> and how they are checked.</summary>
internal sealed class RunOptions
{
    // Each process of a run takes one port: the feeds, and a site for each form.
    private const int LargestPort = 65_535 - 4;

    private readonly Argument<string[]> _ids = new("ID")
    {
        Description = IdsDescription(),
        HelpName = "ID",
        Arity = ArgumentArity.ZeroOrMore,
        CompletionSources = { _ => BundledExperiments.All.Select(experiment => experiment.Id) },
    };
    private readonly Option<bool> _quick = new("--quick")
    {
        Description = "At most 40 s: shorter waits and fewer users than the articles had.",
    };
    private readonly Option<bool> _full = new("--full")
    {
        Description = "Full size, as in the original articles, every experiment; about 25 minutes.",
    };
    private readonly Option<string?> _postgres = new("--postgres")
    {
        Description = "Measure on PostgreSQL too: on the server of CONNECTION, such as \"Host=db;Username=me;Password=...\" (it makes "
            + "databases syncopate_... there), or on one that is started for this run. Without it, one is started where its programs are.",
        HelpName = "CONNECTION",
        Arity = ArgumentArity.ZeroOrOne,
    };
    private readonly Option<string?> _port = new("--port")
    {
        Description = "First of up to four ports for the sample servers; 0, the default, lets the system choose.",
        HelpName = "N",
    };
    private readonly Option<bool> _probe = new("--probe")
    {
        Description = "After each experiment's rounds, sample for a second where each form blocks its threads: method, file and line. "
            + "About 3 s per form, beyond the time of the run.",
    };
    private readonly FleetLine _fleet = new();
    private readonly KeepLine _keep = new();
    private readonly ResultLine _result = new();

    public RunOptions() => Resume = new ResumeLine([.. _keep.All, .. _result.Shown]);

    /// <summary>A run that was interrupted in place of a new one.</summary>
    public ResumeLine Resume { get; }

    public void AddTo(Command command)
    {
        command.Arguments.Add(_ids);
        foreach (Option option in All)
            command.Options.Add(option);
    }

    private Option[] All =>
        [_quick, _full, _postgres, _port, _probe, Resume.Option, .. _fleet.All, .. _keep.All, .. _result.All];

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    public RunSettings Read(ParseResult line, Terminal terminal)
    {
        bool quick = line.GetValue(_quick);
        bool full = line.GetValue(_full);
        if (quick && full)
            throw new UsageException("--quick and --full exclude each other. Give one of them, or none for a run of about 5 minutes.");
        RunMode mode = quick ? RunMode.Quick : full ? RunMode.Full : RunMode.Default;
        string[] ids = line.GetValue(_ids) ?? [];
        ResultSettings result = _result.Read(line);
        int port = Port(line.GetValue(_port));
        if (ids.FirstOrDefault(id => id.StartsWith('-')) is { } option)
        {
            throw new UsageException(
                $"Unrecognized option '{option}'.{DidYouMean.Sentence(option, All.Select(o => o.Name))} See: syncopate run --help");
        }

        DatabaseChoice databases = Databases(line);
        IReadOnlyList<BundledExperiment> experiments = Experiments(ids, mode);
        string[] more = [.. line.GetValue(_probe) ? ["--probe"] : Array.Empty<string>(), .. _fleet.Words(line)];
        string command = string.Join(' ', [Command(ids, mode, databases, result.Seed, port), .. more]);
        FleetSettings? fleet = Fleet(line, experiments, terminal);
        RequestedRun run = new(experiments, mode, databases)
        {
            LeftOut = ids.Length == 0 ? [.. BundledExperiments.All.Except(BundledExperiments.In(mode))] : [],
            HasAgents = fleet is not null,
            Port = port,
        };
        return new RunSettings(run, result, command)
        {
            Fleet = fleet,
            Probes = line.GetValue(_probe),
            Keep = _keep.Read(line, terminal),
        };
    }

    private FleetSettings? Fleet(ParseResult line, IReadOnlyList<BundledExperiment> experiments, Terminal terminal)
    {
        FleetSettings? fleet = _fleet.Read(line, terminal);
        if (fleet is null || experiments.Any(experiment => experiment.SendsLoad))
            return fleet;
        IEnumerable<string> sending = BundledExperiments.All.Where(experiment => experiment.SendsLoad).Select(experiment => experiment.Id);
        throw new UsageException($"--agents divides a load, and what '{experiments[0].Id}' measures happens within one process. "
            + $"Experiments that send one: {string.Join(", ", sending)}");
    }

    private DatabaseChoice Databases(ParseResult line)
    {
        if (line.GetResult(_postgres) is null)
            return DatabaseChoice.WhateverIsHere;
        if (line.GetValue(_postgres) is not { } text)
            return new DatabaseChoice(IsAsked: true, null);
        // What was found is not printed: it may hold a password.
        return DatabaseChoice.IsConnection(text)
            ? new DatabaseChoice(IsAsked: true, text)
            : throw new UsageException("--postgres takes a connection string with a Host, or nothing. "
                + "Example: --postgres \"Host=127.0.0.1;Username=me\". Name experiments before it: syncopate run ef --postgres");
    }

    private static string IdsDescription()
    {
        static string Named(RunMode mode) => string.Join(", ", BundledExperiments.All.Where(e => e.PartOf == mode).Select(e => e.Id));
        return $"Experiments to run. When none is named: {Named(RunMode.Quick)}; without --quick also {Named(RunMode.Default)}; "
            + "with --full all. See: syncopate list";
    }

    private static List<BundledExperiment> Experiments(string[] ids, RunMode mode)
    {
        IEnumerable<string> known = BundledExperiments.All.Select(e => e.Id);
        foreach (string id in ids)
        {
            if (!known.Contains(id, StringComparer.Ordinal))
            {
                throw new UsageException(
                    $"Unknown experiment '{id}'.{DidYouMean.Sentence(id, known)} Known: {string.Join(", ", known)}. See: syncopate list");
            }
        }

        return ids.Length == 0
            ? [.. BundledExperiments.In(mode)]
            : [.. BundledExperiments.All.Where(e => ids.Contains(e.Id, StringComparer.Ordinal))];
    }

    private static int Port(string? text)
    {
        if (text is null)
            return 0;
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int port) && port <= LargestPort
            ? port
            : throw new UsageException($"--port takes a whole number from 0 to {LargestPort}; found '{text}'. Use 0 for any free port.");
    }

    private static string Command(string[] ids, RunMode mode, DatabaseChoice databases, ulong seed, int port)
    {
        IEnumerable<string> words = ["syncopate", "run", .. ids];
        if (mode != RunMode.Default)
            words = words.Append("--" + mode.ToString().ToLowerInvariant());
        if (databases.IsAsked)
            words = words.Append(databases.Connection is null ? "--postgres" : "--postgres CONNECTION");
        if (port != 0)
            words = words.Append(string.Create(CultureInfo.InvariantCulture, $"--port {port}"));
        return string.Join(' ', words.Append(string.Create(CultureInfo.InvariantCulture, $"--seed {seed}")));
    }
}

/// <summary>What <c>syncopate run</c> was asked to do, checked.</summary>
/// <param name="Run">What is measured, and how large.</param>
/// <param name="Result">Seed, folder, and how the result is shown.</param>
/// <param name="Command">The command that repeats the run; holds no secret.</param>
internal sealed record RunSettings(RequestedRun Run, ResultSettings Result, string Command)
{
    /// <summary>From which agents loads are sent; null for this process alone.</summary>
    public FleetSettings? Fleet { get; init; }

    /// <summary>Where the result is kept beside its folder; null for nowhere.</summary>
    public KeepSettings? Keep { get; init; }

    /// <summary>True to look, after the rounds of an experiment, at where each form blocks its threads.</summary>
    public bool Probes { get; init; }
}
