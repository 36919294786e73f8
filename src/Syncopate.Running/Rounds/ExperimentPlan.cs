using Syncopate.Running.Servers;

namespace Syncopate.Running.Rounds;

/// <summary>An experiment with all that the runner needs to drive it.</summary>
internal sealed record ExperimentPlan
{
    private static readonly HttpWork PlainRequests = new();

    /// <summary>The experiment; the runner sets <see cref="Experiment.Looks"/> from the budget before the first slot.</summary>
    public required Experiment Experiment { get; init; }

    /// <summary>Where the server of a form comes from.</summary>
    public required Func<Form, IServerSource> Server { get; init; }

    /// <summary>Time for everything this experiment does, warm-up included. No round is started that would probably not fit.</summary>
    public required TimeSpan Budget { get; init; }

    /// <summary>Estimated length of one round. With <see cref="Budget"/> it fixes the number of looks; once rounds are
    /// measured, they say so.</summary>
    public required TimeSpan EstimatedRound { get; init; }

    /// <summary>Estimated time to start and warm the servers of a round of a cold question, or those of all rounds of a
    /// steady one.</summary>
    public TimeSpan EstimatedStart { get; init; }

    /// <summary>Rounds of a cold question whose servers may be started side by side, before they are measured; default
    /// 1, for servers that want a port of their own.</summary>
    public int RoundsAhead { get; init; } = 1;

    /// <summary>True to stop at the verdict on the first and the last form, though other pairs are still open.</summary>
    public bool StopsWhenAnswered { get; init; }

    /// <summary>Most rounds to measure; best where <see cref="Syncopate.Looks"/> has a look.</summary>
    public required int MaximumRounds { get; init; }

    /// <summary>Rounds to measure, time permitting, even when fewer have decided: they sharpen the figures, not the
    /// verdict. Default 0.</summary>
    public int MinimumRounds { get; init; }

    /// <summary>Rounds after which the servers are replaced by new ones, as long as the time left is worth their start;
    /// <see cref="int.MaxValue"/> for never.</summary>
    public required int RoundsPerProcess { get; init; }

    /// <summary>Least and most time to warm a server until it is steady.</summary>
    public required TimeSpan SteadyFloor { get; init; }

    /// <summary>Time after which a server that is not steady is measured all the same, with a doubt.</summary>
    public required TimeSpan SteadyCeiling { get; init; }

    /// <summary>What is done in each slot; default a load of plain GET requests.</summary>
    public PlannedWork Work { get; init; } = new HttpWork();

    /// <summary>The load, of a plan that has one.</summary>
    /// <exception cref="InvalidOperationException">The work is another.</exception>
    public HttpWork Http =>
        Work as HttpWork ?? throw new InvalidOperationException($"{Experiment.Id} has work of its own and drives no load.");

    /// <summary>The load that warms its servers: of a plan that has none, plain GET requests for the path of each form.</summary>
    public HttpWork Warming => Work as HttpWork ?? PlainRequests;
}
