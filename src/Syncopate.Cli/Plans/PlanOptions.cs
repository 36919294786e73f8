using System.CommandLine;
using System.Globalization;
using Syncopate.Cli.Lines;
using Syncopate.Journaling;
using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;
using Syncopate.Planning;
using Syncopate.Reporting.Plans;
using Syncopate.Running.Loads;
using Syncopate.Running.Machines;
using Syncopate.Texts;
using Syncopate.Units;

namespace Syncopate.Cli.Plans;

/// <summary>The options of <c>syncopate plan</c> and how they are checked.</summary>
internal sealed class PlanOptions
{
    private const string NoLoad = "A plan needs a load: --users N or --rate N. Example: syncopate plan --cpu 5ms --wait 200ms --users 50";

    private static readonly TimeSpan Longest = TimeSpan.FromHours(1);

    private static readonly IReadOnlyDictionary<string, WaitStyle> Styles = new Dictionary<string, WaitStyle>(StringComparer.Ordinal)
    {
        ["sync"] = WaitStyle.Blocking,
        ["sync-over-async"] = WaitStyle.BlockingOnTask,
        ["async"] = WaitStyle.Awaiting,
        ["parallel"] = WaitStyle.AwaitingTogether,
    };

    private readonly Argument<string?> _file = new("FILE")
    {
        Description = "A scenario with several kinds of requests, as JSON (see docs/plan.md), or the folder of a run. Options override it.",
        Arity = ArgumentArity.ZeroOrOne,
    };
    private readonly Option<string?> _cpu = new("--cpu")
    {
        Description = "CPU time per request: 50ms, 0.2ms. 0ms when not given.",
        HelpName = "TIME",
    };
    private readonly Option<string?> _wait = new("--wait")
    {
        Description = "Wait time per request: 150ms; waits that vary: 100ms:exp (mean), "
            + "64ms,644ms:lognormal (median and 99th percentile), 20ms,20ms,180ms (equally frequent), an .hlog file, "
            + "or the folder of a run. 0ms when not given.",
        HelpName = "TIME",
    };
    private readonly Option<string?> _waits = new("--waits")
    {
        Description = "Number of such waits per request, each independent of the others; 1 when not given.",
        HelpName = "N",
    };
    private readonly Option<string?> _measure = new("--measure")
    {
        Description = "Measure CPU and wait time instead of giving them: one user opens this page of this machine for a few seconds.",
        HelpName = "URL",
    };
    private readonly Option<string?> _pid = new("--pid")
    {
        Description = "With --measure, the server's process; found by its port when not given.",
        HelpName = "N",
    };
    private readonly Option<string?> _cores = new("--cores")
    {
        Description = "Cores of the machine; those of this one when not given.",
        HelpName = "N",
    };
    private readonly Option<string?> _background = new("--background")
    {
        Description = "Cores that other work takes, such as 0.5; none when not given.",
        HelpName = "N",
    };
    private readonly Option<string?> _minimum = new("--min-threads")
    {
        Description = "The pool's minimum of threads; one per core when not given.",
        HelpName = "N",
    };
    private readonly Option<string?> _maximum = new("--max-threads")
    {
        Description = "The pool's maximum of threads; the runtime's own when not given.",
        HelpName = "N",
    };
    private readonly Option<string?> _users = new("--users", "-c")
    {
        Description = "Users who each wait for a response before their next request.",
        HelpName = "N",
    };
    private readonly Option<string?> _think = new("--think")
    {
        Description = "Their think time: the pause between a response and the next request; none when not given.",
        HelpName = "TIME",
    };
    private readonly Option<string?> _rate = new("--rate")
    {
        Description = "Requests that arrive per second, at random; spread over as many machines as their CPU needs.",
        HelpName = "N",
    };
    private readonly Option<string[]> _forms = new("--form")
    {
        Description = "A form to plan: " + string.Join(", ", Styles.Keys) + "; may be repeated. All that apply when not given.",
        HelpName = "FORM",
        AllowMultipleArgumentsPerToken = false,
        CompletionSources = { _ => Styles.Keys },
    };
    private readonly Option<string?> _slow = new("--slow")
    {
        Description =
            "What if the wait becomes this long for 15 seconds: timeouts, retries, bulkhead and circuit breaker compared. Needs --rate.",
        HelpName = "TIME",
    };
    private readonly Option<string?> _slots = new("--slots")
    {
        Description =
            "With --slow: concurrency limit of the dependency for one machine; shows the load above which retries prevent recovery.",
        HelpName = "N",
    };
    private readonly Option<string?> _retried = new("--retried")
    {
        Description = "Share of requests that fail and are retried, such as 5%: they load the machines, too.",
        HelpName = "PERCENT",
    };
    private readonly Option<string?> _corePrice = new("--price-core")
    {
        Description = "Price of a core for an hour, for the cost of a million requests; in any currency.",
        HelpName = "N",
    };
    private readonly Option<string?> _memoryPrice = new("--price-gb") { Description = "Price of a gigabyte for an hour.", HelpName = "N" };
    private readonly Option<string?> _memory = new("--memory")
    {
        Description = "Gigabytes of one machine; 4 when not given.",
        HelpName = "N",
    };
    private readonly Option<string?> _html = new("--html") { Description = "Write the plan as a page with charts.", HelpName = "FILE" };
    private readonly Option<bool> _validate = new("--validate")
    {
        Description = "Measure the same on this machine for half a minute, and print how far the plan is off.",
    };
    private readonly Option<string?> _out = new("--out")
    {
        Description = "With --validate, folder for that run. A new one below syncopate-out when not given.",
        HelpName = "DIR",
    };
    private readonly Option<string?> _seed = new("--seed") { Description = "Seed of the simulations; 1 when not given.", HelpName = "N" };
    private readonly Option<bool> _json = new("--json")
    {
        Description = "Print the plan as one JSON document on stdout and nothing else there.",
    };

