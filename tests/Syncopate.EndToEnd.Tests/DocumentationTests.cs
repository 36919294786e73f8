using System.Buffers;
using System.Collections.Frozen;
using System.Text.Json;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>
/// Runs every command that README.md and docs/ show (STYLE 42), in the order of its block and in a folder of that block's own.
/// A new kind of command fails here until someone says how it is tested.
/// </summary>
public sealed class DocumentationTests
{
    /// <summary>Commands that are not run, word for word, with the reason.</summary>
    private static readonly FrozenDictionary<string, string> NotRun = new Dictionary<string, string>
    {
        ["./test"] = "runs this test",
        ["./syncopate run"] = "takes five minutes; --quick goes the same way",
        ["./syncopate run --full"] = "takes most of an hour; --quick goes the same way",
    }.ToFrozenDictionary();

    private static readonly SearchValues<char> ShellSyntax = SearchValues.Create("|&;<>$`'\"*\\");

    [Fact]
    public async Task Every_command_in_the_documentation_works()
    {
        foreach (var block in Blocks().Where(block => block.Language == "sh"))
        {
            var folder = Directory.CreateTempSubdirectory("syncopate-docs-");
            try
            {
                foreach (var command in block.Commands.Where(command => !NotRun.ContainsKey(command)))
                    await RunAsync(block.Place, command, folder.FullName);
            }
            finally
            {
                folder.Delete(recursive: true);
            }
        }
    }

    /// <summary>The tutorial's C# is compiled in tests/Syncopate.Crud.Tests, beside the generator.</summary>
    [Fact]
    public void Every_other_code_block_is_JSON_or_plain_text_or_of_the_tutorial() =>
        Assert.All(Blocks().Where(block => block.Language != "sh" && !(block.Language == "csharp" && block.Place.Contains("crud.md", StringComparison.Ordinal))), block =>
        {
            Assert.True(block.Language is "json" or "text" or "", $"{block.Place}: no test compiles or runs {block.Language}.");
            if (block.Language == "json")
                JsonDocument.Parse(string.Join('\n', block.Lines)).Dispose();
        });

    [Fact]
    public void A_command_is_found_without_prompt_and_comment()
    {
        var block = Assert.Single(CodeBlock.In("README.md", ["Run:", "```sh", "# All of it", "$ ./syncopate list  # six", "", "./test", "```"]));

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
    public async Task A_command_that_is_unknown_or_fails_is_reported(string command) =>
        await Assert.ThrowsAnyAsync<Exception>(() => RunAsync("README.md:1", command, Path.GetTempPath()));

    private static IEnumerable<CodeBlock> Blocks()
    {
        var root = Built.RepositoryRoot;
        return Directory.GetFiles(root, "*.md")
            .Concat(Directory.GetFiles(Path.Combine(root, "docs"), "*.md", SearchOption.AllDirectories))
            .SelectMany(file => CodeBlock.In(Path.GetRelativePath(root, file), File.ReadAllLines(file)));
    }

    /// <summary>Does what a reader's shell would do with <paramref name="command"/>, with the programs that this build made.</summary>
    private static async Task RunAsync(string place, string command, string folder)
    {
        switch (command.Split(' '))
        {
            case ["./syncopate", .. var arguments] when !command.AsSpan().ContainsAny(ShellSyntax):
                await using (var tool = Tool.StartIn(folder, arguments))
                    Assert.True(await tool.ExitAsync() == 0, $"{place}: {command}\n{tool.Output}{tool.Error}");
                break;
            case ["dotnet", "run", "-c", "Release", "--project", var project]:
                await using (var sample = await RunningSample.StartAsync(Path.GetFileName(project)))
                    Assert.True((await sample.Client.GetAsync(new Uri("/health", UriKind.Relative))).IsSuccessStatusCode, $"{place}: {command}");
                break;
            default:
                Assert.Fail($"{place}: no test knows how to run '{command}'. Say how in {nameof(DocumentationTests)}.");
                break;
        }
    }
}
