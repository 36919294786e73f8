using System.CommandLine;
using System.Globalization;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Results;
using Syncopate.Cli.Screens;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>What <c>syncopate gate</c> prints and answers with, of a result in which async takes 100 ms.</summary>
public sealed class GateCommandTests : IDisposable
{
    private const string Kept = "brand-new.async.mean=10s";
    private const string Crossed = "brand-new.async.mean=1ms";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-gate-command-");
    private readonly StringWriter _said = new(CultureInfo.InvariantCulture);

    private string Run => Path.Combine(_folder.FullName, "run");

    public GateCommandTests() => NewKind.Report(Directory.CreateDirectory(Run).FullName);

    public void Dispose()
    {
        _folder.Delete(recursive: true);
        _said.Dispose();
    }

    [Theory]
    [InlineData(ExitCode.Done, "Gate passed: ", "--max", Kept)]
    [InlineData(ExitCode.GateFailed, "Gate failed: ", "--max", Crossed)]
    [InlineData(ExitCode.GateFailed, "Gate failed: 1 of 2 checks", "--max", Kept, "--max", Crossed)]
    public async Task A_limit_that_is_crossed_fails_the_build(int code, string sentence, params string[] line)
    {
        Assert.Equal(code, await RunAsync("", line));
        Assert.Contains(sentence, _said.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_result_is_as_good_as_itself()
    {
        Assert.Equal(ExitCode.Done, await RunAsync("", "--baseline", Run));
        Assert.Contains("brand-new.async.mean", _said.ToString(), StringComparison.Ordinal);
    }

    /// <summary>A build that goes on without the file that another step reads would fail there, and nobody knew why.</summary>
    [Theory]
    [InlineData(ExitCode.TargetUnusable, Kept)]
    [InlineData(ExitCode.GateFailed, Crossed)]
    public async Task A_file_that_cannot_be_written_fails_a_gate_that_passed_and_hides_no_limit(int code, string limit)
    {
        Assert.Equal(code, await RunAsync("", "--max", limit, "--junit", At("nowhere/gate.xml")));
        Assert.Contains($"error: Cannot write '{At("nowhere/gate.xml")}': ", _said.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_summary_of_a_job_gets_the_checks()
    {
        Assert.Equal(ExitCode.Done, await RunAsync(At("summary.md"), "--max", Kept));

        Assert.StartsWith("## ✅ Gate passed", await File.ReadAllTextAsync(At("summary.md"), Token), StringComparison.Ordinal);
        Assert.Contains("Summary written to the job summary.", _said.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_limit_that_names_no_form_is_a_wrong_line() => Assert.StartsWith(
        "'brand-new.parallel.mean=1s' names no form of ",
        (await Assert.ThrowsAsync<UsageException>(() => RunAsync("", "--max", "brand-new.parallel.mean=1s"))).Message,
        StringComparison.Ordinal);

    [Fact]
    public async Task A_baseline_that_is_not_there_is_not_usable() => Assert.StartsWith(
        $"Cannot read the result '{At("none")}': ",
        (await Assert.ThrowsAsync<UnusableException>(() => RunAsync("", "--baseline", At("none")))).Message,
        StringComparison.Ordinal);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private Task<int> RunAsync(string summary, params string[] words)
    {
        Terminal terminal = new(PlainConsole.On(_said), PlainConsole.On(_said));
        GateOptions options = new();
        Command command = new("gate");
        options.AddTo(command);
        GateSettings settings = options.Read(command.Parse([Run, .. words]), terminal);
        return GateCommand.RunAsync(settings, terminal, name => name == "GITHUB_STEP_SUMMARY" ? summary : null, Token);
    }

    private string At(string name) => Path.Combine(_folder.FullName, name);
}
