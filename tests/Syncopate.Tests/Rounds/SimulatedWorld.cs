using Syncopate.Journaling;
using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Statistics;
using Syncopate.Tests.Statistics;

namespace Syncopate.Tests.Rounds;

/// <summary>A machine, servers, a generator and a disk on which a run takes minutes of its own time and a moment of ours.
/// What befalls it is said before it begins.</summary>
internal sealed class SimulatedWorld
{
    private readonly List<(TimeSpan At, Action Happening)> _happenings = [];
    private readonly Xoshiro256 _chance;
    private readonly List<string> _broken = [];
    private readonly List<RunProgress> _told = [];
    private TimeSpan _began;
    private string _stage = "";
    private Action? _stop;

    /// <param name="seed">Of every random order, and of all chance.</param>
    public SimulatedWorld(ulong seed = 1)
    {
        Seed = seed;
        _chance = new Xoshiro256(seed ^ 0x5eed);
        _began = Clock;
    }

    public ulong Seed { get; }

    public SimulatedTime Time { get; } = new();

    public SimulatedDisk Disk { get; } = new();

    /// <summary>All that were started, in their order.</summary>
    public List<SimulatedServer> Servers { get; } = [];

    /// <summary>Since the run began.</summary>
    public TimeSpan Now => Clock - _began;

    /// <summary>What an earlier sitting of the run has left; null for a run that begins.</summary>
    public EarlierSitting? Earlier { get; init; }

    /// <summary>Looks at where a server blocks; null for a run that does not ask, whose servers have no known process.</summary>
    public Func<int, TimeSpan, CancellationToken, Task<BlockedSites>>? Probe { get; init; }

    /// <summary>Whether a monitor is inside each server.</summary>
    public bool IsMonitored { get; init; }

    /// <summary>How long a new server compiles, by its number; above zero.</summary>
    public Func<int, TimeSpan> Compiling { get; init; } = _ => TimeSpan.FromSeconds(1);

    /// <summary>Mean latency of a form in milliseconds, before all that makes it slower.</summary>
    public Func<Form, double> Milliseconds { get; init; } = _ => 5;

    /// <summary>Standard deviation of the logarithm of the mean latency of a slot, in rounds.</summary>
    public double Noise { get; init; } = 0.02;

    /// <summary>By what factor everything is slower at a time of the run.</summary>
    public Func<TimeSpan, double> Slowness { get; set; } = _ => 1;

    /// <summary>Share of requests that fail on a server at this moment.</summary>
    public Func<SimulatedServer, double> ErrorShareOf { get; set; } = _ => 0;

    /// <summary>Bytes of all bodies of so many answers of a server.</summary>
    public Func<SimulatedServer, long, long> BodyBytesOf { get; init; } = (_, answers) => 100 * answers;

    /// <summary>How many of so many answers of a server have other contents than were checked; null where nobody looks.</summary>
    public Func<SimulatedServer, long, long?> OtherBodiesOf { get; init; } = (_, _) => null;

    /// <summary>Share of the time in which its users had a request in flight.</summary>
    public Func<SimulatedServer, double> InFlightShareOf { get; init; } = _ => 1;

    /// <summary>Shares of the processors' time that are worked and stolen at a time of the run.</summary>
    public Func<TimeSpan, (double Busy, double Stolen)> Machine { get; init; } = _ => (0.5, 0);

    /// <summary>Whether agents send, and this process only warms servers.</summary>
    public bool HasAgents { get; init; }

    /// <summary>Whether an agent is lost in a load of theirs, and is back at its end; asked once for each.</summary>
    public Func<LoadRequest, bool> LosesAgent { get; init; } = _ => false;

    /// <summary>Which agent it is; asked once for each loss.</summary>
    public Func<string> LostAgent { get; init; } = () => "a1";

    /// <summary>Called when a load begins, with its number, from 1, over the whole run.</summary>
    public Action<SimulatedServer, int>? OnLoad { get; init; }

    /// <summary>Called with what the run tells.</summary>
    public Action<RunProgress>? OnTold { get; init; }

    /// <summary>Loads of rounds that were driven to their end.</summary>
    public int FinishedLoads { get; set; }

    /// <summary>Loads of the whole run.</summary>
    public int Loads { get; private set; }

    /// <summary>When the last server was asked for.</summary>
    public TimeSpan LastOpened { get; set; }

    /// <summary>Engines that nobody has closed.</summary>
    public int OpenEngines { get; set; }

    /// <summary>Whether a round is being measured.</summary>
    public bool IsInRound => _stage.StartsWith("round ", StringComparison.Ordinal)
        && _stage.Contains(" of at most ", StringComparison.Ordinal)
        && !_stage.EndsWith("starting servers", StringComparison.Ordinal) && !_stage.EndsWith("warming up", StringComparison.Ordinal);

    private TimeSpan Clock => TimeSpan.FromMicroseconds(Time.GetTimestamp() * (1e6 / Time.TimestampFrequency));

    /// <summary>Something happens at a time of the run.</summary>
    public SimulatedWorld At(TimeSpan time, Action happening)
    {
        _happenings.Add((time, happening));
        return this;
    }

