using Syncopate.Cli.Screens;
using Syncopate.Judging;
using Syncopate.Running;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class ProgressTextTests
{
    private static readonly RoundStanding Standing = new(
        8, [new FormProgress(Form.Sync, "Sync", 40, 100, 0), new FormProgress(Form.Async, "Async", 20, 200, 0)], 0.5, 0.4, 0.6);

    [Theory]
    [InlineData(Verdict.Gain, "async is 2.0 times faster than sync (1.7 to 2.5). Decided after 8 rounds.")]
    [InlineData(Verdict.NoDifference, "no difference of 5% or more between sync and async. Decided after 8 rounds.")]
    public void A_verdict_says_what_was_decided(Verdict verdict, string text) => Assert.Equal(
        text, ProgressText.Verdict(Standing, Of(verdict, DecisionBasis.ExcludesEqual)));

    /// <summary>A floor of 50 ms was announced as no difference of 8796.1% or more.</summary>
    [Fact]
    public void A_margin_of_more_than_twice_is_a_factor()
    {
        Decision wide = Of(Verdict.NoDifference, DecisionBasis.InsideMargin) with { MarginPercent = 1_000 };

        Assert.Equal(
            "no difference of a factor of 11 or more between sync and async. Decided after 8 rounds.",
            ProgressText.Verdict(Standing, wide));
    }

    /// <summary>A look has decided then, and something else may have made it so: that was announced as no difference.</summary>
    [Fact]
    public void A_verdict_that_is_not_believed_is_announced_as_none()
    {
        string idle = ProgressText.Verdict(Standing, Of(Verdict.Undecided, DecisionBasis.IdleUsers));
        string unsteady = ProgressText.Verdict(Standing, Of(Verdict.Undecided, DecisionBasis.Unsettled));

        Assert.Equal("sync and async: the users of one were idle more than those of the other, which may explain what was measured. "
            + "No verdict after 8 rounds.", idle);
        Assert.Equal("sync and async: a server was not steady, so that code which was not compiled yet may explain what was measured. "
            + "No verdict after 8 rounds.", unsteady);
    }

    private static Decision Of(Verdict verdict, DecisionBasis basis) => new()
    {
        Outcome = LookOutcome.Decided,
        Verdict = verdict,
        Basis = basis,
        Rounds = 8,
        Ratio = 0.5,
        Low = 0.4,
        High = 0.6,
        MarginPercent = 5,
    };
}
