using Syncopate.Calling;
using Syncopate.Children;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>What can be put together, what not, and what a result looks like to the comparison.</summary>
[Trait("Judges", "behaviour")]
public sealed class FormSetTests
{
    [Fact]
    public async Task State_is_made_once_a_process_and_once_a_user_from_the_value_of_the_row()
    {
        int processes = 0, users = 0;
        FormSet<string> forms = Forms.Of("x").With(3, 5).Given(n => (Process: ++processes, Row: n))
            .Each(s => $"{s.Process} {s.Row} {++users}").Sync(s => s);

        FormWork work = forms.Plan.Open(0, 1);

        Assert.Equal("1 5 1", await work.AnswerAsync(TestContext.Current.CancellationToken));
        Assert.Equal("1 5 1", await work.AnswerAsync(TestContext.Current.CancellationToken));
        await work.CallAsync(1, new CallLoad(new UsersTimesLoops(2, 1), TimeSpan.Zero, 0, [new CallTally()], CancellationToken.None));
        Assert.Equal((1, 2), (processes, users));
    }

    [Fact]
    public void Each_kind_of_delegate_is_a_form()
    {
        FormSet<int> forms = Forms.Of("x").Given(() => 7)
            .Sync(n => n)
            .Async((n, _) => Task.FromResult(n))
            .Parallel(_ => Task.FromResult(7))
            .Form("value task", _ => Task.CompletedTask)
            .Form("plain", n => n)
            .Form("nothing", () => { });

        Assert.Equal(["Sync", "Async", "Parallel", "A value task", "B plain", "C nothing"], forms.Plan.Descriptions.Select(d => d.Label));
        Assert.Equal([false, true, true, true, false, false], forms.Plan.Descriptions.Select(d => d.GivesTask));
    }

    [Fact]
    public async Task Each_kind_of_task_is_awaited_whatever_the_form_is_given()
    {
        int awaited = 0;
        async Task CountAsync(CancellationToken token)
        {
            await Task.Delay(1, token);
            awaited++;
        }

        FormSet<int> given = Forms.Of("x").Given(() => 7);
        FormSet<int>[] forms =
        [
            given.Form("a", token => CountAsync(token)),
            given.Form("a", (_, token) => CountAsync(token)),
            given.Form("a", token => new ValueTask(CountAsync(token))),
            given.Form("a", (_, token) => new ValueTask(CountAsync(token))),
            given.Parallel(token => CountAsync(token)),
            given.Parallel((_, token) => CountAsync(token)),
            given.Parallel(token => new ValueTask(CountAsync(token))),
            given.Parallel((_, token) => new ValueTask(CountAsync(token))),
        ];

        foreach (FormSet<int> form in forms)
            await form.Plan.Open(0, 0).AnswerAsync(TestContext.Current.CancellationToken);

        Assert.Equal(forms.Length, awaited);
        Assert.All(forms, form => Assert.True(form.Plan.Descriptions[0].GivesTask));
    }

