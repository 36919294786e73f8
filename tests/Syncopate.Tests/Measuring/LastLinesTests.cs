using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Measuring;

public sealed class LastLinesTests
{
    [Fact]
    public void Only_the_last_are_kept_in_their_order()
    {
        LastLines lines = new(2);

        foreach (string line in new[] { "one", " two ", "three" })
            lines.Add(line);

        Assert.Equal("two | three", lines.Text);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("  \t")]
    public void A_blank_line_takes_nobodys_place(string? blank)
    {
        LastLines lines = new(1);

        lines.Add("said");
        lines.Add(blank);

        Assert.Equal("said", lines.Text);
    }

    [Fact]
    public void A_process_that_wrote_nothing_has_no_last_words() => Assert.Null(new LastLines(3).Text);
}