    public void AddTo(Command command)
    {
        command.Arguments.Add(_file);
        foreach (Option option in All)
            command.Options.Add(option);
    }

    private IReadOnlyList<Option> All =>
    [
        _cpu, _wait, _waits, _measure, _pid, _cores, _background, _minimum, _maximum, _users, _think, _rate, _forms,
        _slow, _slots, _retried, _corePrice, _memoryPrice, _memory, _html, _validate, _out, _seed, _json,
    ];

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    /// <exception cref="UnusableException">The page to measure cannot be.</exception>
    public async Task<PlanSettings> ReadAsync(ParseResult line, CancellationToken cancellationToken)
    {
        PlannedEndpoint? measured = await MeasuredAsync(line, cancellationToken);
        PlanScenario? scenario = line.GetValue(_file) is { } name ? PlanSource.Read(name) : null;
        PlanQuestion question = Question(line, scenario, measured);
        if (line.GetValue(_slow) is not null && question is not { ArrivalsPerSecond: not null, Endpoints.Count: 1 })
        {
            throw new UsageException("--slow is about requests of one kind that arrive whatever happens: give --rate, "
                + "with --cpu and --wait. Example: syncopate plan --cpu 0.5ms --wait 50ms --rate 1000 --slow 2s");
        }

        if (line.GetValue(_slots) is not null && line.GetValue(_slow) is null)
            throw new UsageException("--slots is about a dependency that becomes slow: add --slow TIME, or leave it out.");
        bool validates = line.GetValue(_validate);
        if (validates && (question.Cores != Environment.ProcessorCount || question.BackgroundCores > 0))
        {
            throw new UsageException($"--validate measures on this machine, which has {Counted.Of(Environment.ProcessorCount, "core")}: "
                + "leave out --cores and --background.");
        }

        if (line.GetValue(_out) is not null && !validates)
        {
            throw new UsageException(
                "--out is the folder of a measurement; a plan without --validate measures nothing. Leave it out, or add --validate.");
        }

        IEnumerable<string> words =
            from option in All
            let result = line.GetResult(option)
            where result is { Implicit: false }
            from word in result.Tokens.Count == 0
                ? [option.Name]
                : result.Tokens.SelectMany(t => new[] { option.Name, ShellWord.Quoted(t.Value) })
            select word;
        string[] file = line.GetValue(_file) is { } path ? [ShellWord.Quoted(path)] : [];
        return new PlanSettings(
            question,
            Prices(line, question),
            scenario?.File.Levels ?? [],
            validates,
            line.GetValue(_slow) is { } slow ? new SlowSpell(Time("--slow", slow), Whole(_slots, line, 1, 1_000_000)) : null,
            ResultLine.File(_html, line, "plan.html"),
            new ResultSettings(question.Seed, ResultLine.Folder(line.GetValue(_out)), line.GetValue(_json), Open: false),
            $"syncopate plan {string.Join(' ', file.Concat(words))}");
    }

