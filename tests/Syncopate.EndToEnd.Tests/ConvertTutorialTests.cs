using System.Diagnostics;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>
/// docs/convert.md from its first command to its last, in a folder of its own that stands for the reader's repository. What the page
/// shows of an output is in that output. Some commands take a compiler and one measures, so nothing else runs beside it.
/// </summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed partial class ConvertTutorialTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("syncopate-convert-");
    private readonly List<string> _ran = [];

    private string Here => Path.Combine(_root.FullName, "syncopate");

    [Fact]
    public async Task The_tutorial_converts_a_site_that_still_does_the_same_and_answers_faster()
    {
        Directory.CreateDirectory(Here);
        string[] page = await File.ReadAllLinesAsync(
            Path.Combine(Built.RepositoryRoot, "docs", "convert.md"), TestContext.Current.CancellationToken);
        string output = "";
        foreach (CodeBlock block in CodeBlock.In("docs/convert.md", page))
        {
            if (block.Language == "sh")
                output = string.Concat(await RunAsync(block));
            else
                Assert.All(block.Lines, line => Shown(block.Place, line, output));
        }

        Assert.Equal(["mkdir", "cp", "cp", "cp", "tests", "scan", "scan", "scan", "tests", "scan", "compare"], _ran);
        Assert.Contains("same status, same", output, StringComparison.Ordinal);
        Assert.Equal(Sources("before").Select(file => file.Path), Sources("after").Select(file => file.Path));
        Assert.Equal(
            ["IPriceSource.cs", "OrderService.cs", "OrderTests.cs", "OrdersController.cs", "PriceList.cs", "SupplierPrices.cs"],
            Sources("before").Except(Sources("after")).Select(file => Path.GetFileName(file.Path)).Order(StringComparer.Ordinal));
    }

    public void Dispose() => _root.Delete(recursive: true);

    /// <summary>A line of the page is a line of the output. Figures are the machine's own, and one that is busy enough may
    /// not decide.</summary>
    private static void Shown(string place, string line, string output)
    {
        string[] said = output.Split('\n');
        bool isShown = !line.StartsWith("B answered", StringComparison.Ordinal) ? said.Contains(line)
            : said.Any(each => Figure().Replace(each, "#") == Figure().Replace(line, "#"))
                || said.Any(IsUndecided);
        Assert.True(isShown, $"{place}: '{line}' is not what the command prints:\n{output}");
    }

    private static bool IsUndecided(string row) =>
        row.StartsWith("  mean ", StringComparison.Ordinal) && row.Contains("undecided", StringComparison.Ordinal);

    private async Task<List<string>> RunAsync(CodeBlock block)
    {
        List<string> outputs = [];
        foreach (string command in block.Commands)
            outputs.Add(await RunAsync($"{block.Place}: {command}", DocumentedShell.Words(command)));
        return outputs;
    }

    private Task<string> RunAsync(string place, string[] words)
    {
        _ran.Add(words is ["dotnet", ..] ? "tests" : words[0] == "./syncopate" ? words[1] : words[0]);
        return words switch
        {
            ["mkdir", ..] => ProgramAsync(place, words),
            ["cp", "-r", var from, var to] => ProgramAsync(place, ["cp", "-r", From(from), to]),
            ["cp", var from, var to] => ProgramAsync(place, ["cp", From(from), to]),
            ["dotnet", "run", "-c", "Release", "--project", _] => ProgramAsync(place, words),
            ["./syncopate", .. var arguments] => ProgramAsync(place, ["dotnet", Built.Dll("Syncopate.Cli"), .. arguments]),
            _ => throw new ArgumentException($"No test knows how to run this: {place}", nameof(words)),
        };
    }

    private static string From(string source) =>
        source.StartsWith("../", StringComparison.Ordinal) ? source : Path.Combine(Built.RepositoryRoot, source);

    private async Task<string> ProgramAsync(string place, string[] words)
    {
        ProcessStartInfo start = new(words[0], words[1..])
        {
            WorkingDirectory = Here,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // A compiler that stays for the next build would keep the output open, and this test waiting.
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["UseSharedCompilation"] = "false";
        start.Environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        using Process program = Process.Start(start)!;
        try
        {
            Task<string> error = program.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
            string output = await program.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken) + await error;
            await program.WaitForExitAsync(TestContext.Current.CancellationToken);
            Assert.True(program.ExitCode == 0, $"{place}: exit code {program.ExitCode}\n{output}");
            return output;
        }
        finally
        {
            program.Kill(entireProcessTree: true);
        }
    }

    private IEnumerable<(string Path, string Text)> Sources(string copy)
    {
        string folder = Path.Combine(_root.FullName, "shop", copy);
        return Directory.GetFiles(folder, "*.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
            .Select(file => (Path: Path.GetRelativePath(folder, file), Text: File.ReadAllText(file)))
            .Where(file => !file.Path.Contains("/obj/", StringComparison.Ordinal));
    }

    [GeneratedRegex(@"[\d.,]*\d( (s|ms|µs))?")]
    private static partial Regex Figure();
}
