using System.Globalization;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Running.Showing;
using Syncopate.Texts;

namespace Syncopate.Experiments;

/// <summary>A comparison that somebody watches and plays with: round after round until it is decided; and another question, in the same
/// journal, whenever the watcher asks for another number of users.</summary>
internal sealed class RaceRun
{
    // Enough for every look; a watcher has gone home after that.
    private static readonly TimeSpan LongestQuestion = TimeSpan.FromMinutes(20);
    private static readonly TimeSpan LongestRest = TimeSpan.FromMinutes(10);

    // Of a new process, to have its code compiled.
    private static readonly UsersTimesLoops Warming = new(1, 20);

    private readonly RunContext _run;
    private readonly LiveFeed _feed;
    private readonly ExperimentPlan _plan;

    /// <param name="run">The run.</param>
    /// <param name="feed">Who watches.</param>
    /// <param name="plan">The question, for the users with which it begins.</param>
    public RaceRun(RunContext run, LiveFeed feed, ExperimentPlan plan)
    {
        _run = run;
        _feed = feed;
        _plan = plan;
    }

    /// <summary>Runs until nobody has asked for anything for ten minutes, or it is stopped.</summary>
    /// <exception cref="TargetFailedException">A server did not start, or died.</exception>
    /// <exception cref="OperationCanceledException">It was stopped; finished rounds are in the journal.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        await using ServerSet serverSet = new(_run, _plan.Server);
        await StartAsync(serverSet, cancellationToken);
        int users = _plan.Experiment.Load.MaximumUsers;
        for (int question = 1; ; question++)
        {
            await AskAsync(serverSet, users, question, cancellationToken);
            if (_feed.Users is not { } wanted || wanted == users)
            {
                if (!await IsAskedAgainAsync(cancellationToken))
                    return;
            }

            users = _feed.Users ?? users;
        }
    }

    /// <summary>One question: this load. It is left undecided when other users are asked for.</summary>
    private async Task AskAsync(ServerSet serverSet, int users, int question, CancellationToken cancellationToken)
    {
        ExperimentRunner runner = new(_run, _plan with { Experiment = For(users, question) }, LongestQuestion, TimeSpan.Zero);
        _run.Journal.Append(runner.Experiment);
        while (await runner.ContinueOnAsync(serverSet, most: 1, cancellationToken) && (_feed.Users ?? users) == users)
        {
            if (IsCold)
                await StartAsync(serverSet, cancellationToken);
        }

        runner.Finish();
        if (IsCold)
            await StartAsync(serverSet, cancellationToken); // For the next question, whenever it comes.
    }

    // A pool remembers its threads: what is asked of servers just after their start is asked of new ones each round.
    private bool IsCold => _plan.Experiment.Replicate == Replicate.ProcessStart;

    /// <summary>New servers, with their code compiled.</summary>
    private async Task StartAsync(ServerSet serverSet, CancellationToken cancellationToken)
    {
        _feed.Say("starting servers");
        await serverSet.EndAsync();
        await serverSet.StartAsync(_plan.Experiment.Workload.Forms.Select(f => f.Form), cancellationToken);
        await serverSet.PrepareAsync(_plan, cancellationToken);
        using Drivers drivers = Drivers.Of(_run, _plan, serverSet, serverSet);
        await Task.WhenAll(drivers.OfForms.Select(driver => driver.WarmAsync(Warming, cancellationToken)));
    }

    private Experiment For(int users, int question) => _plan.Experiment with
    {
        Id = string.Create(CultureInfo.InvariantCulture, $"{_plan.Experiment.Id}-{question}"),
        Title = $"{_plan.Experiment.Title}: {Counted.Of(users, "user")}",
        Load = new UsersTimesLoops(users, ((UsersTimesLoops)_plan.Experiment.Load).Loops),
    };

    private async Task<bool> IsAskedAgainAsync(CancellationToken cancellationToken)
    {
        _feed.Say(LiveFeed.Resting);
        using CancellationTokenSource late = new(LongestRest, _run.Clock.Provider);
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, late.Token);
        try
        {
            await _feed.AwaitUsersAsync(either.Token);
            return true;
        }
        catch (OperationCanceledException) when (_feed.Stopped.IsCancellationRequested
            || (late.IsCancellationRequested && !cancellationToken.IsCancellationRequested))
        {
            return false; // Stopped or forgotten: nothing that was asked is missing.
        }
    }
}