    /// <summary>Something happens a while from now.</summary>
    public void After(TimeSpan wait, Action happening) => _ = Time.CreateTimer(_ => happening(), null, wait, Timeout.InfiniteTimeSpan);

    /// <summary>The user stops the run.</summary>
    public void Stop() => _stop?.Invoke();

    /// <summary>Something that must never be has been.</summary>
    public void Break(string what) => _broken.Add(what);

    /// <summary>Where servers of this name come from.</summary>
    public SimulatedSource Source(string name) => new(this, name);

    /// <summary>Runs a measurement, and ends as commands do: with the last record of the journal, whatever happened.</summary>
    public SimulatedOutcome Run(Func<RunContext, CancellationToken, Task> measure, params string[] asked)
    {
        RunEnd? end = null;
        JournalException? full = null;
        Time.Run(async () =>
        {
            _began = Clock;
            using CancellationTokenSource interruption = new();
            _stop = interruption.Cancel;
            foreach ((TimeSpan at, Action happening) in _happenings)
                After(at, happening);
            RunClock clock = new(Time);
            JournalWriter journal = new("/simulated", Disk.Append, Disk);
            RunContext run = new(journal, "/simulated", Seed, clock, new Listener(this))
            {
                Earlier = Earlier,
                Probe = Probe,
                OpenEngine = (target, _) => Open(target, HasAgents),
                OpenWarmUp = HasAgents ? (target, _) => Open(target, isOfAgents: false) : null,
                ReadCounts = _ => Counts(),
            };
            try
            {
                await using RunContext closing = run;
                JournalRecord first = Earlier is null ? Header(asked) : Earlier.Resumed(clock.UtcNow);
                run.Journal.Append(first);
                end = await EndAsync(run, measure, interruption.Token);
                run.Journal.Append(end);
            }
            catch (JournalException e)
            {
                full = e;
            }
        });
        if (OpenEngines > 0)
            Break("an engine was left open");
        if (Servers.Exists(s => !s.IsEnded))
            Break("a server was left running");
        return new SimulatedOutcome
        {
            World = this,
            End = full is null ? end : null,
            Full = full,
            Reading = Disk.Read(),
            Told = _told,
            Elapsed = Now,
            Broken = _broken,
        };
    }

    /// <summary>Runs one plan from its start to its end, as a comparison does.</summary>
    public SimulatedOutcome Run(ExperimentPlan plan, TimeSpan allotted) =>
        Run((run, token) => new ExperimentRunner(run, plan, allotted, TimeSpan.Zero).RunAsync(token), plan.Experiment.Id);

    /// <summary>Runs one plan until a time, only as far as a look can be reached, as a question of several.</summary>
    public SimulatedOutcome RunToLooks(ExperimentPlan plan, TimeSpan until) =>
        Run((run, token) => new ExperimentRunner(run, plan, until, TimeSpan.Zero).RunUntilAsync(until, token), plan.Experiment.Id);

    /// <summary>A load begins.</summary>
    public void LoadBegins(SimulatedServer server)
    {
        Loads++;
        OnLoad?.Invoke(server, Loads);
    }

    /// <summary>Mean latency of the requests of a load, in nanoseconds.</summary>
    public double LatencyOf(SimulatedServer server, LoadRequest request) =>
        1e6 * Milliseconds(Enum.Parse<Form>(request.Path.TrimStart('/'))) * Slowness(Now)
            * Math.Exp(IsInRound ? Noise * SlotNoise.Gaussian(_chance) : 0);

    private SimulatedEngine Open(HttpTarget target, bool isOfAgents)
    {
        OpenEngines++;
        return new SimulatedEngine(this, target, isOfAgents);
    }

    // Two processors, a tick of 10 ms each.
    private SlotWatch Counts()
    {
        double all = Now.TotalSeconds * 200;
        (double busy, double stolen) = Machine(Now);
        return new SlotWatch(new MachineUse((long)(busy * all), (long)(stolen * all), (long)all), null);
    }

    private async Task<RunEnd> EndAsync(RunContext run, Func<RunContext, CancellationToken, Task> measure, CancellationToken interruption)
    {
        try
        {
            await measure(run, interruption);
            return new RunEnd(RunOutcome.Finished, "", run.Clock.ElapsedNanoseconds);
        }
        catch (OperationCanceledException) when (interruption.IsCancellationRequested)
        {
            return new RunEnd(RunOutcome.Cancelled, "Stopped by the user.", run.Clock.ElapsedNanoseconds);
        }
        catch (TargetFailedException e)
        {
            return new RunEnd(RunOutcome.TargetFailed, e.Message, run.Clock.ElapsedNanoseconds);
        }
    }

    private RunHeader Header(string[] asked) => new()
    {
        Schema = JournalReader.Schema,
        ToolVersion = "1.0.0",
        Command = "syncopate",
        Mode = "default",
        Seed = Seed,
        StartedUtc = Time.GetUtcNow(),
        Machine = new Machine(".NET 10", "Simulated", "X64", 2, 1 << 30, null),
        Experiments = asked,
    };

    private sealed class Listener(SimulatedWorld world) : IProgress<RunProgress>
    {
        public void Report(RunProgress value)
        {
            world._told.Add(value);
            world._stage = value.Stage;
            world.OnTold?.Invoke(value);
        }
    }
}
