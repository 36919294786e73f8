using System.Buffers;
using System.Globalization;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>
/// Does what a reader's shell would do with the commands of one block, with the programs that this build made and in a folder of its own.
/// Samples that commands start, and runs that other tests read too, are there once for all blocks.
/// </summary>
internal sealed class DocumentedShell(QuickRuns runs, DocumentedSites sites) : IDisposable
{
    /// <summary>The tool's exit code where a limit that was given is passed, as a busy machine may.</summary>
    private const int LimitPassed = 3;

    /// <summary>Its exit code where a limit is given for what a result does not have.</summary>
    private const int NothingToJudge = 2;

    private static readonly SearchValues<char> ShellSyntax = SearchValues.Create("|&;<>$`'*\\");

    /// <summary>Options by which a plan or a scan leaves files to the commands after it.</summary>
    private static readonly string[] Writes = ["--baseline", "--html", "--out", "--sarif", "--write", "--write-baseline"];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-docs-");
    private readonly List<(string Documented, RunningSample Sample)> _samples = [];

    /// <summary>Fails the test when the command does.</summary>
    /// <param name="place">Where it stands.</param>
    /// <param name="command">The command, as it is written there.</param>
    public async Task RunAsync(string place, string command)
    {
        switch (Words(command))
        {
            case ["./syncopate", "run", "--quick"]:
                await BeginAsync(place, command, ["run", "--quick"]);
                break;
            case ["./syncopate", "run", "first-call" and var question, "--quick", "--seed", "7"]:
                await runs.OfAsync(question);
                break;
            case ["./syncopate", "run", "cpu-bound" and var question, "--quick", "--seed", "7", "--out", var folder]:
                (await runs.OfAsync(question)).CopyTo(Path.Combine(_folder.FullName, folder));
                break;
            case ["./syncopate", "plan" or "scan", .. var arguments] when !arguments.Intersect(Writes).Any() && !sites.IsNew(command):
                break;
            case ["./syncopate", "scan", var sources, .. var options]:
                await ToolAsync(place, command, ["scan", Path.Combine(Built.RepositoryRoot, sources), .. options]);
                break;
            case ["./syncopate", "compare", .. var arguments]:
                await CompareAsync(place, command, [.. arguments.Select(Located)]);
                break;
            case ["./syncopate", "gate", var result, "--max", var limit] when IsWithoutTime(result, limit.Split('.')[0]):
                await ToolAsync(place, command, ["gate", result, "--max", limit], NothingToJudge);
                break;
            case ["./syncopate", "gate" or "load", ..] and [_, .. var arguments] when IsLimited(arguments):
                await ToolAsync(place, command, [.. arguments.Select(Located)], LimitPassed);
                break;
            case ["./syncopate", .. var arguments]:
                await ToolAsync(place, command, [.. arguments.Select(Located)]);
                break;
            case ["dotnet", "run", "-c", "Release", "--project", var project]:
                RunningSample sample = await sites.OfAsync(project);
                _samples.Add((DocumentedAddress(project), sample));
                Assert.True((await sample.Client.GetAsync(new Uri("/health", UriKind.Relative))).IsSuccessStatusCode, $"{place}: {command}");
                break;
            default:
                Assert.Fail($"{place}: no test knows how to run '{command}'. Say how in {nameof(DocumentedShell)}.");
                break;
        }
    }

    /// <summary>Whether a result says that the machine was too busy for a question.</summary>
    private bool IsWithoutTime(string result, string experiment) =>
        JsonNode.Parse(File.ReadAllText(Path.Combine(_folder.FullName, result, "report.json")))!["missing"]!.AsArray().Any(
            sentence => Regex.IsMatch((string)sentence!, $@"^No time was left for ([a-z-]+, )*{Regex.Escape(experiment)}\b"));

    private static bool IsLimited(string[] arguments) => arguments.Contains("--max") || arguments.Contains("--fail-if");

    /// <summary>A run of all questions takes most of a minute, and is made to its end by the check of the command line itself
    /// (.ci/run); here it begins, measures, and is stopped.</summary>
    private async Task BeginAsync(string place, string command, string[] arguments)
    {
        using RunFolder folder = new();
        await using Tool tool = Tool.StartIn(_folder.FullName, [.. arguments, "--out", folder.Path]);
        await folder.SlotsAsync(2, tool);
        tool.Signal("INT");
        Assert.True(await tool.ExitAsync() == 130, $"{place}: {command}\n{tool.Output}{tool.Error}");
    }

    /// <summary>With the shortest budget, since no verdict is judged; where a busy machine has no time for one round in it, with the
    /// longer one that the tool advises then.</summary>
    private async Task CompareAsync(string place, string command, string[] arguments)
    {
        int budget = Array.IndexOf(arguments, "--budget") + 1;
        Assert.True(budget > 0, $"{place}: '{command}' has no --budget: see whether the test has the time for it.");
        arguments[budget] = "10s";
        await using (Tool tool = Tool.StartIn(_folder.FullName, ["compare", .. arguments]))
        {
            int code = await tool.ExitAsync();
            if (code == 0)
                return;
            Assert.True(
                tool.Error.Contains("No round was finished", StringComparison.Ordinal), $"{place}: {command}\n{tool.Output}{tool.Error}");
        }

        arguments[budget] = "120s";
        await ToolAsync(place, command, ["compare", .. arguments]);
    }

    private async Task ToolAsync(string place, string command, string[] arguments, params int[] alsoGood)
    {
        await using Tool tool = Tool.StartIn(_folder.FullName, arguments);
        int code = await tool.ExitAsync();
        Assert.True(code == 0 || alsoGood.Contains(code), $"{place}: {command}: exit code {code}\n{tool.Output}{tool.Error}");
    }

    public void Dispose() => _folder.Delete(recursive: true);

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
