using Syncopate.Cli.Lines;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class CommandTokensTests
{
    [Theory]
    [InlineData("dotnet run --urls http://localhost:5001", "dotnet|run|--urls|http://localhost:5001")]
    [InlineData("  a\tb  ", "a|b")]
    [InlineData("sh -c 'echo \"hi\"; exit 3'", "sh|-c|echo \"hi\"; exit 3")]
    [InlineData("a \"b c\"d", "a|b cd")]
    [InlineData("a ''", "a|")]
    [InlineData(@"a b\ c \""d", "a|b c|\"d")]
    [InlineData(@"a 'b\c'", @"a|b\c")]
    [InlineData("echo $HOME *.cs '|' wc", "echo|$HOME|*.cs|||wc")]
    [InlineData("grep '>' \"2>\" \\; 'a;b' a'>'b \"<html>\" x&y", "grep|>|2>|;|a;b|a>b|<html>|x&y")]
    [InlineData("curl http://h/?a=1&b=2;c&&", "curl|http://h/?a=1&b=2;c&&")]
    [InlineData("dotnet a.dll --Db=Host=db;Port=5432 --x=List<int>", "dotnet|a.dll|--Db=Host=db;Port=5432|--x=List<int>")]
    public void Blanks_separate_words_and_quotes_keep_them_together(string text, string expected) =>
        Assert.Equal(expected, string.Join('|', CommandTokens.Split("--exec-a", text)));

    [Theory]
    [InlineData("echo a > file", ">")]
    [InlineData("echo a >file", ">file")]
    [InlineData("echo a >> file", ">>")]
    [InlineData("echo a 2> file", "2>")]
    [InlineData("echo a 2>/dev/null", "2>/dev/null")]
    [InlineData("echo a 2>&1", "2>&1")]
    [InlineData("echo a &> file", "&>")]
    [InlineData("wc < file", "<")]
    [InlineData("cat << end", "<<")]
    [InlineData("a | b", "|")]
    [InlineData("a || b", "||")]
    [InlineData("a && b", "&&")]
    [InlineData("a & b", "&")]
    [InlineData("a ; b", ";")]
    [InlineData("a x; b", "x;")]
    [InlineData("echo a>file", "a>file")]
    [InlineData("echo 'a'>file", "a>file")]
    [InlineData("printf x|wc -c", "x|wc")]
    [InlineData("echo a;echo b", "a;echo")]
    [InlineData("make a&&make b", "a&&make")]
    [InlineData("sleep 1& b", "1&")]
    [InlineData("wc <file", "<file")]
    [InlineData("echo --a=1; echo", "--a=1;")]
    [InlineData("curl http://h/>file", "http://h/>file")]
    public void What_only_a_shell_understands_is_refused_with_the_way_to_do_it(string text, string word)
    {
        string message = Assert.Throws<UsageException>(() => CommandTokens.Split("--exec-a", text)).Message;

        Assert.Contains($"--exec-a is run without a shell, so that {word} would be an argument", message, StringComparison.Ordinal);
        Assert.Contains("--exec-a \"sh -c '...'\"", message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "found nothing")]
    [InlineData("   ", "found nothing")]
    [InlineData("echo 'open", "a quote (') that is not closed")]
    public void A_line_without_a_word_or_an_end_is_refused(string text, string message) =>
        Assert.Contains(message, Assert.Throws<UsageException>(() => CommandTokens.Split("--exec-a", text)).Message, StringComparison.Ordinal);
}
