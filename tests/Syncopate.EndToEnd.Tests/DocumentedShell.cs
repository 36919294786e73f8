using System.Buffers;
using System.Globalization;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>
/// Does what a reader's shell would do with the commands of one block, with the programs that this build made and in a folder of its own.
/// A sample that a command starts runs until the block ends, as it does in the reader's other terminal. A run that
/// other tests read too is made once.
/// </summary>
internal sealed class DocumentedShell(QuickRuns runs) : IAsyncDisposable
{
    private static readonly SearchValues<char> ShellSyntax = SearchValues.Create("|&;<>$`'*\\");

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-docs-");
    private readonly List<(string Documented, RunningSample Sample)> _samples = [];

    /// <summary>Fails the test when the command does.</summary>
    /// <param name="place">Where it stands.</param>
    /// <param name="command">The command, as it is written there.</param>
    public async Task RunAsync(string place, string command)
    {
        switch (Words(command))
        {
            case ["./syncopate", "run", "first-call" and var question, "--quick", "--seed", "7"]:
                await runs.OfAsync(question);
                break;
            case ["./syncopate", "run", "cpu-bound" and var question, "--quick", "--seed", "7", "--out", var folder]:
                (await runs.OfAsync(question)).CopyTo(Path.Combine(_folder.FullName, folder));
                break;
            case ["./syncopate", "scan", var sources, .. var options]:
                await ToolAsync(place, command, ["scan", Path.Combine(Built.RepositoryRoot, sources), .. options]);
                break;
            case ["./syncopate", .. var arguments]:
                await ToolAsync(place, command, [.. arguments.Select(Located)]);
                break;
            case ["dotnet", "run", "-c", "Release", "--project", var project]:
                RunningSample sample = await RunningSample.StartAsync(Path.GetFileName(project));
                _samples.Add((DocumentedAddress(project), sample));
                Assert.True((await sample.Client.GetAsync(new Uri("/health", UriKind.Relative))).IsSuccessStatusCode, $"{place}: {command}");
                break;
            default:
                Assert.Fail($"{place}: no test knows how to run '{command}'. Say how in {nameof(DocumentedShell)}.");
                break;
        }
    }

    private async Task ToolAsync(string place, string command, string[] arguments)
    {
        await using Tool tool = Tool.StartIn(_folder.FullName, arguments);
        Assert.True(await tool.ExitAsync() == 0, $"{place}: {command}\n{tool.Output}{tool.Error}");
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var (_, sample) in _samples)
            await sample.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    /// <summary>Words of a line, some of them between double quotes. What a shell would do more than that is no part of
    /// a documented command.</summary>
    internal static string[] Words(string command)
    {
        List<string> words = [];
        foreach (var (index, part) in command.Split('"').Index())
        {
            bool isQuoted = index % 2 == 1;
            Assert.False(!isQuoted && part.AsSpan().ContainsAny(ShellSyntax), $"'{command}' needs a shell: quote it, or write it without.");
            words.AddRange(isQuoted ? [part] : part.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        }

        return [.. words];
    }

    // Tests of several assemblies run side by side, so samples listen on ports of their own.
    private string Located(string word) => _samples.Aggregate(word, (located, s) => Located(located, s.Documented, s.Sample.Client.BaseAddress!));

    // An address, or an option's value that is its port.
    private static string Located(string word, string documented, Uri actual) =>
        documented.EndsWith($":{word}", StringComparison.Ordinal)
            ? actual.Port.ToString(CultureInfo.InvariantCulture)
            : word.Replace(documented, actual.ToString().TrimEnd('/'), StringComparison.Ordinal);

    private static string DocumentedAddress(string project) => project switch
    {
        "samples/SampleSite" => "http://127.0.0.1:5080",
        "samples/FeedService" => "http://127.0.0.1:5081",
        _ => throw new ArgumentException($"No test knows where {project} listens.", nameof(project)),
    };
}
