using System.Collections.Frozen;
using System.Text.Json;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>
/// Runs every command that README.md and docs/ show (STYLE 42), in the order of its block and in a folder of that block's own.
/// A new kind of command fails here until someone says how it is tested. That it is understood and does its work is judged, and no
/// figure.
/// </summary>
[Trait("Judges", "behaviour")]
public sealed class DocumentationTests(QuickRuns runs, DocumentedSites sites) : IClassFixture<DocumentedSites>
{
    /// <summary>Commands that are not run, word for word, with the reason.</summary>
    private static readonly FrozenDictionary<string, string> NotRun = new Dictionary<string, string>
    {
        ["./test"] = "runs this test",
        ["./docs-site"] = "builds and starts the program that tests/Syncopate.Docs.Tests runs, which looks at its site",
        ["./syncopate run"] = "takes five minutes; --quick goes the same way",
        ["./syncopate run --full"] = "takes most of an hour; --quick goes the same way",
    }.ToFrozenDictionary();

    /// <summary>One story over many blocks, which <see cref="ConvertTutorialTests"/> runs.</summary>
    private const string Tutorial = "convert.md";

    private static readonly string[] CompiledElsewhere =
        ["crud.md", "from-others.md", "library.md", "load.md", Path.Combine("docs", "rules")];

    /// <summary>Where each block of commands stands.</summary>
    public static TheoryData<string> Places => [.. Blocks().Where(IsToRun).Select(block => block.Place)];

    [Theory]
    [MemberData(nameof(Places))]
    public async Task Every_command_in_the_documentation_works(string place)
    {
        using DocumentedShell shell = new(runs, sites);

        foreach (string command in Blocks().Single(block => block.Place == place).Commands.Where(command => !NotRun.ContainsKey(command)))
            await shell.RunAsync(place, command);
    }

    /// <summary>YAML is read by <see cref="CiDocumentationTests"/>. The tutorial's C# is compiled in
    /// tests/Syncopate.Crud.Tests, beside the generator; that of the page on load in tests/Syncopate.Tests, that of the
    /// scan's rules in tests/Syncopate.Scan.Tests, that of the page on the library in tests/Syncopate.Library.Tests, and
    /// that of the page for those who come from other tools in tests/Syncopate.Docs.Tests, with its JavaScript.</summary>
    [Fact]
    public void Every_other_code_block_is_data_or_plain_text_or_of_the_tutorial() =>
        Assert.All(Blocks().Where(block => block.Language != "sh" && !(block.Language is "csharp" or "js" && CompiledElsewhere.Any(page => block.Place.Contains(page, StringComparison.Ordinal)))), block =>
        {
            Assert.True(block.Language is "json" or "text" or "yaml" or "", $"{block.Place}: no test compiles or runs {block.Language}.");
            if (block.Language == "json")
                JsonDocument.Parse(string.Join('\n', block.Lines)).Dispose();
        });

    [Fact]
    public void A_command_is_found_without_prompt_and_comment()
    {
        CodeBlock block = Assert.Single(CodeBlock.In("README.md", ["Run:", "```sh", "# All of it", "$ ./syncopate list  # six", "", "./test", "```"]));

        Assert.Equal(("README.md:2", "sh"), (block.Place, block.Language));
        Assert.Equal(["./syncopate list", "./test"], block.Commands);
    }

    [Fact]
    public void A_block_that_is_not_closed_is_an_error() =>
        Assert.Throws<FormatException>(() => CodeBlock.In("README.md", ["```sh", "./test"]).ToList());

    [Theory]
    [InlineData("curl http://127.0.0.1")]
    [InlineData("./syncopate list | head")]
    [InlineData("./syncopate no-such-command")]
    public async Task A_command_that_is_unknown_or_fails_is_reported(string command)
    {
        using DocumentedShell shell = new(runs, sites);

        await Assert.ThrowsAnyAsync<Exception>(() => shell.RunAsync("README.md:1", command));
    }

    private static bool IsToRun(CodeBlock block) => block.Language == "sh"
        && !block.Place.Contains(Tutorial, StringComparison.Ordinal) && !block.Commands.All(NotRun.ContainsKey);

    private static IEnumerable<CodeBlock> Blocks()
    {
        string root = Built.RepositoryRoot;
        return Directory.GetFiles(root, "*.md")
            .Concat(Directory.GetFiles(Path.Combine(root, "docs"), "*.md", SearchOption.AllDirectories))
            .SelectMany(file => CodeBlock.In(Path.GetRelativePath(root, file), File.ReadAllLines(file)));
    }
}
