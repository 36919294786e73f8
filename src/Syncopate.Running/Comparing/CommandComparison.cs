using System.Globalization;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Units;

namespace Syncopate.Running.Comparing;

/// <summary>Compares two or three commands, each run as a whole process, in alternating rounds.</summary>
internal sealed record CommandComparison
{
    private const int MostRuns = 100;

    // Written to a pipe and read by this process it takes a fraction of a millisecond; thirty times as much took 55 ms for 5.
    private const long MostOutputBytes = 1 << 20;

    // Of a short command several runs make a slot, so that what starting and waiting costs by chance is averaged before it is compared.
    private static readonly TimeSpan SlotLength = TimeSpan.FromMilliseconds(200);

    /// <summary>Two or three commands, the baseline first.</summary>
    public required IReadOnlyList<ComparedCommand> Commands { get; init; }

    /// <summary>Time for everything, the first runs that warm the caches included.</summary>
    public required TimeSpan Budget { get; init; }

    /// <summary>Relative difference below which the commands count as equal, in percent; above 0.</summary>
    public double MarginPercent { get; init; } = 5;

    /// <summary>Absolute difference below which a ratio is irrelevant; 0.1 ms unless set.</summary>
    public TimeSpan Floor { get; init; } = TimeSpan.FromMicroseconds(100);

    /// <summary>Share of runs in which all intervals of a metric hold together: 0.95 or 0.99.</summary>
    public double Confidence { get; init; } = Looks.Confidence;

    /// <summary>Runs the comparison; its journal then holds it.</summary>
    /// <exception cref="TargetFailedException">A command cannot be run, or its exit code is not 0.</exception>
    /// <exception cref="OperationCanceledException">The user stopped it; finished rounds are in the journal.</exception>
    public async Task RunAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(run);
        ExperimentRunner runner = new(run, Plan(run, []), Budget, TimeSpan.Zero);
        run.GoOn();
        await runner.RunAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <param name="run">The run.</param>
    /// <param name="told">Commands whose large output is in the journal.</param>
    private ExperimentPlan Plan(RunContext run, HashSet<Form> told) => new()
    {
        Experiment = Experiment(),
        Server = form => new NoServer(Of(form).Text),
        Budget = Budget,
        EstimatedRound = TimeSpan.FromSeconds(1),
        MaximumRounds = Looks.RoundsAt(Looks.Most),
        RoundsPerProcess = int.MaxValue,
        SteadyFloor = TimeSpan.Zero,
        SteadyCeiling = TimeSpan.Zero,
        Work = new CallWork((place, load, token) => WorkAsync(Of(place.Form), ((WholeProcesses)load).Runs, run, told, token))
        {
            Load = new PilotedLoad(SlotLoadOf),
        },
    };

    private static SlotLoad SlotLoadOf(PilotReading slowest) =>
        new(new WholeProcesses(Math.Clamp((int)Math.Ceiling(SlotLength / slowest.P95), 1, MostRuns)), TimeSpan.Zero);

    private ComparedCommand Of(Form form) => Commands.First(c => c.Form == form);

    private static async Task<SlotWork> WorkAsync(
        ComparedCommand command, int runs, RunContext run, HashSet<Form> told, CancellationToken cancellationToken)
    {
        List<long> nanoseconds = new(runs);
        long? cpu = 0;
        long most = 0;
        for (int i = 0; i < runs; i++)
        {
            (long wall, long? used, long bytes) = await CommandRun.RunAsync(command, run.Clock.Provider, cancellationToken)
                .ConfigureAwait(false);
            most = Math.Max(most, bytes);
            nanoseconds.Add(wall);
            cpu += used;
        }

        if (most > MostOutputBytes && told.Add(command.Form))
            run.Journal.Append(LargeOutput(command, most));
        return new SlotWork(nanoseconds, new Dictionary<string, double>()) { CpuNanoseconds = cpu };
    }

    private static Doubt LargeOutput(ComparedCommand command, long bytes) => new(
        "large-output",
        UrlComparison.Id,
        string.Create(
            CultureInfo.InvariantCulture,
            $"{command.Form} writes {Megabytes.Of(bytes):#,0.0} MB in a run; the run time includes Syncopate reading that output."),
        "A command waits while its pipe is full, so that the reader's speed is a part of the figure; written to a file or a null device it "
            + "takes another time.",
        $"To leave the reader out: --exec-{command.Form.InLowerCase()} \"sh -c '... > /dev/null'\". Some programs do less "
            + "work where nobody reads.");

    private Experiment Experiment() => new()
    {
        Id = UrlComparison.Id,
        Title = string.Join(" against ", Commands.Select(c => c.Form)),
        Question = "Which command is done sooner, and which takes less processor time?",
        Source = string.Join("; ", Commands.Select(c => $"{c.Form}: {c.Text}")) + ".",
        Workload = new Workload(
            "Whole processes", UseCase.Undescribed, [.. Commands.Select(c => new WorkloadForm(c.Form, $"{c.Form} {c.Text}", c.Text, 0))]),
        Load = new WholeProcesses(1),
        Replicate = Replicate.Round,
        NoiseForm = Commands[0].Form,
        WaitMilliseconds = 0,
        PublishedWaitMilliseconds = 0,
        Looks = 1,
        MarginPercent = MarginPercent,
        FloorMilliseconds = Floor.TotalMilliseconds,
        Confidence = Confidence,
        Published = [],
        Change = "",
        Caveats = ["Every run is a new process, so that its start counts: of the runtime, of the libraries, "
            + "of code that is compiled while it runs."],
    };
}
