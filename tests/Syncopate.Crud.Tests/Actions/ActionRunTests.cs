using Syncopate.Crud.Actions;
using Xunit;

namespace Syncopate.Crud.Tests.Actions;

public sealed class ActionRunTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task Who_subscribes_gets_the_present_state_then_every_change_to_the_end(RunForm form)
    {
        await using Stage stage = new();
        ActionRun run = await stage.BeginAsync(form);
        stage.Script.Progress?.Report(new ActionProgress(10, "One."));

        await using IAsyncEnumerator<ActionUpdate> updates = run.Updates.GetAsyncEnumerator(Token);
        Assert.Equal("One.", await NextAsync(updates));
        stage.Script.Progress?.Report(new ActionProgress(20, "Two."));
        Assert.Equal("Two.", await NextAsync(updates));
        stage.Script.Go.SetResult();
        Assert.Equal("Counted twelve.", await NextAsync(updates));
        Assert.False(await updates.MoveNextAsync());
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task A_page_that_is_loaded_again_gets_the_present_state_again(RunForm form)
    {
        await using Stage stage = new();
        ActionRun run = await stage.BeginAsync(form);
        stage.Script.Progress?.Report(new ActionProgress(10, "One."));

        await using (IAsyncEnumerator<ActionUpdate> first = run.Updates.GetAsyncEnumerator(Token))
            Assert.Equal("One.", await NextAsync(first));
        await using (IAsyncEnumerator<ActionUpdate> second = run.Updates.GetAsyncEnumerator(Token))
            Assert.Equal("One.", await NextAsync(second));

        Assert.Equal(ActionState.Running, run.Now.State);
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task Who_subscribes_after_the_end_gets_the_end_alone(RunForm form)
    {
        await using Stage stage = new();
        ActionRun run = await stage.CompleteAsync(form);

        List<ActionUpdate> updates = [];
        await foreach (ActionUpdate update in run.Updates.WithCancellation(Token))
            updates.Add(update);

        Assert.Equal([run.Now], updates);
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task A_slow_reader_skips_what_is_overtaken_but_not_the_end(RunForm form)
    {
        await using Stage stage = new();
        ActionRun run = await stage.BeginAsync(form);
        await using IAsyncEnumerator<ActionUpdate> updates = run.Updates.GetAsyncEnumerator(Token);
        Assert.Equal("", await NextAsync(updates));

        for (int percent = 0; percent < 100; percent++)
            stage.Script.Progress?.Report(new ActionProgress(percent, $"{percent}"));
        stage.Script.Go.SetResult();
        await run.Work.WaitAsync(Token);

        Assert.Equal("Counted twelve.", await NextAsync(updates));
        Assert.False(await updates.MoveNextAsync());
    }

    [Theory, InlineData(RunForm.OnThread), InlineData(RunForm.AsTask)]
    public async Task A_reader_that_goes_away_ends_its_reading_and_not_the_action(RunForm form)
    {
        await using Stage stage = new();
        ActionRun run = await stage.BeginAsync(form);
        using CancellationTokenSource reader = new();
        await using IAsyncEnumerator<ActionUpdate> updates = run.Updates.GetAsyncEnumerator(reader.Token);
        await updates.MoveNextAsync();
        ValueTask<bool> next = updates.MoveNextAsync();

        await reader.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await next);
        Assert.Equal(ActionState.Running, run.Now.State);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(101)]
    public void A_percentage_outside_is_the_programmers_mistake(int percent) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new ActionProgress(percent));

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public void A_limit_below_one_is_the_programmers_mistake(int limit)
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new ActionLimits { Running = limit });
        Assert.Throws<ArgumentOutOfRangeException>(() => new ActionLimits { RunningPerOwner = limit });
        Assert.Throws<ArgumentOutOfRangeException>(() => new ActionLimits { Remembered = limit });
        Assert.Throws<ArgumentOutOfRangeException>(() => new ActionLimits { RememberedPerOwner = limit });
    }

    [Fact]
    public void An_action_run_at_once_works_on_the_callers_thread()
    {
        Script script = new();
        using ScopedThing thing = new();
        script.Go.SetResult();

        Result<int> result = new Scripted(script, thing).Run("four", token: Token);

        Assert.Equal((4, Thread.CurrentThread), (result.Value, script.Thread));
    }

    [Fact]
    public async Task An_asynchronous_action_awaited_at_once_is_an_ordinary_call()
    {
        Script script = new();
        using ScopedThing thing = new();
        Task<Result<int>> result = new Scripted(script, thing).RunAsync("four", token: Token);
        Assert.False(result.IsCompleted);

        script.Go.SetResult();

        Assert.Equal(4, (await result).Value);
    }

    private static async Task<string> NextAsync(IAsyncEnumerator<ActionUpdate> updates)
    {
        Assert.True(await updates.MoveNextAsync());
        return updates.Current.Message;
    }
}