    private async Task<PlannedEndpoint?> MeasuredAsync(ParseResult line, CancellationToken cancellationToken)
    {
        int? process = Whole(_pid, line, 1, int.MaxValue);
        if (line.GetValue(_measure) is not { } url)
        {
            return process is null ? null : throw new UsageException("--pid goes with --measure URL: it is the process "
                + "that serves that page. Add --measure, or leave out --pid.");
        }

        if ((line.GetValue(_cpu) ?? line.GetValue(_wait) ?? line.GetValue(_file)) is not null)
            throw new UsageException("--measure finds what --cpu, --wait or a file say. Give one of them.");
        if (line.GetValue(_users) is null == line.GetValue(_rate) is null)
            throw new UsageException(NoLoad);
        LoadAddress address = LineValue.Url(url);
        RequestCost cost = await new RequestMeter().MeasureAsync(address, process, cancellationToken);
        return RunRequests.Of(cost.Latencies, TimeSpan.FromSeconds(cost.CpuSeconds), address.Path);
    }

    private PlanQuestion Question(ParseResult line, PlanScenario? scenario, PlannedEndpoint? measured)
    {
        PlanFile? file = scenario?.File;
        if (file is not null && (line.GetValue(_cpu) ?? line.GetValue(_wait) ?? line.GetValue(_waits)) is not null)
        {
            throw new UsageException(
                "--cpu, --wait and --waits describe one request, and a file describes several. Leave out one or the other.");
        }

        if (line.GetValue(_users) is not null && line.GetValue(_rate) is not null)
            throw new UsageException("--users and --rate exclude each other: each says how much load. Give one of them.");
        IReadOnlyList<PlannedEndpoint> endpoints = scenario?.Kinds ?? [measured ?? Request(line)];
        bool isNew = line.GetValue(_users) is not null || line.GetValue(_rate) is not null;
        int? users = Whole(_users, line, 1, 10_000) ?? (isNew ? null : file?.Users);
        double? rate = line.GetValue(_rate) is { } text ? Rate(text) : isNew ? null : file?.ArrivalsPerSecond;
        if (users is null && rate is null)
            throw new UsageException(NoLoad);
        if (rate is not null && line.GetValue(_think) is not null)
        {
            throw new UsageException(
                "--think and --rate exclude each other: at a rate requests arrive whatever users think. Leave out --think.");
        }

        int cores = Whole(_cores, line, 1, 1_024) ?? file?.Cores ?? Environment.ProcessorCount;
        return new PlanQuestion
        {
            Endpoints = endpoints,
            Cores = cores,
            TimerSeconds = TimerResolution.Seconds,
            BackgroundCores = line.GetValue(_background) is { } background ? Background(background, cores) : file?.BackgroundCores ?? 0,
            MinimumThreads = Whole(_minimum, line, 1, short.MaxValue) ?? file?.MinimumThreads,
            MaximumThreads = Whole(_maximum, line, 1, short.MaxValue) ?? file?.MaximumThreads,
            Users = users,
            Think = line.GetValue(_think) is { } think
                ? Time("--think", think)
                : Milliseconds.ToTimeSpan(file?.ThinkMilliseconds ?? 0),
            ArrivalsPerSecond = rate,
            RetriedShare = Share(line.GetValue(_retried), rate is not null),
            Styles = Forms(line.GetValue(_forms) ?? [], endpoints),
            Seed = line.GetValue(_seed) is { } seed ? (ulong)LineValue.Whole("--seed", seed, 0, long.MaxValue) : 1,
        };
    }

    private PlannedEndpoint Request(ParseResult line)
    {
        double cpu = Time("--cpu", line.GetValue(_cpu)).TotalSeconds;
        WaitTime wait = line.GetValue(_wait) is { } text ? Wait(text) : WaitTime.Equal(0);
        if (cpu + wait.MeanSeconds == 0)
        {
            throw new UsageException("A plan needs the time of one request: --cpu TIME, --wait TIME, or both; or a file with several. "
                + "Example: syncopate plan --cpu 5ms --wait 200ms --users 50");
        }

        try
        {
            return new PlannedEndpoint(cpu, wait, Whole(_waits, line, 1, 100) ?? 1);
        }
        catch (ArgumentException e)
        {
            throw new UsageException($"--wait and --waits: {ArgumentSentence.Of(e)}");
        }
    }

