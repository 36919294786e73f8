using System.CommandLine;
using System.Globalization;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Loads;
using Syncopate.Cli.Screens;
using Syncopate.Running.Loads;
using Syncopate.Running.Servers;
using Syncopate.Texts;
using Syncopate.Units;
using Syncopate.Watch;
using Syncopate.Watch.Jobs;
using Syncopate.Watch.Probes;

namespace Syncopate.Cli.Watches;

/// <summary>The line of <c>syncopate watch</c> and how it is checked.</summary>
internal sealed class WatchCommandLine
{
    private static readonly TimeSpan ShortestAsync = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongestAsync = TimeSpan.FromSeconds(30);

    // Its turns, and what lies between them.
    private static readonly TimeSpan ShortestWhatIf = TimeSpan.FromSeconds(45);

    private readonly Argument<string?> _process = new("PROCESS")
    {
        Description = "Identifier or name of a running .NET process; without it, a list to choose from.",
        Arity = ArgumentArity.ZeroOrOne,
    };
    private readonly Option<string?> _port = new("--port")
    {
        Description = "Watch the process that listens on this TCP port of this machine.",
        HelpName = "N",
    };
    private readonly Option<string?> _launch = new("--launch")
    {
        Description = "Start this program, watch it from its first instruction, and end it afterwards.",
        HelpName = "COMMAND",
    };
    private readonly Option<string?> _with = new("--with")
    {
        Description = "Load this URL at the same time; takes the options of \"syncopate load\".",
        HelpName = "URL",
    };
    private readonly Option<bool> _where = new("--where")
    {
        Description = "Sample blocked places for a second in ten, not only when the queue grows.",
    };
    private readonly Option<string?> _async = new("--async")
    {
        Description = "Record a timeline of the async methods for this long, a second or two. Expensive: prints its overhead first.",
        HelpName = "TIME",
    };
    private readonly Option<string?> _whatIf = new("--what-if")
    {
        Description = "threads=N: set the pool's minimum to N, alternating with the current setting, and compare completed work items.",
        HelpName = "CHANGE",
    };
    private readonly Option<bool> _allowChange = new("--allow-change")
    {
        Description = "Allow --what-if to change the process; the previous minimum is restored afterwards, even when the watch is killed.",
    };
    private readonly Option<bool> _weave = new("--weave")
    {
        Description = "With --launch: start an instrumented copy, for exact figures. The program itself stays as it is.",
    };
    private readonly Option<bool> _noAgent = new("--no-agent")
    {
        Description = "Do not inject the agent into the process: threads in use are not shown then.",
    };
    private readonly Option<bool> _json = new("--json")
    {
        Description = "Print one JSON object per line on stdout and nothing else there.",
    };
    private readonly Option<bool> _classic = new("--classic")
    {
        Description = "Print the monitor line of the articles each second: threads in use, available workers and ports.",
    };
    private readonly Option<string?> _out = new("--out")
    {
        Description = "Folder for what was seen. A new one below syncopate-out when not given.",
        HelpName = "DIR",
    };
    private readonly Option<bool> _open = new("--open") { Description = "Open the report when done." };
    private readonly TelemetryLine _telemetry = new();
    private readonly LoadLine _load = new(takesScenario: false);

    public void AddTo(Command command)
    {
        command.Arguments.Add(_process);
        Option[] own =
        [
            _port, _launch, _where, _async, _whatIf, _allowChange, _weave, _noAgent, _json, _classic, _out, _open, .. _telemetry.All, _with,
        ];
        foreach (Option option in own)
            command.Options.Add(option);
        _load.AddTo(command);
    }

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    /// <exception cref="UnusableException">The file of the body cannot be read.</exception>
    public WatchTask Read(ParseResult line)
    {
        WatchSubject subject = Subject(line);
        (bool json, bool classic, bool noAgent) = (line.GetValue(_json), line.GetValue(_classic), line.GetValue(_noAgent));
        if (json && classic)
            throw new UsageException("--json and --classic exclude each other: each says what a line is. Give one of them.");
        if (classic && noAgent)
        {
            throw new UsageException(
                "--classic and --no-agent exclude each other: threads in use are reported from within the process. Leave out --no-agent.");
        }

        bool weave = line.GetValue(_weave);
        if (weave && (subject.Launch is null || noAgent))
        {
            throw new UsageException("--weave changes a copy of the program before it starts, and lets the agent report its figures: "
                + "it goes with --launch and without --no-agent. For a program that runs already: --async 2s");
        }

        (LoadAddress, LoadSettings)? load = line.GetValue(_with) is { } url ? (LineValue.Url(url), _load.Read(line)) : null;
        if (load is null)
            CheckNoLoad(line);
        return new WatchTask(subject, json ? WatchView.Json : classic ? WatchView.Classic : WatchView.Screen, Words(line))
        {
            Duration = load is null ? _load.Duration(line) : null,
            Load = load,
            Folder = ResultLine.Folder(line.GetValue(_out)),
            Where = line.GetValue(_where),
            WithAgent = !noAgent,
            Async = line.GetValue(_async) is { } time ? LineValue.Duration("--async", time, ShortestAsync, LongestAsync) : null,
            WhatIfThreads = WhatIf(line, noAgent, load is { } loaded ? WatchedLoad.Planned(loaded.Item2.Shape) : _load.Duration(line)),
            Weave = weave,
            Telemetry = _telemetry.Read(line),
            Open = line.GetValue(_open),
        };
    }

