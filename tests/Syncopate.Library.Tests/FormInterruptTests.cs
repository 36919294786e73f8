using System.Diagnostics;
using System.Globalization;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>Ctrl+C in a program that compares forms.</summary>
[Trait("Judges", "behaviour")]
public sealed class FormInterruptTests
{
    [Fact]
    public async Task What_was_measured_before_an_interruption_is_kept_and_told()
    {
        using FormsRunOf program = new();
        using Process process = program.Start("waiting", "--budget", "60s", "--out", "out");
        Task<string> output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        List<string> lines = [];
        do
        {
            string? line = await process.StandardError.ReadLineAsync(TestContext.Current.CancellationToken);
            lines.Add(line ?? throw new InvalidOperationException($"It ended before its second round: {string.Join('\n', lines)}"));
        }
        while (!lines[^1].StartsWith("Round 2:", StringComparison.Ordinal));

        Signal(process);
        string rest = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(130, process.ExitCode);
        Assert.Contains("What was measured is kept.", rest, StringComparison.Ordinal);
        Assert.Contains("Partial:", await output, StringComparison.Ordinal);
        Assert.Contains("calls/s", await output, StringComparison.Ordinal);
        // Two rounds of two forms, the first one twice.
        Assert.True(program.Journal("\"type\":\"slot\"").Count >= 6);
        Assert.Single(program.Journal("\"outcome\":\"cancelled\""));
        Assert.True(File.Exists(Path.Combine(program.Folder, "report.html")));
    }

    private static void Signal(Process process)
    {
        string id = process.Id.ToString(CultureInfo.InvariantCulture);
        using Process kill = Process.Start("kill", ["-INT", id]);
        kill.WaitForExit();
    }
}
