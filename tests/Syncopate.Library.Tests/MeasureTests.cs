using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>The library inside a test, as a user's test has it.</summary>
[Trait("Judges", "time")]
public sealed class MeasureTests
{
    [Fact]
    public async Task A_test_asserts_on_the_verdict()
    {
        FormsResult result = await Forms.Of("wait")
            .Sync(() => Thread.Sleep(20))
            .Async(token => Task.Delay(20, token))
            .Users(40).Budget(TimeSpan.FromSeconds(15))
            .MeasureAsync(cancellationToken: TestContext.Current.CancellationToken);

        Assert.NotEqual(Verdict.Loss, result.Verdict);
        Assert.True(result.Ratio < 1, result.Sentence);
        Assert.True(result.Forms[0].Threads > 0);
        Assert.True(File.Exists(result.Report));
        result.EnsureNotSlower(5.Percent());
        Directory.Delete(Path.GetDirectoryName(result.Report)!, recursive: true);
    }

    [Fact]
    public async Task A_form_that_is_slower_than_allowed_fails_the_test_with_the_figures()
    {
        FormsResult result = await Forms.Of("wait")
            .Form("short", () => Thread.Sleep(2))
            .Form("long", () => Thread.Sleep(30))
            .Budget(TimeSpan.FromSeconds(15))
            .MeasureAsync(cancellationToken: TestContext.Current.CancellationToken);

        FormsException slower = Assert.Throws<FormsException>(() => result.EnsureNotSlower(5.Percent()));

        Assert.Contains("B long is slower than A short by at least", slower.Message, StringComparison.Ordinal);
        Directory.Delete(Path.GetDirectoryName(result.Report)!, recursive: true);
    }

    [Fact]
    public async Task A_pair_that_does_nothing_is_no_red_test()
    {
        FormsResult result = await Forms.Of("nothing")
            .Sync(() => { })
            .Form("again", () => { })
            .Budget(TimeSpan.FromSeconds(10))
            .MeasureAsync(cancellationToken: TestContext.Current.CancellationToken);

        result.EnsureNotSlower(5.Percent());
        Directory.Delete(Path.GetDirectoryName(result.Report)!, recursive: true);
    }

    [Fact]
    public async Task A_form_that_throws_in_every_second_call_fails_the_test_with_the_share_and_the_exception()
    {
        int calls = 0;
        FormsResult result = await Forms.Of("throw now and then")
            .Sync(() => Thread.Sleep(5))
            .Async(async token =>
            {
                await Task.Delay(5, token);
                if (Interlocked.Increment(ref calls) % 2 == 0)
                    throw new FormatException("no number");
            })
            .Users(4).Budget(TimeSpan.FromSeconds(10))
            .MeasureAsync(cancellationToken: TestContext.Current.CancellationToken);

        FormsException thrown = Assert.Throws<FormsException>(() => result.EnsureNotSlower(5.Percent()));

        Assert.Matches(@"Async failed in \d+(\.\d+)?% of its calls", thrown.Message);
        Assert.Contains("Async threw under load: FormatException: no number, at ", thrown.Message, StringComparison.Ordinal);
        Assert.Contains("MeasureTests.cs:", thrown.Message, StringComparison.Ordinal);
        Directory.Delete(Path.GetDirectoryName(result.Report)!, recursive: true);
    }

    [Fact]
    public async Task A_form_that_throws_fails_the_test_with_its_place()
    {
        FormsException thrown = await Assert.ThrowsAsync<FormsException>(() => Forms.Of("throw")
            .Sync(() => 1)
            .Async(Task<int> (_) => throw new FormatException("no number"))
            .Budget(TimeSpan.FromSeconds(10))
            .MeasureAsync(cancellationToken: TestContext.Current.CancellationToken));

        Assert.Contains("Async threw FormatException: no number", thrown.Message, StringComparison.Ordinal);
        Assert.Contains("MeasureTests.cs:", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Too_little_time_for_one_round_is_undecided_and_no_red_test()
    {
        FormsResult result = await Forms.Of("long wait")
            .Sync(() => Thread.Sleep(2_500))
            .Async(token => Task.Delay(2_500, token))
            .Budget(TimeSpan.FromSeconds(10))
            .MeasureAsync(cancellationToken: TestContext.Current.CancellationToken);

        Assert.Equal(Verdict.Undecided, result.Verdict);
        Assert.Contains("No round was finished within", result.Sentence, StringComparison.Ordinal);
        Assert.Null(result.Ratio);
        Assert.Empty(result.Forms);
        result.EnsureNotSlower(5.Percent());
        Assert.True(File.Exists(result.Report));
        Directory.Delete(Path.GetDirectoryName(result.Report)!, recursive: true);
    }
}
