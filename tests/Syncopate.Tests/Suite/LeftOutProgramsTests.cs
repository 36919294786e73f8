using System.Diagnostics;
using System.Globalization;
using Syncopate.Tests.Conventions;
using Syncopate.Watch.Tests;
using Xunit;

namespace Syncopate.Tests.Suite;

/// <summary>What <c>tests/run-programs</c> makes of programs that had no time, with scripts in place of programs of tests.</summary>
[Trait("Judges", "laws")]
public sealed class LeftOutProgramsTests : IDisposable
{
    private const string Passes =
        "echo '  total: 1'; echo '  succeeded: 1'; echo '  failed: 0'; echo '  skipped: 0'";

    private static readonly string[] Programs = ["Quick", "Endless", "Never"];

    private readonly TemporaryFolder _folder = new();

    /// <summary>Without it, what is last in the line would be left out each time that the machine is busy, and its faults be seen by
    /// nobody.</summary>
    [Fact]
    public async Task What_had_no_time_is_named_and_comes_first_the_next_time()
    {
        Plant("Quick", Passes);
        Plant("Endless", "exec sleep 600");
        Plant("Never", Passes);
        string[] cut = await RunAsync(Programs, "20");
        Plant("Endless", Passes);
        string[] chosen = await RunAsync(Programs, "300", "--filter-class", "Chosen");
        string[] whole = await RunAsync(Programs, "300");
        string[] after = await RunAsync(Programs, "300");

        Assert.Contains("left out for want of time, first the next time: Never Endless", cut);
        Assert.Contains("error: Never was not begun, as there is no time left", cut);
        Assert.Equal("1 passed, 2 failed, 0 skipped", cut[^1]);
        Assert.Equal(["Quick", "Endless"], Begun(cut));
        Assert.Equal(["Never", "Endless", "Quick"], Begun(chosen));
        Assert.Equal(["Never", "Endless", "Quick"], Begun(whole));
        Assert.Equal("3 passed, 0 failed, 0 skipped", whole[^1]);
        Assert.Equal(Programs, Begun(after));
    }

    /// <summary>It would run on beside whatever is measured next.</summary>
    [Fact]
    public async Task What_has_no_time_left_is_ended_and_not_only_left()
    {
        Plant("Endless", "echo $$ > \"$0.pid\"; exec sleep 600");

        string[] said = await RunAsync(["Endless"], "20");

        int endless = int.Parse(
            await File.ReadAllTextAsync(At("Endless") + ".pid", TestContext.Current.CancellationToken), CultureInfo.InvariantCulture);
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(endless));
        Assert.Contains(said, line => line.StartsWith("error: Endless was ended after ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_program_that_crashed_was_not_left_out()
    {
        Plant("Quick", "exit 134");

        string[] said = await RunAsync(["Quick"], "300");

        Assert.Equal("0 passed, 1 failed, 0 skipped", said[^1]);
        Assert.DoesNotContain(said, line => line.StartsWith("left out", StringComparison.Ordinal));
    }

    /// <summary>A newer platform ends a run whose only test was skipped with exit code 0, and it was counted as passed.</summary>
    [Theory]
    [InlineData("time", "Not judged: planted.", "not judged when run again: Quick.Figures.One", "0 passed, 0 failed, 1 skipped")]
    [InlineData("behaviour", "There is no browser.", "failed (try 3) Quick.Figures.One", "0 passed, 1 failed, 0 skipped")]
    public async Task A_test_that_was_skipped_when_it_ran_again_has_not_passed(
        string trait, string why, string line, string totals)
    {
        Plant(
            "Quick",
            $"""
            case "$*" in
                *--filter-method*)
                    printf 'skipped Quick.Figures.One (1ms)\n  {why}\n'
                    printf '  total: 1\n  succeeded: 0\n  failed: 0\n  skipped: 1\n'
                    exit 0 ;;
            esac
            echo '+ {trait} Quick.Figures.One' > "$SYNCOPATE_UNDER_WAY"
            printf 'failed Quick.Figures.One (1ms)\n  Two is not one.\n'
            printf '  total: 1\n  succeeded: 0\n  failed: 1\n  skipped: 0\n'
            exit 2
            """);

        string[] said = await RunAsync(["Quick"], "300");

        Assert.Contains(line, said);
        Assert.Equal(totals, said[^1]);
    }

    public void Dispose() => _folder.Dispose();

    private static IEnumerable<string> Begun(string[] said) =>
        said.Where(line => line.EndsWith(" begins", StringComparison.Ordinal)).Select(line => line[..^" begins".Length]);

    private string At(string program) => Path.Combine(_folder.Path, "bin", program, "release", program);

    private void Plant(string program, string script)
    {
        string path = At(program);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, $"#!/bin/sh\n{script}\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }

    private async Task<string[]> RunAsync(string[] programs, string seconds, params string[] options)
    {
        string[] words = [Path.Combine(Repository.Root, "tests", "run-programs"), .. programs, "--", .. options];
        ProcessStartInfo start = new("bash", words)
        {
            RedirectStandardOutput = true,
            Environment =
            {
                ["SYNCOPATE_TESTS"] = Path.Combine(_folder.Path, "bin"),
                ["SYNCOPATE_RESULTS"] = Path.Combine(_folder.Path, "results"),
                ["SYNCOPATE_UNSTEADY"] = Path.Combine(_folder.Path, "unsteady.md"),
                ["SYNCOPATE_AT_ONCE"] = "1",
                ["SYNCOPATE_PATIENCE"] = seconds,
                ["SYNCOPATE_PROGRAM_PATIENCE"] = "120",
            },
        };
        using Process run = Process.Start(start)!;
        string output = await run.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await run.WaitForExitAsync(TestContext.Current.CancellationToken);
        return output.TrimEnd('\n').Split('\n');
    }
}
