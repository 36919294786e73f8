using Syncopate.Crud.Actions;
using Xunit;

namespace Syncopate.Crud.Tests.Actions;

public sealed class ActionRunnerTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task Starting_returns_while_the_action_runs(RunForm form)
    {
        await using Stage stage = new();

        ActionRun run = await stage.BeginAsync(form);

        Assert.Equal(new ActionUpdate(ActionState.Running, 0, "", stage.Time.Now), run.Now);
        Assert.Equal(("ann", "Scripted", stage.Time.Now), (run.Owner, run.Name, run.Started));
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task An_action_that_is_done_gives_its_result_and_when(RunForm form)
    {
        await using Stage stage = new();
        ActionRun run = await stage.BeginAsync(form);
        stage.Time.Now += TimeSpan.FromSeconds(3);

        stage.Script.Go.SetResult();
        await run.Work.WaitAsync(Token);

        Assert.Equal(new ActionUpdate(ActionState.Done, 100, "Counted twelve.", stage.Time.Now) { Result = run.Now.Result }, run.Now);
        Assert.Equal(6, Assert.IsType<Result<int>>(run.Now.Result).Value);
        Assert.Equal(TimeSpan.FromSeconds(3), run.Now.At - run.Started);
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task A_users_mistake_is_a_failure_with_its_result(RunForm form)
    {
        await using Stage stage = new();
        stage.Script.Ending = _ => Result.Invalid<int>(new CrudError("Title", "The title is missing."));

        ActionRun run = await stage.CompleteAsync(form);

        Assert.Equal((ActionState.Failed, "The title is missing."), (run.Now.State, run.Now.Message));
        Assert.Equal("Title", run.Now.Result?.Errors.Single().Path);
        Assert.Null(run.Exception);
        Assert.Empty(stage.Log.Exceptions);
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task An_exception_is_a_failure_in_words_for_users_and_kept_for_the_log(RunForm form)
    {
        await using Stage stage = new();
        InvalidOperationException secret = new("Password=hunter2");
        stage.Script.Ending = _ => throw secret;

        ActionRun run = await stage.CompleteAsync(form);

        Assert.Equal((ActionState.Failed, null), (run.Now.State, run.Now.Result));
        Assert.DoesNotContain("hunter2", run.Now.Message, StringComparison.Ordinal);
        Assert.Same(secret, run.Exception);
        Assert.Equal([secret], stage.Log.Exceptions);
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task A_cancelled_action_says_so(RunForm form)
    {
        await using Stage stage = new();
        ActionRun run = await stage.BeginAsync(form);

        run.Cancel();
        run.Cancel();
        await run.Work.WaitAsync(Token);
        run.Cancel();

        Assert.Equal(ActionState.Cancelled, run.Now.State);
        Assert.Empty(stage.Log.Exceptions);
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task A_cancellation_that_nobody_asked_for_is_a_failure(RunForm form)
    {
        await using Stage stage = new();
        stage.Script.Ending = _ => throw new OperationCanceledException();

        ActionRun run = await stage.CompleteAsync(form);

        Assert.Equal(ActionState.Failed, run.Now.State);
        Assert.IsType<OperationCanceledException>(run.Exception);
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task Progress_is_what_the_action_said_last(RunForm form)
    {
        await using Stage stage = new();
        ActionRun run = await stage.BeginAsync(form);

        stage.Script.Progress?.Report(new ActionProgress(30, "Reading."));

        Assert.Equal((ActionState.Running, 30, "Reading."), (run.Now.State, run.Now.Percent, run.Now.Message));
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task Progress_after_the_end_changes_nothing(RunForm form)
    {
        await using Stage stage = new();
        ActionRun run = await stage.CompleteAsync(form);

        stage.Script.Progress?.Report(new ActionProgress(30, "Reading."));

        Assert.Equal((ActionState.Done, 100), (run.Now.State, run.Now.Percent));
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task Each_action_has_a_scope_of_its_own_that_ends_with_it(RunForm form)
    {
        await using Stage stage = new();

        await stage.CompleteAsync(form);
        await stage.CompleteAsync(form);

        Assert.Equal(2, stage.Script.Things.Distinct().Count());
        Assert.All(stage.Script.Things, thing => Assert.True(thing.IsDisposed));
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task Nothing_of_its_starter_flows_into_an_action(RunForm form)
    {
        await using Stage stage = new();
        stage.Script.Ambient.Value = "the request";

        await stage.CompleteAsync(form);

        Assert.Null(stage.Script.AmbientSeen);
        Assert.Equal("the request", stage.Script.Ambient.Value);
    }

    [Fact]
    public async Task A_synchronous_action_has_a_thread_of_its_own_and_an_asynchronous_one_has_none()
    {
        await using Stage onThread = new();
        await using Stage onPool = new();

        await onThread.BeginAsync(RunForm.OnThread);
        await onPool.BeginAsync(RunForm.AsTask);

        Assert.Equal((false, "Scripted"), (onThread.Script.Thread?.IsThreadPoolThread, onThread.Script.Thread?.Name));
        Assert.True(onPool.Script.Thread?.IsThreadPoolThread);
    }

    [Fact]
    public async Task An_asynchronous_action_that_never_waits_does_not_hold_its_starter()
    {
        await using Stage stage = new();
        using ManualResetEventSlim started = new();
        stage.Script.Go.SetResult();
        stage.Script.Ending = input =>
        {
            started.Wait(Token);
            return Result.Done(input.Length);
        };

        ActionRun run = stage.TryStart(RunForm.AsTask).Value;
        started.Set();
        await run.Work.WaitAsync(Token);

        Assert.Equal(ActionState.Done, run.Now.State);
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task An_owner_finds_own_runs_only(RunForm form)
    {
        await using Stage stage = new();
        ActionRun first = await stage.CompleteAsync(form, "ann");
        ActionRun second = await stage.CompleteAsync(form, "bob");
        ActionRun third = await stage.CompleteAsync(form, "ann");

        Assert.Equal([third, first], stage.Runner.Of("ann"));
        Assert.Same(second, stage.Runner.Find("bob", second.Id));
        Assert.Null(stage.Runner.Find("ann", second.Id));
        Assert.Null(stage.Runner.Find("ann", "nonsense"));
    }

    [Fact]
    public async Task Ids_are_random_and_differ()
    {
        await using Stage stage = new();

        ActionRun first = await stage.CompleteAsync(RunForm.AsTask);
        ActionRun second = await stage.CompleteAsync(RunForm.AsTask);

        Assert.Matches("^[0-9a-f]{32}$", first.Id);
        Assert.NotEqual(first.Id, second.Id);
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task One_owner_may_run_so_many_and_all_together_so_many(RunForm form)
    {
        await using Stage stage = new(new ActionLimits { Running = 3, RunningPerOwner = 2 });
        ActionRun first = stage.TryStart(form, "ann").Value;
        Assert.True(stage.TryStart(form, "ann").IsDone);

        Result<ActionRun> ofAnn = stage.TryStart(form, "ann");
        Assert.True(stage.TryStart(form, "bob").IsDone);
        Result<ActionRun> ofCarl = stage.TryStart(form, "carl");

        Assert.Equal((Outcome.Unavailable, Outcome.Unavailable), (ofAnn.Outcome, ofCarl.Outcome));
        Assert.NotEqual(ofAnn.Message, ofCarl.Message);

        first.Cancel();
        await first.Work.WaitAsync(Token);

        Assert.True(stage.TryStart(form, "carl").IsDone);
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task Ended_runs_are_forgotten_oldest_first_and_running_ones_never(RunForm form)
    {
        await using Stage stage = new(new ActionLimits { Remembered = 3, RememberedPerOwner = 2 });
        ActionRun running = await stage.BeginAsync(form);
        stage.Script.Go.SetResult();
        await running.Work.WaitAsync(Token);

        ActionRun second = await stage.CompleteAsync(form, "ann");
        ActionRun third = await stage.CompleteAsync(form, "ann");
        Assert.Equal([third, second], stage.Runner.Of("ann"));

        await stage.CompleteAsync(form, "bob");
        await stage.CompleteAsync(form, "bob");
        Assert.Equal([third], stage.Runner.Of("ann"));
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task Disposing_cancels_what_runs_and_waits_for_its_end(RunForm form)
    {
        Stage stage = new();
        ActionRun run = await stage.BeginAsync(form);
        ActionRunner runner = stage.Runner;

        await stage.DisposeAsync();

        Assert.Equal(ActionState.Cancelled, run.Now.State);
        Assert.All(stage.Script.Things, thing => Assert.True(thing.IsDisposed));
        Assert.Throws<ObjectDisposedException>(() => runner.Start<Scripted, string, int>("ann", ""));
    }

    [Fact]
    public async Task An_action_that_cannot_be_made_is_a_failure_and_not_a_lost_exception()
    {
        await using Stage stage = new();

        ActionRun run = stage.Runner.Start<Unmakeable, string, int>("ann", "").Value;
        await run.Work.WaitAsync(Token);

        Assert.Equal(ActionState.Failed, run.Now.State);
        Assert.IsType<InvalidOperationException>(stage.Log.Exceptions.Single());
    }

    private sealed class Unmakeable(IComparable missing) : IAsyncAction<string, int>
    {
        public Task<Result<int>> RunAsync(string input, IProgress<ActionProgress>? progress = null, CancellationToken token = default) =>
            Task.FromResult(Result.Done(missing.CompareTo(input)));
    }
}
