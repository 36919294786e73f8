using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>Lines of the tool that the documentation shows and no test runs, because they need a site, another machine or an hour:
/// the parser at least understands each of them.</summary>
[Trait("Judges", "behaviour")]
public sealed class DocumentedLineTests
{
    private static readonly RootCommand Tool = CommandLine.Create(new Terminal(_ => null));

    [Fact]
    public void The_parser_understands_every_line_of_the_tool_in_the_documentation()
    {
        string[] files =
        [
            .. Directory.GetFiles(Built.RepositoryRoot, "*.md"),
            .. Directory.GetFiles(Path.Combine(Built.RepositoryRoot, "docs"), "*.md", SearchOption.AllDirectories),
        ];
        (string Place, string Line)[] lines =
        [
            .. from file in files
               from block in CodeBlock.In(Path.GetFileName(file), File.ReadAllLines(file))
               where block.Language is "text" or ""
               from shown in block.Lines
               // Three blanks part a line from what is said of it.
               let line = (shown.StartsWith("$ ", StringComparison.Ordinal) ? shown[2..] : shown).Split("   ")[0].Split(" #")[0]
               where line.StartsWith("syncopate ", StringComparison.Ordinal) && !line.Contains("...", StringComparison.Ordinal)
               select (block.Place, line),
        ];

        Assert.True(lines.Length > 15, "There are fewer lines than there were: is the search for them right?");
        Assert.Empty(lines.SelectMany(line => Wrong(line.Line).Select(wrong => $"{line.Place}: {line.Line}: {wrong}")));
    }

    [Theory]
    [InlineData("syncopate load http://localhost --users 50 --durations 10s")]
    [InlineData("syncopate lod http://localhost")]
    [InlineData("syncopate gate")]
    public void A_line_that_the_tool_would_refuse_is_seen(string line) => Assert.NotEmpty(Wrong(line));

    private static IEnumerable<string> Wrong(string line)
    {
        // What a shell would send elsewhere is not the tool's.
        string quoted = line.Replace(" > ", " '>' ", StringComparison.Ordinal).Replace(" | ", " '|' ", StringComparison.Ordinal);
        IEnumerable<string> words = CommandTokens.Split("line", quoted).Skip(1).TakeWhile(word => word is not (">" or "|"));
        return Tool.Parse([.. words], new ParserConfiguration { ResponseFileTokenReplacer = null }).Errors.Select(error => error.Message);
    }
}
