using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;

namespace Syncopate.Experiments.Bundled;

/// <summary>A run of bundled experiments, as it is asked for.</summary>
/// <param name="Experiments">At least one, in the order in which they run.</param>
/// <param name="Mode">How large.</param>
/// <param name="Databases">Which databases to use beside SQLite.</param>
internal sealed record RequestedRun(IReadOnlyList<BundledExperiment> Experiments, RunMode Mode, DatabaseChoice Databases)
{
    private const string NotAskedCode = "not-asked";

    /// <summary>What a run without names of this size leaves out; empty when experiments were named.</summary>
    public IReadOnlyList<BundledExperiment> LeftOut { get; init; } = [];

    /// <summary>Whether agents send the loads; default false, for this process.</summary>
    public bool HasAgents { get; init; }

    /// <summary>First port of the servers; 0 for free ones.</summary>
    public int Port { get; init; }

    /// <summary>Folder of the samples; by default the one beside this program.</summary>
    public string Samples { get; init; } = Path.Combine(AppContext.BaseDirectory, "samples");

    /// <summary>Reads what the machine has done so far, as <see cref="MachineUse.Read"/> does.</summary>
    public Func<MachineUse?> ReadUse { get; init; } = MachineUse.Read;

    /// <summary>Starts the samples and measures. What is not asked on a busy machine is named in the journal.</summary>
    /// <exception cref="TargetFailedException">A sample or a database could not be started or died.</exception>
    public async Task MeasureAsync(RunContext run, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(run);
        using SampleServers servers = new(Samples, Port);
        bool isBusy = await new IdleMachineWait(ReadUse, run.Clock.Provider).IsBusyAsync(cancellationToken);
        IReadOnlyList<BundledExperiment> asked = run.Earlier is { } earlier ? AskedBy(earlier) : Asked(isBusy);
        if (run.Earlier is null)
        {
            foreach (BundledExperiment left in Experiments.Except(asked))
                run.Journal.Append(NotAsked(left));
        }

        BundledRun bundled = new(run, servers, Mode, Limit(isBusy, run.Earlier)) { HasAgents = HasAgents };
        await bundled.RunAsync(asked, Databases, cancellationToken);
    }

    /// <summary>What is asked: all that was named, and of a quick run without names on a busy machine what that can decide.</summary>
    internal IReadOnlyList<BundledExperiment> Asked(bool isBusy) => isBusy && Mode == RunMode.Quick && LeftOut.Count > 0
        ? [.. Experiments.Where(experiment => !experiment.NeedsIdleMachine)]
        : Experiments;

    /// <summary>When it ends at the latest. One that goes on has the time of a busy machine also where the machine is idle by now but the
    /// run is beyond the end of an idle one: nothing would be left for what it has not measured yet.</summary>
    internal TimeSpan? Limit(bool isBusy, EarlierSitting? earlier) =>
        BundledRun.Limit(Mode, isBusy || earlier?.Elapsed > BundledRun.Limit(Mode, isBusy: false));

    /// <summary>What was asked when the run began, however busy the machine is when it goes on.</summary>
    private List<BundledExperiment> AskedBy(EarlierSitting earlier) =>
        [.. Experiments.Where(experiment => !earlier.HasDoubt(NotAskedCode, experiment.Id))];

    private static Doubt NotAsked(BundledExperiment experiment) => new(
        NotAskedCode,
        experiment.Id,
        $"'{experiment.Id}' was skipped: other programs take a good part of the processors, "
            + "and a difference of a few percent cannot be detected in a minute on a busy machine.",
        "An experiment that cannot be decided would take its time from those that can.",
        $"When the machine is idle: syncopate run {experiment.Id}");
}
