using System.Globalization;
using Syncopate.Cluster.Agents;
using Syncopate.Cluster.Conducting;
using Syncopate.Load;
using Syncopate.Texts;
using Syncopate.Units;

namespace Syncopate.Cluster.Loads;

/// <summary>A load sent by several machines, with a result as if one had sent it: whoever measures in rounds need not know.</summary>
internal sealed class ClusterEngine(ClusterFleet fleet, HttpTarget target, LoadOptions? options) : ILoadEngine
{
    private const int MostBeginnings = 2; // Of a load that counts whole or not: an agent that cannot get ready takes a minute to say so.

    /// <summary>As a failure of a load names it.</summary>
    public const string AgentsLost = "agents lost";

    private static readonly string NotThereAgain = string.Create(CultureInfo.InvariantCulture,
        $" Not all agents were there again within {ClusterFleet.ReturnTimeout.TotalSeconds:0} s.");

    // Beside the time of the load: answers may take as long as they may take.
    private static readonly TimeSpan Slack = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Longest = TimeSpan.FromHours(24);

    private volatile MergedLoad? _load;
    private int _busy;

    public string Name => Counted.Of(fleet.Agents.Count, "agent");

    public LoadProgress Progress => _load?.Progress ?? default;

    public async Task<LoadResult> RunAsync(LoadRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (Interlocked.Exchange(ref _busy, 1) == 1)
            throw new InvalidOperationException("Cannot start a load while another one drives the same server: await the first.");
        await fleet.BeginTurnAsync().ConfigureAwait(false);
        try
        {
            for (int tries = 1; ; tries++)
            {
                LoadTry done = await TryAsync(request, cancellationToken).ConfigureAwait(false);
                if (!IsAgain(done, tries) || cancellationToken.IsCancellationRequested)
                    return Take(done, request);
                fleet.Notify($"{done.Result.Failure?.What} {(fleet.OnlyWholeLoads ? Repetition(request) : "It is begun anew")} "
                    + $"when all agents are there{(fleet.OnlyWholeLoads ? "; the third loss in a row of one agent ends the run" : "")}.");
                if (!await fleet.ReturnAsync(cancellationToken).ConfigureAwait(false))
                {
                    return cancellationToken.IsCancellationRequested
                        ? done.Result with { Cancelled = true, Failure = null }
                        : Take(NotBack(done), request);
                }

                if (!fleet.OnlyWholeLoads)
                    continue;
                if (!request.IsUnrecorded)
                    fleet.AddRepeated(done.Lost);
                // What this load was a part of is measured again, and not this load alone: who asked for it knows what that is.
                return done.Result with { IsRepeatable = true, LostSenders = done.Lost };
            }
        }
        catch (ClusterException e)
        {
            // While it waited for agents that were lost. What a load meets is in its result, so that a run ends in order.
            MergedLoad none = new(request, fleet.Agents.Count, fleet.Conductor.Time);
            return Unconducted(none, fleet.Agents.Count, e, isCancelled: false);
        }
        finally
        {
            fleet.EndTurn();
            Volatile.Write(ref _busy, 0);
        }
    }

    public void Dispose()
    {
        // Nothing is held here: the agents keep their connections until the run is over.
    }

    // Where only whole loads count, nothing is lost with one that is not; else nothing is lost with one that was not begun, as an agent
    // was gone, or was another process by then.
    private bool IsAgain(LoadTry done, int tries) => done.Result.Failure?.Finding == AgentsLost
        && (fleet.OnlyWholeLoads || (tries < MostBeginnings && !done.HasBegun));

    private static LoadTry NotBack(LoadTry done) => done.Result.Failure is { } failure
        ? done with { Result = done.Result with { Failure = failure with { What = failure.What + NotThereAgain } } }
        : done;

    private static string Repetition(LoadRequest request) =>
        request.IsUnrecorded ? "It is sent again" : "The round is measured again";

    private LoadResult Take(LoadTry done, LoadRequest request)
    {
        // How late who began that warmed, and what it sent, is in no figure.
        foreach (AgentPart part in request.IsUnrecorded ? [] : done.Parts)
            fleet.Add(part);
        return done.Result;
    }

