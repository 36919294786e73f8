using System.Globalization;
using Syncopate.Load;
using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Plans;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Units;

namespace Syncopate.Experiments;

/// <summary>Compares a plan with this machine: the same work and load on the sample site, a new process each round, as
/// an ordinary run with a journal and a report.</summary>
internal sealed class PlanValidation
{
    /// <summary>Time for the whole validation.</summary>
    public static readonly TimeSpan Budget = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Start = TimeSpan.FromSeconds(1.5);

    private const string PlanId = "plan";
    private const string BlockingOnTaskId = "plan-sync-over-async";
    private const int WarmRequests = 60;

    // Waits that vary stand in the address of the page, which has room for some thousands of letters.
    private const int MostLengths = 200;
    private const int Rounds = 3;

    private readonly PlanQuestion _question;
    private readonly SampleServers _servers;

    /// <summary>Ids of all experiments that one can run.</summary>
    internal static IReadOnlyList<string> EveryId { get; } = [PlanId, BlockingOnTaskId];

    /// <summary>What its reports say: that of work that waits or computes, as the plan has it.</summary>
    internal static Explanation Explanation { get; } = new()
    {
        OfRow = planned => planned.Workload.Traits.OnlyComputes
            ? SharedExplanations.Computing
            : SharedExplanations.Waiting,
    };

    /// <param name="question">What was planned; for the cores of this machine and none in the background.</param>
    /// <param name="servers">How to start the site.</param>
    public PlanValidation(PlanQuestion question, SampleServers servers)
    {
        ArgumentNullException.ThrowIfNull(question);
        // The site waits whole milliseconds, and draws from as many lengths as its address has room for: what is
        // predicted is what is asked of it.
        _question = question with
        {
            Endpoints = [.. question.Endpoints.Select(e => e.Wait.Shape == WaitShape.Equal ? e : Whole(e, Parts(question)))],
        };
        _servers = servers;
    }

    /// <summary>Ids of those that this one runs.</summary>
    public IReadOnlyList<string> Ids => [.. Pairs.Select(p => p.Id)];

