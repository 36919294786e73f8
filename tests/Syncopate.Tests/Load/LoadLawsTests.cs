using Syncopate.Histograms;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Which loads the laws are about: one that was cut off, or is of another kind, breaks none.</summary>
public sealed class LoadLawsTests
{
    private static readonly LoadScenario Steps = new([new LoadStep("/a"), new LoadStep("/b"), new LoadStep("/c")]);

    [Theory]
    [InlineData("little-law", true)]
    [InlineData("books", true)]
    [InlineData("rate-law", true)]
    [InlineData("think-law", true)]
    [InlineData("modes", false)]
    [InlineData("generator-limit", false)]
    public void A_broken_law_makes_a_load_invalid_and_another_doubt_does_not(string code, bool isInvalidating) =>
        Assert.Equal(isInvalidating, LoadDoubts.IsInvalidating(new Doubt(code, null, "what", "why", "try")));

    [Fact]
    public void A_rate_that_was_cut_off_need_not_have_sent_all_that_was_due()
    {
        Arrivals shape = Arrivals.AtRate(1000, Second);
        LoadRequest request = new("/", shape);
        LoadResult result = LoadResults.Of(10) with { Lateness = new Histogram() };

        Assert.Equal(["rate-law"], Codes(result, request));
        Assert.Empty(Codes(result with { Cancelled = true }, request));
        Assert.Empty(Codes(result with { Failure = new LoadFailure(0, Findings.TimedOut, "what") }, request));
        Assert.Empty(Codes(result with { IsIncomplete = true }, request));
        Assert.Empty(Codes(result, new LoadRequest(Steps, shape)));
    }

    // One user for two seconds and another one for the second of them, who think for 90 ms and wait for 10 ms: 30 requests.
    [Theory]
    [InlineData(30, 0)]
    [InlineData(20, 1)]
    [InlineData(40, 1)]
    public void Users_who_are_added_in_steps_think_from_when_they_begin(int answers, int doubts) => Assert.Equal(
        Enumerable.Repeat("think-law", doubts),
        Codes(Thinking(answers), new LoadRequest("/", new SteppedUsers(1, 1, 2, Second)) { ThinkTime = Pause }));

    // 100 requests, and each user may be in the middle of its three steps at the end.
    [Theory]
    [InlineData(70, 0)]
    [InlineData(60, 1)]
    [InlineData(140, 1)]
    public void Users_of_a_scenario_may_be_at_any_of_its_steps(int answers, int doubts) => Assert.Equal(
        Enumerable.Repeat("think-law", doubts),
        Codes(Thinking(answers), new LoadRequest(Steps, new UsersForTime(10, Second)) { ThinkTime = Pause }));

    [Fact]
    public void At_a_rate_nobody_thinks()
    {
        LoadRequest request = new("/", Arrivals.AtRate(1000, Second)) { ThinkTime = Pause };

        Assert.Empty(Codes(Thinking(1000) with { Lateness = new Histogram() }, request));
    }

    [Fact]
    public void Users_who_were_cut_off_or_got_no_answer_need_not_have_sent_what_they_could()
    {
        LoadRequest request = new("/", new UsersForTime(10, Second)) { ThinkTime = Pause };

        Assert.Equal(["think-law"], Codes(Thinking(10), request));
        Assert.Empty(Codes(Thinking(10) with { Cancelled = true }, request));
        Assert.Empty(Codes(Thinking(10) with { IsIncomplete = true }, request));
        Assert.Empty(Codes(Thinking(0), request));
    }

    private static TimeSpan Second => TimeSpan.FromSeconds(1);

    private static TimeSpan Pause => TimeSpan.FromMilliseconds(90);

    private static LoadResult Thinking(int answers) =>
        LoadResults.Of(answers) with { LatencySumNanoseconds = answers * 10e6 };

    private static IEnumerable<string> Codes(LoadResult result, LoadRequest request) =>
        LoadDoubts.Of(result, request).Select(doubt => doubt.Code);
}
