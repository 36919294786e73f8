using Syncopate.Load;
using Syncopate.Running.Comparing;
using Syncopate.Running.Rounds;

namespace Syncopate.Tests.Rounds;

/// <summary>Questions as commands ask them, for simulated servers.</summary>
internal static class SimulatedPlan
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    /// <summary>A question about warm servers, with slots of half a second: a round of two forms and the noise slot takes 1.5 s.</summary>
    public static ExperimentPlan Warm(SimulatedWorld world, params Form[] forms) => new()
    {
        Experiment = Experiment("question", forms.Length == 0 ? [Form.Sync, Form.Async] : forms),
        Server = form => world.Source(form.ToString()),
        Budget = 60 * Second,
        EstimatedRound = 1.5 * Second,
        EstimatedStart = 4 * Second,
        MaximumRounds = Looks.RoundsAt(Looks.Most),
        RoundsPerProcess = int.MaxValue,
        SteadyFloor = 3 * Second,
        SteadyCeiling = 8 * Second,
    };

    /// <summary>The same with new servers in each round; starting them takes half a second.</summary>
    public static ExperimentPlan Cold(SimulatedWorld world, params Form[] forms)
    {
        ExperimentPlan plan = Warm(world, forms);
        return plan with
        {
            Experiment = plan.Experiment with { Replicate = Replicate.ProcessStart, Load = new UsersTimesLoops(10, 20) },
            EstimatedRound = 0.4 * Second,
            EstimatedStart = Second,
            Work = new HttpWork { ColdWarmRequests = 20 },
        };
    }

    /// <summary>A question whose slots a pilot makes as long as they must be.</summary>
    public static ExperimentPlan Piloted(SimulatedWorld world, params Form[] forms) => Warm(world, forms) with
    {
        EstimatedRound = Second,
        EstimatedStart = TimeSpan.Zero,
        Work = new HttpWork
        {
            Load = new PilotedLoad(slowest => new SlotLoad(
                new UsersForTime(10, SlotRules.Length(slowest.P95, slowest.RequestsPerSecond)), 0.05 * Second)),
        },
    };

    /// <summary>Two servers of a user's.</summary>
    public static UrlComparison Comparison(SimulatedWorld world, TimeSpan budget, params Form[] forms) => new()
    {
        Targets =
        [
            .. (forms.Length == 0 ? [Form.A, Form.B] : forms)
                .Select(f => new ComparedTarget(f, f.ToString(), f.ToString(), "/" + f, world.Source(f.ToString()))),
        ],
        RequestTo = path => new LoadRequest(path, new UsersForTime(10, Second)),
        Load = new UsersForTime(10, Second),
        Budget = budget,
        ReadAnswer = (form, _, _, _) => Task.FromResult(new CheckedAnswer(form, 200, 100, "same", 5)),
    };

    public static Experiment Experiment(string id, params Form[] forms) => new()
    {
        Id = id,
        Title = id,
        Question = "Which is faster?",
        Source = "",
        Workload = new Workload(id, UseCase.IoBound, [.. forms.Select(f => new WorkloadForm(f, f.ToString(), "/" + f, 0))]),
        Load = new UsersForTime(10, 0.5 * Second),
        Replicate = Replicate.Round,
        NoiseForm = forms[0],
        WaitMilliseconds = 0,
        PublishedWaitMilliseconds = 0,
        Looks = 1,
        MarginPercent = 5,
        FloorMilliseconds = 0.1,
        Published = [],
        Change = "",
        Caveats = [],
    };
}
