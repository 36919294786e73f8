using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Syncopate.Crud.Actions;

/// <summary>
/// Runs actions in the background, each in a service scope of its own, and knows those that run and those that ended
/// lately. One for a process; safe to use from any thread. Nothing of a request flows into an action: no context of its
/// call, no culture, no scope. To be disposed asynchronously, which cancels what runs and waits for its end; a host
/// does so.
/// </summary>
public sealed class ActionRunner : IAsyncDisposable
{
    private readonly IServiceScopeFactory _scopes;
    private readonly ActionLimits _limits;
    private readonly TimeProvider _time;
    private readonly ILogger<ActionRunner> _log;
    private readonly Lock _gate = new();

    // In the order of their start, ended ones among them; changed and read under the gate by any thread.
    private readonly List<ActionRun> _runs = [];
    private bool _isClosed;

    /// <summary>Called by <see cref="ActionRegistration"/>; not by applications, so that it may come to need more.</summary>
    /// <param name="scopes">Makes the scope of each action.</param>
    /// <param name="limits">How much it takes on.</param>
    /// <param name="time">Says when something was so.</param>
    /// <param name="log">Receives each action that ends with an exception.</param>
    internal ActionRunner(
        IServiceScopeFactory scopes, ActionLimits limits, TimeProvider time, ILogger<ActionRunner> log) =>
        (_scopes, _limits, _time, _log) = (scopes, limits, time, log);

    /// <summary>
    /// Starts an asynchronous action and returns at once. It runs as a task that this runner keeps; the class is taken
    /// from the services, or made with what they hold.
    /// </summary>
    /// <typeparam name="TAction">The action.</typeparam>
    /// <typeparam name="TInput">What it works on.</typeparam>
    /// <typeparam name="TOutput">What comes of it.</typeparam>
    /// <param name="owner">Whose it is, as a user's name; only the same owner finds it.</param>
    /// <param name="input">What it works on; not to be changed any more.</param>
    /// <returns>The run, or <see cref="Outcome.Unavailable"/> when as many run as may.</returns>
    /// <exception cref="ObjectDisposedException">The runner is being disposed.</exception>
    public Result<ActionRun> Start<TAction, TInput, TOutput>(string owner, TInput input)
        where TAction : IAsyncAction<TInput, TOutput> =>
        Start(owner, typeof(TAction).Name, run => CarryOutAsync(run, () => ActAsync<TAction, TInput, TOutput>(input, run)));

    /// <summary>
    /// Starts a synchronous action and returns at once. It runs on a thread of its own: work that blocks would keep a
    /// thread of the pool from the requests for as long as it lasts, which is why nothing here hands it to the pool.
    /// </summary>
    /// <typeparam name="TAction">The action.</typeparam>
    /// <typeparam name="TInput">What it works on.</typeparam>
    /// <typeparam name="TOutput">What comes of it.</typeparam>
    /// <param name="owner">Whose it is, as a user's name; only the same owner finds it.</param>
    /// <param name="input">What it works on; not to be changed any more.</param>
    /// <returns>The run, or <see cref="Outcome.Unavailable"/> when as many run as may.</returns>
    /// <exception cref="ObjectDisposedException">The runner is being disposed.</exception>
    public Result<ActionRun> StartOnThread<TAction, TInput, TOutput>(string owner, TInput input)
        where TAction : IAction<TInput, TOutput> =>
        Start(owner, typeof(TAction).Name, run => OnThreadAsync(run, () => Act<TAction, TInput, TOutput>(input, run)));

    /// <summary>The run of this id; null when there is none, when it has been forgotten and when it is somebody else's.</summary>
    /// <param name="owner">Who asks.</param>
    /// <param name="id">Of the run.</param>
    public ActionRun? Find(string owner, string id) => Of(owner).FirstOrDefault(run => run.Id == id);

    /// <summary>The runs of this owner that run or are remembered, the one started last first.</summary>
    /// <param name="owner">Who asks.</param>
    public IReadOnlyList<ActionRun> Of(string owner)
    {
        lock (_gate)
            return [.. _runs.Where(run => run.Owner == owner).Reverse()];
    }

    async ValueTask IAsyncDisposable.DisposeAsync()
    {
        List<ActionRun> running;
        lock (_gate)
        {
            _isClosed = true;
            running = [.. _runs];
        }
        running.ForEach(run => run.Cancel());
        await Task.WhenAll(running.Select(run => run.Work)).ConfigureAwait(false);
    }