    [Fact]
    public async Task A_task_with_a_result_gives_it_whatever_the_form_is_given()
    {
        FormSet<int> given = Forms.Of("x").Given(() => 7);
        FormSet<int>[] forms =
        [
            given.Form("a", (n, _) => Task.FromResult(n)),
            given.Form("a", _ => new ValueTask<int>(7)),
            given.Form("a", (n, _) => new ValueTask<int>(n)),
            given.Parallel((n, _) => Task.FromResult(n)),
            given.Parallel(_ => new ValueTask<int>(7)),
            given.Parallel((n, _) => new ValueTask<int>(n)),
        ];

        foreach (FormSet<int> form in forms)
            Assert.Equal(7, await form.Plan.Open(0, 0).AnswerAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_named_form_that_gives_nothing_is_called_with_its_state()
    {
        List<int> called = [];
        FormSet<int> forms = Forms.Of("x").Given(() => 7).Form("a", n => called.Add(n));

        await forms.Plan.Open(0, 0).AnswerAsync(TestContext.Current.CancellationToken);

        Assert.Equal(7, Assert.Single(called));
        Assert.False(forms.Plan.Descriptions[0].GivesTask);
    }

    [Fact]
    public void A_task_that_nothing_would_await_is_refused_in_words()
    {
        FormSet<int> given = Forms.Of("x").Given(() => 7);

        string[] messages =
        [
            Unawaited(() => given.Sync(() => Task.FromResult(7))),
            Unawaited(() => given.Sync(n => Task.FromResult(n))),
            Unawaited(() => given.Sync(() => new ValueTask(Task.CompletedTask))),
            Unawaited(() => given.Form("a", () => Task.CompletedTask)),
            Unawaited(() => given.Form("a", n => Task.FromResult(n + 1))),
            Unawaited(() => given.Form("a", n => new ValueTask<int>(n + 1))),
        ];

        Assert.All(messages, message => Assert.Contains("the task would not be awaited", message, StringComparison.Ordinal));
        Assert.Contains("Sync (FormSetTests.cs:", Unawaited(() => given.Sync(() => Task.CompletedTask)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_value_task_and_an_async_lambda_are_awaited()
    {
        FormSet<NoState> value = Forms.Of("x").Async(_ => new ValueTask<int>(7));
        FormSet<NoState> lambda = Forms.Of("x").Async(async _ =>
        {
            await Task.Yield();
            return 8;
        });

        Assert.Equal(7, await value.Plan.Open(0, 0).AnswerAsync(TestContext.Current.CancellationToken));
        Assert.Equal(8, await lambda.Plan.Open(0, 0).AnswerAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public void What_makes_no_sense_is_refused_in_words()
    {
        FormSet<NoState> forms = Forms.Of("x").Sync(() => 1);

        Assert.Contains("Give further ones a name", Thrown(() => forms.Sync(() => 2)), StringComparison.Ordinal);
        Assert.Contains("before the forms", Thrown(() => forms.Given(() => 2)), StringComparison.Ordinal);
        Assert.Contains("three named forms", Assert.Throws<InvalidOperationException>(
            () => forms.Form("a", () => 1).Form("b", () => 1).Form("c", () => 1).Form("d", () => 1)).Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentException>(() => Forms.Of("x").With<int>());
        Assert.Throws<ArgumentOutOfRangeException>(() => forms.Users(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => forms.Budget(TimeSpan.FromSeconds(9)));
    }

    [Theory]
    [InlineData(7, 7, true)]
    [InlineData(7, 8, false)]
    [InlineData(0.1, 0.2, false)]
    [InlineData("a", "a", true)]
    [InlineData("a", null, false)]
    public void Plain_results_are_compared_by_their_value(object? left, object? right, bool same) =>
        Assert.Equal(same, AnswerText.Of(left).Hash == AnswerText.Of(right).Hash);

    [Fact]
    public void Objects_and_sequences_are_compared_by_what_they_show()
    {
        string[] array = ["a", "b"];
        List<string> list = ["a", "b"];
        Assert.Equal(AnswerText.Of(new { Id = 7, Names = array }), AnswerText.Of(new { Id = 7, Names = list }));
        Assert.NotEqual(AnswerText.Of(new { Id = 7 }).Hash, AnswerText.Of(new { Id = 8 }).Hash);
        Assert.NotEqual(AnswerText.Of(new byte[] { 1, 2 }).Hash, AnswerText.Of(new byte[] { 1, 3 }).Hash);
        Circle circle = new();
        circle.Next = circle;
        Assert.StartsWith("Circle { Next: Circle {", AnswerText.Of(circle).Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("0123456789abcdef0123456789abcdef/1/2/Program.cs:7:read/write a customer")]
    public void An_address_reads_as_it_was_written(string text) => Assert.Equal(text, FormAddress.Parse(text)?.ToString());

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("short/1/2/x")]
    [InlineData("0123456789abcdef0123456789abcdef/-1/2/x")]
    [InlineData("0123456789abcdef0123456789abcdef/1/2")]
    public void Anything_else_is_no_address(string? text) => Assert.Null(FormAddress.Parse(text));

    private static string Unawaited(Func<object> call) => Assert.Throws<ArgumentException>("code", call).Message;

    private static string Thrown(Func<object> call) => Assert.Throws<InvalidOperationException>(call).Message;

    private sealed class Circle
    {
        public Circle? Next { get; set; }
    }
}