    private WatchSubject Subject(ParseResult line)
    {
        (string? process, string? port, string? launch) = (line.GetValue(_process), line.GetValue(_port), line.GetValue(_launch));
        if (new[] { process, port, launch }.Count(value => value is not null) > 1)
            throw new UsageException("A process, --port and --launch exclude each other: each says what to watch. Give one of them.");
        if (process is { Length: 0 })
            throw new UsageException("watch takes the identifier or the name of a process; found nothing. Leave it out for a list.");
        return new WatchSubject
        {
            ProcessId = int.TryParse(process, NumberStyles.None, CultureInfo.InvariantCulture, out int id) ? id : null,
            Name = process is not null && id == 0 ? process : null,
            Port = port is null ? null : (int)LineValue.Whole("--port", port, 1, 65_535),
            Launch = launch is null ? null : Program(CommandTokens.Split(_launch.Name, launch)),
        };
    }

    // The SDK's command starts a compiler and then the program, as processes of their own: it would be the SDK that is watched.
    private static IReadOnlyList<string> Program(IReadOnlyList<string> words) => words is [var dotnet, "run" or "watch" or "test", ..]
            && ThisProgram.IsDotnet(dotnet)
        ? throw new UsageException($"--launch \"dotnet {words[1]} ...\" would watch the SDK, which starts the program as another process. "
            + "Build it, and give the program: --launch \"dotnet bin/Release/net10.0/App.dll\"")
        : words;

    private int? WhatIf(ParseResult line, bool noAgent, TimeSpan? duration)
    {
        bool isAllowed = line.GetValue(_allowChange);
        if (line.GetValue(_whatIf) is not { } change)
        {
            return isAllowed
                ? throw new UsageException("--allow-change allows what --what-if does, which is not given. Say what: --what-if threads=64")
                : null;
        }

        string[] words = change.Split('=');
        if (words is not ["threads", var number])
            throw new UsageException($"--what-if takes threads=N; found '{change}'. Say, for example, --what-if threads=64");
        int threads = (int)LineValue.Whole("--what-if threads", number, 1, 32_767);
        if (noAgent)
        {
            throw new UsageException(
                "--what-if and --no-agent exclude each other: the agent within the process makes the change. Leave out --no-agent.");
        }

        if (duration < ShortestWhatIf)
        {
            throw new UsageException($"--what-if needs {DurationText.Of(ShortestWhatIf)} at least; "
                + $"found {DurationText.Of(duration.Value)}. Say --duration 60s");
        }

        return isAllowed ? threads : throw new UsageException(
            $"--what-if {change} changes the watched process: its pool makes {Counted.Of(threads, "thread")} without waiting "
            + $"(ThreadPool.SetMinThreads), in {WatchWhatIf.Pairs} turns of {DurationText.Of(WhatIfProbe.Turn)}, "
            + "and the previous minimum is restored. To allow that: --allow-change");
    }

    private void CheckNoLoad(ParseResult line)
    {
        if (_load.All.FirstOrDefault(option => option.Name != "--duration" && line.GetResult(option) is { Implicit: false }) is { } option)
            throw new UsageException($"{option.Name} says how to load a URL, but none is given. Say which: --with http://localhost:5000/");
    }

    private string Words(ParseResult line)
    {
        IEnumerable<string> process = line.GetValue(_process) is { } name ? [ShellWord.Quoted(name)] : [];
        IEnumerable<string> own =
            from option in new Option[] { _port, _launch, _with, _where, _async, _whatIf, _allowChange, _weave, _noAgent }
            where line.GetResult(option) is { Implicit: false }
            from word in line.GetResult(option)?.Tokens is { Count: > 0 } tokens
                ? tokens.SelectMany(token => new[] { option.Name, ShellWord.Quoted(token.Value) })
                : [option.Name]
            select word;
        return string.Join(' ', ["syncopate", "watch", .. process, .. own, .. _load.Words(line)]);
    }
}
