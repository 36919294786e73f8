using System.Text.RegularExpressions;
using Syncopate.Cli.Lines;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class LineValueTests
{
    [Theory]
    [InlineData("10s", "24h", "5s")]
    [InlineData("1ms", "24h", "10")]
    [InlineData("0s", "1m", "-1s")]
    [InlineData("200ms", "60s", "2m")]
    [InlineData("3h", "24h", "1s")]
    [InlineData("10s", "24h", "-Infinitys")]
    [InlineData("10s", "24h", "NaNs")]
    public void The_examples_of_a_message_are_values_that_it_allows(string least, string most, string found)
    {
        (TimeSpan from, TimeSpan to) = (Read(least), Read(most));

        string message = Assert.Throws<UsageException>(() => LineValue.Duration("--budget", found, from, to)).Message;

        MatchCollection examples = Regex.Matches(message[message.IndexOf("Example", StringComparison.Ordinal)..], @"--budget (?<value>[^,]+)");
        Assert.NotEmpty(examples);
        Assert.All(examples, example => LineValue.Duration("--budget", example.Groups["value"].Value, from, to));
    }

    [Theory]
    [InlineData(1, 65_535, "Example: --port 8080")]
    [InlineData(1, 16, "Example: --port 10")]
    [InlineData(20, 64, "Example: --port 20")]
    public void The_example_of_a_number_is_one_that_can_be_used(long least, long most, string example)
    {
        string message = Assert.Throws<UsageException>(() => LineValue.Whole("--port", "x", least, most)).Message;

        Assert.EndsWith(example, message, StringComparison.Ordinal);
    }

    private static TimeSpan Read(string text) => LineValue.Duration("--time", text, TimeSpan.Zero, TimeSpan.FromDays(1));
}
