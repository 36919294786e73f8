using Syncopate.Cli.Lines;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class CommandWordsTests
{
    [Theory]
    [InlineData("dotnet run --urls http://localhost:5001", "dotnet|run|--urls|http://localhost:5001")]
    [InlineData("  a\tb  ", "a|b")]
    [InlineData("sh -c 'echo \"hi\"; exit 3'", "sh|-c|echo \"hi\"; exit 3")]
    [InlineData("a \"b c\"d", "a|b cd")]
    [InlineData("a ''", "a|")]
    [InlineData(@"a b\ c \""d", "a|b c|\"d")]
    [InlineData(@"a 'b\c'", @"a|b\c")]
    [InlineData("echo $HOME *.cs | wc", "echo|$HOME|*.cs|||wc")]
    public void Blanks_separate_words_and_quotes_keep_them_together(string text, string expected) =>
        Assert.Equal(expected, string.Join('|', CommandWords.Split("--exec-a", text)));

    [Theory]
    [InlineData("", "found nothing")]
    [InlineData("   ", "found nothing")]
    [InlineData("echo 'open", "a quote (') that is not closed")]
    public void A_line_without_a_word_or_an_end_is_refused(string text, string message) =>
        Assert.Contains(message, Assert.Throws<UsageException>(() => CommandWords.Split("--exec-a", text)).Message, StringComparison.Ordinal);
}