    private static WaitTime Wait(string text)
    {
        try
        {
            return WaitSource.Read(text, ".");
        }
        catch (Exception e) when (
            e is IOException or UnauthorizedAccessException or ArgumentException or FormatException or JournalException)
        {
            throw new UsageException($"--wait {text}: {ArgumentSentence.Of(e).TrimEnd('.')}. "
                + "Give a time, a distribution, an .hlog file or the folder of a run. Examples: --wait 150ms, --wait 100ms:exp");
        }
    }

    private PlanPrices Prices(ParseResult line, PlanQuestion question)
    {
        Option<string?>? idle = question.Users is null
            ? null
            : new[] { _corePrice, _memoryPrice, _memory }.FirstOrDefault(option => line.GetValue(option) is not null);
        return idle is null
            ? new PlanPrices(
                Number(_corePrice, line) ?? 0, Number(_memoryPrice, line) ?? 0, Number(_memory, line) ?? PlanPrices.UsualGigabytes)
            : throw new UsageException(
                $"{idle.Name} is about machines for a rate, and users stay on one machine. Give --rate, or leave it out.");
    }

    private static double? Number(Option<string?> option, ParseResult line)
    {
        if (line.GetValue(option) is not { } text)
            return null;
        return double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
                && double.IsFinite(value)
            ? value
            : throw new UsageException($"{option.Name} takes a number that is not below 0; found '{text}'. Example: {option.Name} 0.05");
    }

    private static double Share(string? text, bool isRate)
    {
        if (text is null)
            return 0;
        if (!isRate)
        {
            throw new UsageException(
                "--retried is about requests that arrive at a rate; users wait for their answers. Give --rate, or leave it out.");
        }

        return text.EndsWith('%')
                && double.TryParse(text[..^1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double percent)
                && percent < 100
            ? percent / 100
            : throw new UsageException($"--retried takes a share from 0% to less than 100%; found '{text}'. Example: --retried 5%");
    }

    private static TimeSpan Time(string option, string? text) =>
        text is null ? TimeSpan.Zero : LineValue.Duration(option, text, TimeSpan.Zero, Longest);

    private static int? Whole(Option<string?> option, ParseResult line, int least, int most) =>
        line.GetValue(option) is { } text ? (int)LineValue.Whole(option.Name, text, least, most) : null;

    private static double Rate(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value) && value is > 0 and <= 1e9
            ? value
            : throw new UsageException(
                $"--rate takes requests per second, above 0 and at most a billion; found '{text}'. Example: --rate 500");

    private static double Background(string text, int cores)
    {
        return double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value) && value < cores
            ? value
            : throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"--background takes cores from 0 to less than the machine's {cores}; found '{text}'. Example: --background 0.5"));
    }

    private static IReadOnlyList<WaitStyle> Forms(string[] names, IReadOnlyList<PlannedEndpoint> endpoints)
    {
        if (names.Length == 0)
        {
            return endpoints.All(e => e.Demand.WaitSeconds == 0)
                ? [WaitStyle.Blocking, WaitStyle.Awaiting]
                : [.. Styles.Values.Where(s => s != WaitStyle.AwaitingTogether || endpoints.Any(e => e.Waits > 1))];
        }

        return Array.Find(names, name => !Styles.ContainsKey(name)) is { } wrong
            ? throw new UsageException(
                $"Unknown form '{wrong}'.{DidYouMean.Sentence(wrong, Styles.Keys)} Forms: {string.Join(", ", Styles.Keys)}.")
            : [.. names.Distinct().Select(name => Styles[name])];
    }
}

/// <summary>What <c>syncopate plan</c> was asked to do, checked.</summary>
/// <param name="Question">What is to be planned.</param>
/// <param name="Prices">What a fleet is reckoned with.</param>
/// <param name="Levels">Throughput that was measured at several loads; may be empty.</param>
/// <param name="Validates">Whether to measure it, too.</param>
/// <param name="Slow">What the wait may become for a while; null for no such question.</param>
/// <param name="Page">File for the page with charts; null for none.</param>
/// <param name="Result">Seed, folder, and how the result is shown.</param>
/// <param name="Command">The command that repeats it.</param>
internal sealed record PlanSettings(
    PlanQuestion Question, PlanPrices Prices, IReadOnlyList<PlanFileLevel> Levels, bool Validates, SlowSpell? Slow, string? Page,
    ResultSettings Result, string Command);
