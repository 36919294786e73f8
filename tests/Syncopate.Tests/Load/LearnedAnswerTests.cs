using Syncopate.Load.Http1;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class LearnedAnswerTests
{
    /// <summary>A part of a long answer, taken for the whole, would count another answer as this one.</summary>
    [Fact]
    public void A_long_answer_is_not_learned_and_the_one_before_is_kept()
    {
        byte[] longest = new byte[4096];
        byte[] longer = new byte[4097];
        LearnedAnswer learned = new();

        learned.Learn(longest, bodyBytes: 7, isOther: true);
        learned.Learn(longer, bodyBytes: 8);

        Assert.True(learned.Is(longest));
        Assert.False(learned.Is(longer));
        Assert.Equal((7, true), (learned.BodyBytes, learned.IsOther));
        learned.Forget();
        Assert.False(learned.Is(longest));
    }
}
