using Syncopate.Live.Serving;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>What a server does before the first page is asked for.</summary>
[Trait("Judges", "behaviour")]
public sealed class PrepareTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("syncopate-prepare-");

    /// <summary>The first line that a process reads is compiled for: the demonstration waited for that.</summary>
    [Theory]
    [InlineData(0, "race delay --users 20")]
    [InlineData(1, "")]
    public async Task The_line_of_the_demonstration_is_judged_where_it_begins_by_itself(int results, string judged)
    {
        for (int i = 0; i < results; i++)
        {
            string folder = _root.CreateSubdirectory(FormattableString.Invariant($"result-{i}")).FullName;
            await File.WriteAllTextAsync(Path.Combine(folder, "run.jsonl"), "", TestContext.Current.CancellationToken);
        }

        string said = "";
        LiveTool tool = new(
            [],
            [new ToolCommand("compare", "", [], [])],
            (words, _) =>
            {
                said = string.Join(' ', words);
                return Task.FromResult<string?>(null);
            })
        {
            Quote = static word => word,
            Verdict = static (_, _) => "",
        };
        LiveOptions options = new(_root.FullName, 0, TimeProvider.System, tool);
        await using LiveServer server = await LiveServer.StartAsync(options, TestContext.Current.CancellationToken);

        await server.PrepareAsync(TestContext.Current.CancellationToken);

        Assert.Equal(judged, said);
    }

    public void Dispose() => _root.Delete(recursive: true);
}
