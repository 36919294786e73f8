using System.Text.RegularExpressions;
using Xunit;
using YamlDotNet.RepresentationModel;

namespace Syncopate.EndToEnd.Tests;

/// <summary>The workflow of docs/ci.md: read as a runner reads it, and its lines given to the tool.</summary>
[Trait("Judges", "behaviour")]
public sealed partial class CiDocumentationTests : IDisposable
{
    private const int WrongUsage = 2;

    // In an empty folder there is nothing to judge and no site to start: a line that is understood ends so.
    private const int NothingThere = 4;

    private readonly DirectoryInfo _empty = Directory.CreateTempSubdirectory("syncopate-ci-");

    public void Dispose() => _empty.Delete(recursive: true);

    [Fact]
    public void Every_YAML_block_is_a_workflow_whose_steps_use_or_run_something()
    {
        foreach (YamlMappingNode workflow in Workflows())
        {
            Assert.Equal(["name", "on", "jobs"], workflow.Children.Keys.Select(k => k.ToString()));
            foreach (YamlMappingNode job in Map(workflow, "jobs").Children.Values.Cast<YamlMappingNode>())
            {
                Assert.NotEmpty(job.Children["runs-on"].ToString());
                Assert.All(Steps(job), step => Assert.Single(step.Children.Keys, k => k.ToString() is "uses" or "run"));
                Assert.All(Steps(job).Where(s => s.Children.ContainsKey("uses")), step => Assert.Matches(@"^[\w-]+(/[\w-]+)+@v\d+$", step.Children["uses"].ToString()));
            }
        }
    }

    [Fact]
    public async Task Every_line_of_the_tool_in_a_workflow_is_understood_by_the_tool()
    {
        string[] lines = [.. Workflows().SelectMany(w => Map(w, "jobs").Children.Values).Cast<YamlMappingNode>().SelectMany(Steps)
            .Where(s => s.Children.ContainsKey("run")).SelectMany(s => s.Children["run"].ToString().Split('\n')).Where(l => l.StartsWith("syncopate ", StringComparison.Ordinal))];

        Assert.NotEmpty(lines);
        foreach (string line in lines)
            Assert.Equal((line, NothingThere), (line, await CodeAsync(line)));
        Assert.Equal(WrongUsage, await CodeAsync("syncopate gate result --max-slowest 10%"));
    }

    private async Task<int> CodeAsync(string line)
    {
        await using Tool tool = Tool.StartIn(_empty.FullName, [.. Word().Matches(line).Skip(1).Select(w => w.Value.Trim('"'))]);
        return await tool.ExitAsync();
    }

    [GeneratedRegex("\"[^\"]*\"|\\S+")]
    private static partial Regex Word();

    private static IEnumerable<YamlMappingNode> Workflows()
    {
        string file = Path.Combine(Built.RepositoryRoot, "docs", "ci.md");
        CodeBlock[] blocks = [.. CodeBlock.In("docs/ci.md", File.ReadAllLines(file)).Where(b => b.Language == "yaml")];
        Assert.NotEmpty(blocks);
        foreach (CodeBlock block in blocks)
        {
            YamlStream stream = [];
            stream.Load(new StringReader(string.Join('\n', block.Lines)));
            yield return Assert.IsType<YamlMappingNode>(Assert.Single(stream.Documents).RootNode);
        }
    }

    private static YamlMappingNode Map(YamlMappingNode node, string key) => Assert.IsType<YamlMappingNode>(node.Children[key]);

    private static IEnumerable<YamlMappingNode> Steps(YamlMappingNode job) => Assert.IsType<YamlSequenceNode>(job.Children["steps"]).Children.Cast<YamlMappingNode>();
}