    private async Task<LoadTry> TryAsync(LoadRequest request, CancellationToken cancellationToken)
    {
        TimeProvider time = fleet.Conductor.Time;
        IReadOnlyList<AgentSight> agents = fleet.For(request.Shape);
        MergedLoad load = new(request, agents.Count, time);
        _load = load;
        try
        {
            LoadDivision division = LoadDivision.Of(request.Shape, [.. agents.Select(agent => agent.Card)]);
            RoundPlan plan = Plan(request, agents, division, load);
            (RoundOutcome outcome, AgentSummary?[] ends) = Read(
                await fleet.Conductor.RunAsync(plan, cancellationToken).ConfigureAwait(false), division);
            LoadFailure? failure = Failure(outcome, cancellationToken.IsCancellationRequested);
            double?[] shares = GeneratorShare.Of([.. agents.Select(agent => agent.Card)], ends);
            bool isCancelled = cancellationToken.IsCancellationRequested;
            LoadResult result = load.ToResult(ends, isCancelled, failure ?? OfSome(outcome, ends)) with
            {
                BusiestMachineShare = shares.Max() ?? 0,
            };
            bool isKept = failure is null || !fleet.OnlyWholeLoads;
            double? first = ends.Min(end => end?.LateMicroseconds);
            return new LoadTry(result, outcome.StartedMicroseconds is not null)
            {
                Lost = [.. Causes(outcome).Select(part => part.Agent.Card.Name)],
                Parts = isKept
                    ? [.. ends.Select((end, i) => WithShare(shares[i], Part(
                        outcome.Parts[i] with { LostAt = load.LostAt(i, outcome.Parts[i].LostAt) },
                        end, first, division.Parts[i], load.Part(i))))]
                    : [],
            };
        }
        catch (ClusterException e)
        {
            bool isCancelled = cancellationToken.IsCancellationRequested;
            return new LoadTry(Unconducted(load, agents.Count, e, isCancelled), HasBegun: true);
        }
    }

    /// <summary>What a load measured before its agents could not be conducted any more.</summary>
    private static LoadResult Unconducted(MergedLoad load, int agents, ClusterException why, bool isCancelled) =>
        load.ToResult(new AgentSummary?[agents], isCancelled, new LoadFailure(0, "agents", why.Message));

    /// <summary>What agents said at their ends. One whose end cannot be read is lost by that.</summary>
    private static (RoundOutcome Outcome, AgentSummary?[] Ends) Read(RoundOutcome outcome, LoadDivision division)
    {
        PartOutcome[] parts = [.. outcome.Parts];
        AgentSummary?[] ends = new AgentSummary?[parts.Length];
        for (int i = 0; i < parts.Length; i++)
        {
            try
            {
                ends[i] = parts[i].Summary is { } text
                    ? AgentSummary.Read(text).InWhole(FirstUser(division, i), division.Parts[i].PhaseMicroseconds)
                    : null;
            }
            catch (ClusterException)
            {
                parts[i] = parts[i] with { Summary = null, Missing = PartStanding.SentUnreadable };
            }
        }

        return (outcome with { Parts = parts }, ends);
    }

    private static int FirstUser(LoadDivision division, int part) => division.Parts.Take(part).Sum(before => before.Shape.MaximumUsers);

    private RoundPlan Plan(LoadRequest request, IReadOnlyList<AgentSight> agents, LoadDivision division, MergedLoad load)
    {
        int traces = request.MaximumTraces / agents.Count;
        List<RoundPart> parts = [];
        foreach ((AgentSight agent, LoadPart part) in agents.Zip(division.Parts))
        {
            LoadOrder order = LoadOrder.Of((target, fleet.AllowedHosts), request, options, part.Shape, traces);
            parts.Add(new RoundPart(agent, order.ToText(), part.PhaseMicroseconds));
        }

        return new RoundPlan(parts, Limit(request.Shape))
        {
            EndsWhenIncomplete = fleet.OnlyWholeLoads,
            Keep = (part, _, body) => load.Keep(part, body, TimeSpan.FromMicroseconds(parts[part].PhaseMicroseconds)),
            Settled = load.Settle,
            Away = (part, isAway) => fleet.Notify(AwayWords(agents[part].Card, isAway)),
            Started = start => load.StartedTimestamp = ClockTicks.Of(start, fleet.Conductor.Time.TimestampFrequency),
        };
    }

    private TimeSpan Limit(LoadShape shape)
    {
        TimeSpan? length = shape switch
        {
            UsersForTime l => l.Duration,
            SteppedUsers l => l.Duration,
            Arrivals l => l.Duration,
            _ => null,
        };
        return length is { } time ? time + (options ?? new LoadOptions()).TotalTimeout + Slack : Longest;
    }

