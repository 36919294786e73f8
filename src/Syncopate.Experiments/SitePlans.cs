using Syncopate.Running.Rounds;

namespace Syncopate.Experiments;

/// <summary>How the sample site is measured under load: what the plans of bundled experiments have in common.</summary>
internal static class SitePlans
{
    /// <summary>Every round starts new servers: how long requests queue depends on what the pool has been through.</summary>
    /// <param name="asked">The experiment.</param>
    /// <param name="servers">How to start the sites.</param>
    /// <param name="mode">Size of the run.</param>
    /// <param name="seconds">Its time, and what a round takes.</param>
    public static ExperimentPlan Cold(Experiment asked, SampleServers servers, RunMode mode, (double Budget, double Round) seconds) => new()
    {
        Experiment = asked,
        Server = servers.ColdSite,
        Budget = TimeSpan.FromSeconds(seconds.Budget),
        EstimatedRound = TimeSpan.FromSeconds(seconds.Round),
        EstimatedStart = SampleServers.EstimatedColdStart,
        MaximumRounds = Looks.RoundsAt(Looks.Most),
        RoundsAhead = SampleServers.RoundsAhead,
        StopsWhenAnswered = mode == RunMode.Quick,
        RoundsPerProcess = 1,
        SteadyFloor = TimeSpan.Zero,
        SteadyCeiling = TimeSpan.Zero,
        Work = new HttpWork
        {
            WarmPath = form => form.Path.Split('?')[0] + "?ms=0",
            ColdWarmRequests = mode == RunMode.Quick ? 20 : 60,
        },
    };

    /// <summary>Servers are warmed and stay: all rounds of a quick run, ten of any other.</summary>
    /// <param name="asked">The experiment.</param>
    /// <param name="servers">How to start the sites.</param>
    /// <param name="mode">Size of the run.</param>
    /// <param name="seconds">Its time, and what a round takes.</param>
    public static ExperimentPlan Warm(Experiment asked, SampleServers servers, RunMode mode, (double Budget, double Round) seconds) => new()
    {
        Experiment = asked,
        Server = servers.Site,
        Budget = TimeSpan.FromSeconds(seconds.Budget),
        EstimatedRound = TimeSpan.FromSeconds(seconds.Round),
        EstimatedStart = SampleServers.EstimatedWarmStart(mode),
        MaximumRounds = Looks.RoundsAt(Looks.Most),
        StopsWhenAnswered = mode == RunMode.Quick,
        RoundsPerProcess = mode == RunMode.Quick ? int.MaxValue : 10,
        SteadyFloor = TimeSpan.FromSeconds(mode == RunMode.Quick ? 2 : 3),
        SteadyCeiling = TimeSpan.FromSeconds(mode == RunMode.Quick ? 2 : 5),
    };
}
