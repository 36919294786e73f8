using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Running.Showing;

namespace Syncopate.Experiments.Bundled;

/// <summary>A race, as it is asked for.</summary>
/// <param name="Experiment">One of <see cref="Races.All"/>; null for a race of addresses.</param>
/// <param name="Targets">Two or three addresses; empty for an experiment.</param>
/// <param name="Users">How many users arrive at once.</param>
internal sealed record RequestedRace(BundledExperiment? Experiment, IReadOnlyList<ComparedTarget> Targets, int Users)
{
    /// <summary>Id of what is asked.</summary>
    public string Id => Experiment?.Id ?? "race";

    /// <summary>Folder of the samples; by default the one beside this program.</summary>
    public string Samples { get; init; } = Path.Combine(AppContext.BaseDirectory, "samples");

    /// <summary>Runs until nobody has asked for anything for a while, or it is stopped.</summary>
    /// <param name="run">The run.</param>
    /// <param name="feed">Who watches.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="TargetFailedException">A server did not start, or died.</exception>
    public async Task RunAsync(RunContext run, LiveFeed feed, CancellationToken cancellationToken)
    {
        using SampleServers servers = new(Samples, 0);
        if (Experiment is not null)
            await Races.PrepareAsync(Experiment, servers, run, cancellationToken);
        ExperimentPlan plan = Experiment is null ? Races.Plan(Targets, Users) : Races.Plan(Experiment, servers, Users);
        await new RaceRun(run, feed, plan).RunAsync(cancellationToken);
    }
}
