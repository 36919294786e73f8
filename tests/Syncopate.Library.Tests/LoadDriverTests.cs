using System.Diagnostics;
using Syncopate.Calling;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>The loops around a form: they count every call once, and add next to nothing to one.</summary>
[Trait("Judges", "behaviour")]
public sealed class LoadDriverTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    [Fact]
    public void Every_call_of_every_user_is_counted_once()
    {
        int calls = 0;

        LoadResult result = Run(Sync(() => Interlocked.Increment(ref calls)), new UsersTimesLoops(7, 11));

        Assert.Equal(77, calls);
        Assert.Equal((77, 77, 0), (result.Count, result.Started, result.Unfinished));
        Assert.Empty(result.Errors);
        Assert.Null(result.Failure);
    }

    [Fact]
    public void A_caller_who_is_alone_makes_as_many_calls_as_are_counted()
    {
        int calls = 0;

        LoadResult result = Run(Sync(() => calls++), new UsersForTime(1, TimeSpan.FromMilliseconds(50)));

        Assert.Equal(calls, result.Count);
        Assert.True(calls > 1000, $"{calls}");
    }

    [Fact]
    public void A_rate_makes_its_calls_and_counts_their_wait_from_when_they_were_due()
    {
        // A timer may fire some milliseconds early: what it waited is measured, not believed.
        List<double> waits = [];
        async Task WaitAsync(CancellationToken token)
        {
            long began = Stopwatch.GetTimestamp();
            await Task.Delay(30, token);
            lock (waits)
                waits.Add(Stopwatch.GetElapsedTime(began).TotalNanoseconds);
        }

        LoadResult result = Run(Async(WaitAsync), Arrivals.AtRate(100, TimeSpan.FromMilliseconds(300)));

        Assert.Equal((30, 30, 0), (result.Count, result.Started, result.Unfinished));
        Assert.InRange(result.Latencies.Minimum, 0.99 * waits.Min(), double.MaxValue); // The histogram keeps three digits.
        Assert.Equal(30, result.Lateness?.TotalCount);
    }

    [Fact]
    public void Calls_that_are_due_while_all_callers_are_busy_are_made_later_and_counted_apart()
    {
        Arrivals rate = new(200, 200, TimeSpan.FromMilliseconds(200)) { MaximumInFlight = 1 };

        LoadResult result = Run(Async(token => Task.Delay(10, token)), rate);

        Assert.Equal(40, result.Count);
        Assert.True(result.Overflowed > 0);
        Assert.True(result.Latencies.Maximum / 1e6 > 50, "The last ones waited for those before them.");
    }

    [Fact]
    public void Users_of_later_steps_begin_later()
    {
        LoadResult result = Run(
            Async(token => Task.Delay(5, token)), new SteppedUsers(1, 1, 2, TimeSpan.FromMilliseconds(150)), traces: 1000);

        Assert.Equal(0, result.Traces[0].User);
        Assert.InRange(result.Traces.First(t => t.User == 1).SentNanoseconds / 1e6, 100, 10_000);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void What_throws_is_counted_by_its_kind_and_not_as_an_answer(int users)
    {
        int calls = 0;
        void Throw()
        {
            if (Interlocked.Increment(ref calls) % 2 == 0)
                throw new FormatException();
        }

        LoadResult result = Run(Sync(Throw), new UsersTimesLoops(users, 10));

        Assert.Equal(5 * users, result.Errors["FormatException"]);
        Assert.Equal(5 * users, result.Count);
        Assert.Equal(0, result.Unfinished);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void The_first_exception_of_each_kind_is_kept_with_its_place(int users)
    {
        int calls = 0;
        void Throw()
        {
            if (Interlocked.Increment(ref calls) % 2 == 0)
                throw new FormatException("no number");
            throw new InvalidOperationException("no customer");
        }

        LoadDriver driver = new(Sync(Throw));
        driver.Run(new LoadRequest("/", new UsersTimesLoops(users, 10)), Timeout, () => false);

        Assert.Equal(
            ["FormatException", "InvalidOperationException"], driver.Thrown.Select(t => t.Kind).Order(StringComparer.Ordinal));
        Assert.All(driver.Thrown, t => Assert.Equal("Sync", t.Label));
        Assert.Contains(driver.Thrown, t => t.Text.StartsWith("FormatException: no number, at ", StringComparison.Ordinal));
        Assert.All(driver.Thrown, t => Assert.Contains("LoadDriverTests.cs:", t.Text, StringComparison.Ordinal));
    }

    [Fact]
    public void A_state_that_cannot_be_made_for_one_user_fails_the_load_with_what_was_thrown()
    {
        int made = 0;
        int Make() => ++made < 3 ? made : throw new FormatException("no third customer");
        FormCode<int> code = FormCode<int>.Of(Description(givesTask: false), (int _) => { });

        LoadResult result = Run(new FormWorkOf<int>(code, () => Make), new UsersTimesLoops(3, 2));

        Assert.Equal(4, result.Count);
        Assert.Equal("FormatException", result.Failure?.Finding);
        Assert.Contains("FormatException: no third customer, at ", result.Failure?.What, StringComparison.Ordinal);
        Assert.Contains("Here.cs:1", result.Failure?.What, StringComparison.Ordinal);
    }

    [Fact]
    public void A_state_that_cannot_be_made_at_a_rate_fails_the_load_too()
    {
        FormCode<int> code = FormCode<int>.Of(Description(givesTask: false), (int _) => { });
        int Make() => throw new FormatException("no customer");

        FormWorkOf<int> work = new(code, () => Make);
        LoadResult result = Run(work, Arrivals.AtRate(100, TimeSpan.FromMilliseconds(100)));

        Assert.Contains("FormatException: no customer, at ", result.Failure?.What, StringComparison.Ordinal);
    }

    [Fact]
    public void Calls_that_do_not_return_end_the_load_with_their_number_and_place()
    {
        LoadResult result = Run(Async(_ => new TaskCompletionSource().Task), new UsersTimesLoops(3, 1), TimeSpan.FromMilliseconds(300));

        Assert.Equal(3, result.Unfinished);
        Assert.Contains("3 of its calls did not return", result.Failure?.What, StringComparison.Ordinal);
        Assert.Contains("Here.cs:1", result.Failure?.What, StringComparison.Ordinal);
    }

    [Fact]
    public void A_load_that_is_called_off_ends_and_keeps_what_it_measured()
    {
        LoadDriver driver = new(Async(token => Task.Delay(5, token)));
        long began = Stopwatch.GetTimestamp();

        LoadResult result = driver.Run(
            new LoadRequest("/", new UsersForTime(2, TimeSpan.FromMinutes(10))), Timeout, () =>
                Stopwatch.GetElapsedTime(began) > TimeSpan.FromMilliseconds(200));

        Assert.True(result.Cancelled);
        Assert.Null(result.Failure);
        Assert.True(result.Count > 0);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void A_call_allocates_nothing_of_ours(int users)
    {
        LoadDriver driver = new(Sync(() => { }));
        LoadRequest few = new("/", new UsersTimesLoops(users, 1000)), many = new("/", new UsersTimesLoops(users, 101_000));
        long Allocated(LoadRequest request)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            driver.Run(request, Timeout, () => false);
            return GC.GetTotalAllocatedBytes(precise: true) - before;
        }

        Allocated(many);
        long least = Enumerable.Range(0, 5).Min(_ => Allocated(many) - Allocated(few));

        // Less than 0.02 bytes a call: what others in this process do meanwhile.
        Assert.InRange(least, long.MinValue, 100_000L * users / 50);
    }

    [Fact]
    public void A_call_costs_at_most_50_ns_more_than_in_a_bare_loop()
    {
        int sum = 0;
        Action call = () => sum = unchecked((sum * 31) + 7);
        LoadDriver driver = new(Sync(call));
        LoadRequest request = new("/", new UsersForTime(1, TimeSpan.FromMilliseconds(100)));
        driver.Run(request, Timeout, () => false);

        // The calmest of several tries of each, in turns: what a neighbour takes is no cost of a call.
        double least = double.MaxValue;
        for (int i = 0; i < 10; i++)
        {
            LoadResult result = driver.Run(request, Timeout, () => false);
            least = Math.Min(least, result.LatencySumNanoseconds / result.Count - Bare(call));
        }

        Assert.InRange(least, double.MinValue, 50);
    }

    private static double Bare(Action call)
    {
        const int Calls = 1_000_000;
        long from = Stopwatch.GetTimestamp();
        for (int i = 0; i < Calls; i++)
            call();
        return Stopwatch.GetElapsedTime(from).TotalNanoseconds / Calls;
    }

    private static LoadResult Run(FormWork work, LoadShape shape, TimeSpan? timeout = null, int traces = 0) =>
        new LoadDriver(work).Run(new LoadRequest("/", shape) { MaximumTraces = traces }, timeout ?? Timeout, () => false);

    private static FormWorkOf<NoState> Sync(Action code) => Work(FormCode<NoState>.Of(Description(givesTask: false), _ => code()));

    private static FormWorkOf<NoState> Async(Func<CancellationToken, Task> code) =>
        Work(FormCode<NoState>.Of(Description(givesTask: true), (_, token) => code(token)));

    private static FormWorkOf<NoState> Work(FormCode<NoState> code) => new FormWorkOf<NoState>(code, () => () => default);

    private static FormDescription Description(bool givesTask) => new(Form.Sync, "Sync", "x => x", "Here.cs", 1) { GivesTask = givesTask };
}