    /// <summary>What makes a load none: it never began, or it counts only as a whole and is not.</summary>
    private LoadFailure? Failure(RoundOutcome outcome, bool isCancelled)
    {
        PartOutcome[] lost = [.. outcome.Parts.Where(part => part.Missing is not null)];
        if (lost.Length == 0 || isCancelled || (outcome.StartedMicroseconds is not null && !fleet.OnlyWholeLoads))
            return null;
        PartOutcome[] causes = Causes(outcome);
        IEnumerable<string> words = (causes.Length > 0 ? causes : lost).Select(
            part => $"agent '{part.Agent.Card.Name}' on {part.Agent.Card.Machine}: {part.Missing}");
        bool isRefused = causes.Any(part => part.IsRefused);
        string what = outcome.StartedMicroseconds is null ? "The load was not begun" : "The load is not whole";
        return new LoadFailure(
            (long)(causes.FirstOrDefault()?.LostAt ?? TimeSpan.Zero).TotalNanoseconds, isRefused ? "agents refused" : AgentsLost,
                $"{what}: {string.Join("; ", words)}.");
    }

    // Those that were told to stop because of the others say nothing new.
    private static PartOutcome[] Causes(RoundOutcome outcome) =>
        [.. outcome.Parts.Where(part => part.Missing is not (null or AgentRound.NotBegun or PartStanding.StoppedForOthers))];

    private static string AwayWords(AgentCard card, bool isAway)
    {
        if (!isAway)
            return $"Agent '{card.Name}' on {card.Machine} is back.";
        string grace = PartStanding.Grace.TotalSeconds.ToString("0", CultureInfo.InvariantCulture);
        return $"Agent '{card.Name}' on {card.Machine}: its session with the database is gone. When it is not back within {grace} s, "
            + "nothing more of it counts.";
    }

    /// <summary>A target that only some agents found dead: who they are is what to look into. Null for one that all found so, or
    /// none.</summary>
    private static LoadFailure? OfSome(RoundOutcome outcome, AgentSummary?[] ends)
    {
        int first = Array.FindIndex(ends, end => end?.Failure is not null);
        if (first < 0 || Array.TrueForAll(ends, end => end?.Failure is not null) || ends[first]?.Failure is not { } failure)
            return null;
        AgentCard card = outcome.Parts[first].Agent.Card;
        return failure with { What = $"For agent '{card.Name}' on {card.Machine}, not for all: {failure.What}" };
    }

    /// <param name="outcome">What became of it.</param>
    /// <param name="end">What it said at its end; null when it said nothing.</param>
    /// <param name="first">How late the first of all began; null when none did.</param>
    /// <param name="part">What it was to send.</param>
    /// <param name="sum">What it sent.</param>
    private static AgentPart Part(PartOutcome outcome, AgentSummary? end, double? first, LoadPart part, IntervalSum sum) => new()
    {
        Name = outcome.Agent.Card.Name,
        Machine = outcome.Agent.Card.Machine,
        Cores = outcome.Agent.Card.Cores,
        PerSecond = outcome.Agent.Card.PerSecond,
        Part = part.Words,
        Count = sum.Latencies.TotalCount,
        Errors = sum.Errors.Values.Sum(),
        StartedLateMicroseconds = end?.LateMicroseconds,
        ApartMicroseconds = end?.LateMicroseconds - first,
        RoundTripMicroseconds = outcome.Agent.Clock?.RoundTripMicroseconds ?? 0,
        WallOffsetMicroseconds = outcome.Agent.Clock?.WallOffsetMicroseconds ?? 0,
        BusyShare = end is { Threads.Count: > 0 } ? end.Threads.Max(thread => thread.BusyShare) : null,
        CpuNanoseconds = sum.Cpu,
        StolenShare = end?.StolenShare,
        Missing = outcome.Missing,
        LostAtSeconds = outcome.LostAt?.TotalSeconds,
        LateIntervals = outcome.LateIntervals,
    };

    // A generator on the thread pool has no threads of its own: what it takes of its machine says how busy it was.
    private static AgentPart WithShare(double? machineShare, AgentPart part) => part.BusyShare is not null ? part
        : part with { BusyShare = machineShare, IsOfProcessors = machineShare is not null };

    /// <summary>A load as it was sent once.</summary>
    /// <param name="Result">What came of it.</param>
    /// <param name="HasBegun">Whether a request may have been sent.</param>
    private sealed record LoadTry(LoadResult Result, bool HasBegun)
    {
        /// <summary>Who was lost, by name.</summary>
        public IReadOnlyList<string> Lost { get; init; } = [];

        /// <summary>What counts of what the agents did.</summary>
        public IReadOnlyList<AgentPart> Parts { get; init; } = [];
    }
}