    private Result<ActionRun> Start(string owner, string name, Func<ActionRun, Task> work)
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_isClosed, this);
            if (_runs.Count(run => !run.Now.IsOver) >= _limits.Running)
                return Result.Unavailable<ActionRun>("Too much is being done for others at this moment. Try again in a minute.");
            if (_runs.Count(run => run.Owner == owner && !run.Now.IsOver) >= _limits.RunningPerOwner)
                return Result.Unavailable<ActionRun>(
                    "As much is being done for you as may be at one time. Wait until something ends, or cancel it.");

            ActionRun run = new(owner, name, new CancellationTokenSource(), _time);
            run.Work = DetachedAsync(() => work(run));
            _runs.Add(run);
            return Result.Done(run);
        }
    }

    private async Task CarryOutAsync(ActionRun run, Func<Task<Result>> act)
    {
        // An action whose waits all end at once, as every one on SQLite, would otherwise run to its end before its starter gets the run.
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        try
        {
            run.End(await act().ConfigureAwait(false));
        }
#pragma warning disable CA1031 // Nobody else awaits a background action: its exception would be lost.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            EndBy(exception, run);
        }
        Forget(run.Owner);
        await run.ReleaseAsync().ConfigureAwait(false);
    }

    private void CarryOut(ActionRun run, Func<Result> act)
    {
        try
        {
            run.End(act());
        }
#pragma warning disable CA1031 // On a bare thread it would end the process.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            EndBy(exception, run);
        }
        Forget(run.Owner);
    }

    /// <summary>The thread's work ends before it tells anybody, so that a state never waits for a free thread of the pool.</summary>
    private Task OnThreadAsync(ActionRun run, Func<Result> act)
    {
        TaskCompletionSource ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Thread thread = new(() =>
        {
            CarryOut(run, act);
            ended.SetResult();
        })
        { IsBackground = true, Name = run.Name };
        thread.UnsafeStart();
        return ReleaseAfterAsync(ended.Task, run);
    }

    private static async Task ReleaseAfterAsync(Task ended, ActionRun run)
    {
        await ended.ConfigureAwait(false);
        await run.ReleaseAsync().ConfigureAwait(false);
    }

    private void EndBy(Exception exception, ActionRun run)
    {
        if (exception is OperationCanceledException && run.Token.IsCancellationRequested)
        {
            run.EndCancelled();
            return;
        }
        run.EndBroken(exception);
        _log.LogError(exception, "The action {Action} ({Id}) ended with an exception.", run.Name, run.Id);
    }

    private Result<TOutput> Act<TAction, TInput, TOutput>(TInput input, ActionRun run)
        where TAction : IAction<TInput, TOutput>
    {
        using IServiceScope scope = _scopes.CreateScope();
        return ActivatorUtilities.GetServiceOrCreateInstance<TAction>(scope.ServiceProvider).Run(input, run, run.Token);
    }

    private async Task<Result> ActAsync<TAction, TInput, TOutput>(TInput input, ActionRun run)
        where TAction : IAsyncAction<TInput, TOutput>
    {
        AsyncServiceScope scope = _scopes.CreateAsyncScope();
        await using (scope.ConfigureAwait(false))
        {
            TAction action = ActivatorUtilities.GetServiceOrCreateInstance<TAction>(scope.ServiceProvider);
            return await action.RunAsync(input, run, run.Token).ConfigureAwait(false);
        }
    }

    /// <summary>Starts a task into which nothing flows from its starter, whose request will be over long before it.</summary>
    private static Task DetachedAsync(Func<Task> start)
    {
        if (ExecutionContext.IsFlowSuppressed())
            return start();

        using (ExecutionContext.SuppressFlow())
            return start();
    }

    /// <summary>Drops the ended runs that are too many, the oldest first.</summary>
    private void Forget(string owner)
    {
        lock (_gate)
        {
            List<ActionRun> over = _runs.Where(run => run.Now.IsOver).ToList();
            List<ActionRun> own = over.Where(run => run.Owner == owner).ToList();
            _runs.RemoveAll(over.Take(over.Count - _limits.Remembered).Concat(own.Take(own.Count - _limits.RememberedPerOwner)).Contains);
        }
    }
}