    /// <summary>Measures.</summary>
    public async Task RunAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        List<(string Id, IReadOnlyList<WaitStyle> Styles)> pairs = Pairs.ToList();
        for (int i = 0; i < pairs.Count; i++)
        {
            await new ExperimentRunner(
                run, PlanOf(pairs[i]), Budget / pairs.Count, Budget * (pairs.Count - i - 1) / pairs.Count).RunAsync(cancellationToken);
        }
    }

    /// <summary>What was measured beside what the model says of exactly this: same length, same history, fresh processes.</summary>
    public IEnumerable<ValidatedForm> Compare(ReportDocument report)
    {
        ArgumentNullException.ThrowIfNull(report);
        foreach ((string id, IReadOnlyList<WaitStyle> styles) in Pairs)
        {
            ExperimentReport? experiment = report.Experiments.FirstOrDefault(e => e.Id == id);
            foreach (WaitStyle style in styles)
            {
                if (experiment?.Forms.FirstOrDefault(f => f.Form == FormOf(style)) is { Count: > 0 } measured
                    && (id == PlanId || style == WaitStyle.BlockingOnTask))
                {
                    yield return new ValidatedForm(
                        style, Planner.Predict(_question, style, SlotLength, WarmRequests), measured);
                }
            }
        }
    }

    /// <summary>Each form is compared with the asynchronous one; sync over async has no form of its own and takes the
    /// place of the synchronous one in a second experiment.</summary>
    private IEnumerable<(string Id, IReadOnlyList<WaitStyle> Styles)> Pairs
    {
        get
        {
            List<WaitStyle> honest = [.. _question.Styles.Where(s => s != WaitStyle.BlockingOnTask)];
            if (honest.Count == 1)
                honest.Add(honest[0] == WaitStyle.Awaiting ? WaitStyle.Blocking : WaitStyle.Awaiting);
            if (honest.Count > 0)
                yield return (PlanId, honest);
            if (_question.Styles.Contains(WaitStyle.BlockingOnTask))
                yield return (BlockingOnTaskId, [WaitStyle.BlockingOnTask, WaitStyle.Awaiting]);
        }
    }

    /// <summary>Length of one slot: what the budget leaves for each of the rounds' slots.</summary>
    private TimeSpan SlotLength
    {
        get
        {
            int slots = Pairs.Sum(p => p.Styles.Count) * Rounds;
            return TimeSpan.FromSeconds(Math.Max(1, Math.Floor((Budget / slots - Start).TotalSeconds)));
        }
    }

    private ExperimentPlan PlanOf((string Id, IReadOnlyList<WaitStyle> Styles) pair) => new()
    {
        Experiment = new Experiment
        {
            Id = pair.Id,
            Title = "A plan, measured",
            Question = "Does this machine do what the plan says?",
            Source = "",
            Workload = new Workload(
                "Work of the planned size",
                _question.Endpoints.All(e => e.Demand.WaitSeconds == 0) ? UseCase.CpuBound : UseCase.IoBound,
                [.. pair.Styles.Select(FormOfWorkload)]),
            Load = Load,
            Replicate = Replicate.ProcessStart,
            NoiseForm = null,
            WaitMilliseconds = Milliseconds.FromSeconds(_question.LongestSeconds(WaitStyle.Awaiting) - _question.CpuSeconds),
            PublishedWaitMilliseconds = 0,
            Looks = 1,
            MarginPercent = 5,
            FloorMilliseconds = 0.1,
            Published = [],
            Change = "",
            Caveats = ["The rounds are few: they show how well the model fits, not which form is better."],
        },
        Server = Site,
        Budget = Budget,
        EstimatedRound = (SlotLength + Start) * pair.Styles.Count,
        MaximumRounds = Rounds,
        RoundsPerProcess = 1,
        SteadyFloor = TimeSpan.Zero,
        SteadyCeiling = TimeSpan.Zero,
        Work = new HttpWork
        {
            // On a pool that starves an answer takes longer than any client would wait; that is what is measured.
            Options = new LoadOptions { TotalTimeout = Timeout },
            WarmPath = form => form.Path.Split('?')[0] + "?microseconds=1&ms=0&waits=0",
            ColdWarmRequests = WarmRequests,
            Request = (path, load) => new LoadRequest(path, load) { ThinkTime = _question.Think },
        },
    };

    private LoadShape Load => _question.Users is { } users
        ? new UsersForTime(users, SlotLength)
        : Arrivals.AtRate(_question.Load, SlotLength) with { MaximumInFlight = 10_000 };

    private WorkloadForm FormOfWorkload(WaitStyle style)
    {
        // As the site names it.
        string name = PlanText.Name(style).Replace(' ', '-');
        string path = $"/planned/{name}?{string.Join('&', _question.Endpoints.Select(Query))}";
        return new WorkloadForm(FormOf(style), name, path, Milliseconds.FromSeconds(_question.UnloadedSeconds(style)));
    }

    private static int Parts(PlanQuestion question) => Math.Max(1, MostLengths / Math.Max(1, question.Endpoints.Count));

    private static PlannedEndpoint Whole(PlannedEndpoint request, int parts) =>
        new(
            request.Demand.CpuSeconds,
            WaitTime.OneOf([.. request.Wait.InParts(parts).Select(seconds => Math.Round(seconds, 3))]),
            request.Waits,
            request.Share,
            request.Name);

    private static string Lengths(PlannedEndpoint request, int parts) => request.Wait.Shape == WaitShape.Equal
        ? string.Create(CultureInfo.InvariantCulture, $"{Milliseconds.FromSeconds(request.Demand.WaitSeconds):0}")
        : string.Join(',', request.Wait.InParts(parts)
            .Select(seconds => Milliseconds.FromSeconds(seconds).ToString("0", CultureInfo.InvariantCulture)));

    // The site chooses by share among several.
    private string Query(PlannedEndpoint request)
    {
        double share = request.Share / _question.Endpoints.Sum(e => e.Share);
        string lengths = Lengths(request, Parts(_question));
        int waits = request.Demand.WaitSeconds == 0 ? 0 : request.Waits;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"share={share:0.#########}&microseconds={Microseconds.FromSeconds(request.Demand.CpuSeconds):0}&ms={lengths}&waits={waits}");
    }

    private ServerCommand Site(Form form)
    {
        List<(string, string)> variables = [("Database__Open", "when-asked")];
        if (_question.MinimumThreads is { } minimum)
            variables.Add(("DOTNET_ThreadPool_ForceMinWorkerThreads", minimum.ToString("X", CultureInfo.InvariantCulture)));
        if (_question.MaximumThreads is { } maximum)
            variables.Add(("DOTNET_ThreadPool_ForceMaxWorkerThreads", maximum.ToString("X", CultureInfo.InvariantCulture)));
        return _servers.Site($"SampleSite ({form.InLowerCase()})", 1 + (int)form, [.. variables]);
    }

    private static Form FormOf(WaitStyle style) => style switch
    {
        WaitStyle.Awaiting => Form.Async,
        WaitStyle.AwaitingTogether => Form.Parallel,
        _ => Form.Sync,
    };
}

/// <summary>A form as the model says it is, and as it was.</summary>
/// <param name="Style">How it waits.</param>
/// <param name="Predicted">The simulation of exactly what was measured.</param>
/// <param name="Measured">What was measured, over all rounds.</param>
internal sealed record ValidatedForm(WaitStyle Style, PlannedLevel Predicted, FormReport Measured)
{
    /// <summary>Error of the predicted answers per second, as a share of the measured ones.</summary>
    public double ThroughputError => Predicted.RequestsPerSecond.Median / Measured.RequestsPerSecond - 1;

    /// <summary>Error of the predicted median latency, as a share of the measured one.</summary>
    public double MedianError => Predicted.P50Milliseconds.Median / Measured.P50 - 1;

    /// <summary>Error of the predicted 99th percentile, as a share of the measured one.</summary>
    public double P99Error => Predicted.P99Milliseconds.Median / Measured.P99 - 1;
}
