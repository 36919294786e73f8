using Syncopate.Load;
using Syncopate.Running.Servers;

namespace Syncopate.Running.Rounds;

/// <summary>Sends the load of one form to its server: in a slot, before one, and while it is looked at. It owns its engine.</summary>
internal sealed class SlotLoader(RunContext run, ExperimentPlan plan, WorkloadForm form, ServerSet serverSet) : IDisposable
{
    // What the first requests of a process need to have its code compiled, as an agent does before it joins.
    private static readonly TimeSpan AgentWarmUp = TimeSpan.FromSeconds(0.5);

    // At a low rate it takes longer until there is a request for each of a thousand agents: with fewer a load could not be divided.
    private const double LeastRequests = 1_000;

    private readonly IServer _server = serverSet[form.Form];
    private readonly HashSet<string> _broken = new(StringComparer.Ordinal); // Laws: one doubt each says it all.
    private readonly HttpWork _work = plan.Http;

    /// <summary>What sends it.</summary>
    public ILoadEngine Engine { get; } = run.OpenEngine(serverSet[form.Form].Target, plan.Http.Options);

    /// <summary>What its servers count of a slot.</summary>
    public ISlotTally Tally => _work.Tally;

    /// <summary>Sends without recording: to compile the code of a new process, or to bring a profile to its working point.</summary>
    public async Task WarmAsync(LoadShape shape, CancellationToken cancellationToken)
    {
        using ILoadEngine? own = run.OpenWarmUp?.Invoke(_server.Target, _work.Options);
        _ = await DriveWarmAsync(own ?? Engine, _work.WarmPath(form), shape, cancellationToken, CancellationToken.None)
            .ConfigureAwait(false);
    }

    /// <summary>Has agents send some of the load to a warm server, without recording it, unless they have done so: else the first slot
    /// would be of code that is not compiled, and so would be that of an agent that was started anew.</summary>
    public async Task WarmAgentsAsync(LoadShape load, CancellationToken cancellationToken)
    {
        if (run.OpenWarmUp is null || run.WarmForAgents.Contains(_server))
            return;
        double seconds = AgentWarmUp.TotalSeconds;
        if (load is Arrivals arrivals)
        {
            // All of the load has one for each, or could not be sent itself.
            double needed = LeastRequests / Math.Max(arrivals.FromPerSecond, arrivals.ToPerSecond);
            seconds = Math.Max(seconds, Math.Min(needed, arrivals.Duration.TotalSeconds));
        }

        LoadShape shape = Pilot.Shape(load, TimeSpan.FromSeconds(seconds));
        string path = _work.WarmPath(form);
        _ = await SendersLostException.RepeatAsync(
            () => DriveWarmAsync(Engine, path, shape, cancellationToken, CancellationToken.None)).ConfigureAwait(false);
        run.WarmForAgents.Add(_server);
    }

    /// <summary>Sends some of the load to a warm server, without recording it.</summary>
    /// <param name="shape">The load.</param>
    /// <param name="timeout">When to give up what has not been answered by then; null to wait for all of it.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public async Task<LoadResult> TryAsync(LoadShape shape, TimeSpan? timeout, CancellationToken cancellationToken)
    {
        LoadResult result = await SendersLostException.RepeatAsync(async () =>
        {
            using CancellationTokenSource enough = new(timeout ?? Timeout.InfiniteTimeSpan, run.Clock.Provider);
            return await DriveWarmAsync(Engine, form.Path, shape, cancellationToken, enough.Token)
                .ConfigureAwait(false);
        }).ConfigureAwait(false);
        run.WarmForAgents.Add(_server);
        return result;
    }

    /// <summary>Sends the load of a slot.</summary>
    /// <param name="place">The slot.</param>
    /// <param name="load">Its load.</param>
    /// <param name="ring">Takes down what single requests do; null for nobody.</param>
    /// <param name="cancellationToken">Ends it without a result.</param>
    /// <exception cref="SendersLostException">An agent was lost in it, and is there again.</exception>
    public Task<LoadResult> SendAsync(SlotPlace place, SlotLoad load, RequestRing? ring, CancellationToken cancellationToken)
    {
        // Pictures need the single requests of one round only; all others go into the histogram alone.
        bool isShown = place.Kind == SlotKind.Measured && (place.Round == 1 || _work.TracesEveryRound);
        LoadRequest request = _work.Request(_work.PathInRound(form, place.Round), load.Shape) with
        {
            MaximumTraces = place.Kind == SlotKind.Profile || isShown ? _work.MaximumTraces : 0,
            Discard = load.Discard,
            Ring = ring,
        };
        return DriveAsync(Engine, request, cancellationToken, CancellationToken.None);
    }

    public void Dispose() => Engine.Dispose();

    private async Task<LoadResult> DriveWarmAsync(
        ILoadEngine engine, string path, LoadShape shape, CancellationToken cancellationToken, CancellationToken enough)
    {
        LoadRequest request = _work.Request(path, shape) with { IsUnrecorded = true };
        LoadResult result = await DriveAsync(engine, request, cancellationToken, enough).ConfigureAwait(false);
        if (result.Count == 0 && !(result.Cancelled && result.Errors.Count == 0))
        {
            throw new TargetFailedException($"{_server.Name} gave no good answer to {path} while it was warmed: {Describe(result.Errors)}. "
                + "See its log: that of a server that the tool started is in the run's folder.");
        }

        return result;
    }

    /// <param name="engine">What sends it.</param>
    /// <param name="request">What to send.</param>
    /// <param name="cancellationToken">Ends it without a result.</param>
    /// <param name="enough">Ends it with what has been answered by then.</param>
    private async Task<LoadResult> DriveAsync(
        ILoadEngine engine, LoadRequest request, CancellationToken cancellationToken, CancellationToken enough)
    {
        async Task<LoadResult> LoadAsync(CancellationToken token)
        {
            using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(token, enough);
            return await engine.RunAsync(request, end.Token).ConfigureAwait(false);
        }

        LoadResult result = await ServerGuard
            .RunWhileAliveAsync(LoadAsync, serverSet.Everyone, run.Clock.Provider, cancellationToken)
            .ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (result is { IsRepeatable: true, Failure: { } lost })
        {
            run.WarmForAgents.Clear();
            throw new SendersLostException(lost.What, result.LostSenders);
        }

        if (result.Failure is { } failure)
        {
            // A reset connection is seen before the exit of the process that caused it; the exit says more.
            await ServerGuard.AwaitDeathAsync(serverSet.Everyone, run.Clock.Provider, cancellationToken).ConfigureAwait(false);
            throw new TargetFailedException($"{_server.Name}: {failure.What}");
        }

        Doubts(request, result);
        return result;
    }

    // Users without a request in flight are noise of a comparison, which has a rule of its own for them.
    private void Doubts(LoadRequest request, LoadResult result)
    {
        foreach (Doubt broken in LoadLaws.Broken(result, request).Where(doubt => doubt.Code != LoadLaws.Little && _broken.Add(doubt.Code)))
            run.Journal.Append(broken with { Experiment = plan.Experiment.Id, What = $"{form.Label}: {broken.What}" });
    }

    private static string Describe(IReadOnlyDictionary<string, long> errors) =>
        errors.Count == 0 ? "no answer at all" : string.Join(", ", errors.Select(e => $"{e.Value} x {e.Key}"));
}
