using Syncopate.Experiments.Bundled;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Showing;
using Syncopate.Tests.Load;
using Syncopate.Tests.Rounds;
using Xunit;

namespace Syncopate.Tests.Experiments;

/// <summary>A race from what is asked for to its end, on servers that are simulated or not there.</summary>
public sealed class RequestedRaceTests : IDisposable
{
    private const int Users = 5;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-race-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void A_race_is_called_by_its_experiment_and_one_of_addresses_by_what_it_is()
    {
        Assert.All(Races.All, experiment => Assert.Equal(experiment.Id, new RequestedRace(experiment, [], Users).Id));
        Assert.Equal("race", new RequestedRace(null, Targets(new SimulatedWorld()), Users).Id);
    }

    [Fact]
    public async Task A_race_of_addresses_has_the_users_that_were_asked_for_and_ends_its_servers_when_it_is_stopped()
    {
        SimulatedWorld world = null!; // set in the next line
        world = new SimulatedWorld
        {
            OnLoad = (_, _) =>
            {
                if (world.FinishedLoads == 5) // In the middle of the third round.
                    world.Stop();
            },
        };

        SimulatedOutcome outcome = await RunAsync(world, new RequestedRace(null, Targets(world), Users));

        Assert.Equal(RunOutcome.Cancelled, outcome.End?.Outcome);
        Experiment asked = Assert.Single(outcome.Experiments);
        Assert.Equal(("race-1", "A against B: 5 users", Users), (asked.Id, asked.Title, asked.Load.MaximumUsers));
        Assert.Equal(2, world.Servers.Count);
        Assert.Equal(2, outcome.Rounds);
        Assert.Empty(outcome.Broken);
    }

    [Fact]
    public async Task A_race_whose_server_does_not_start_says_so_and_leaves_none_running()
    {
        SimulatedWorld world = new();
        ComparedTarget[] targets = Targets(world);
        targets[1] = targets[1] with { Server = world.Source("B") with { Refuses = _ => true } };

        SimulatedOutcome outcome = await RunAsync(world, new RequestedRace(null, targets, Users));

        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.Equal("Cannot use B: it did not start.", outcome.End?.Message);
        Assert.Single(world.Servers);
        Assert.Empty(outcome.Experiments);
        Assert.Empty(outcome.Broken);
    }

    /// <summary>What the sites depend on is started before them.</summary>
    [Theory]
    [InlineData("delay", "SampleSite")]
    [InlineData("dashboard", "FeedService")]
    public async Task A_race_of_an_experiment_needs_its_samples_and_names_the_one_that_is_missing(string id, string sample)
    {
        RequestedRace race = new(Races.All.Single(experiment => experiment.Id == id), [], Users) { Samples = _folder.FullName };

        SimulatedOutcome outcome = await RunAsync(new SimulatedWorld(), race);

        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.StartsWith($"Cannot find the bundled sample {sample}: ", outcome.End?.Message, StringComparison.Ordinal);
        Assert.Empty(outcome.Experiments);
    }

    // Nobody asks the feed for anything; its clock is not that of the run, whose work stays on one thread.
    private async Task<SimulatedOutcome> RunAsync(SimulatedWorld world, RequestedRace race)
    {
        using ManualTime time = new();
        await using LiveFeed feed = new(_folder.FullName, new RunClock(time), (_, _) => "");
        return world.Run((run, token) => race.RunAsync(run, feed, token), race.Id);
    }

    private static ComparedTarget[] Targets(SimulatedWorld world) => [Target(world, Form.A), Target(world, Form.B)];

    private static ComparedTarget Target(SimulatedWorld world, Form form) =>
        new(form, form.ToString(), form.ToString(), $"/{form}", world.Source(form.ToString()));
}
