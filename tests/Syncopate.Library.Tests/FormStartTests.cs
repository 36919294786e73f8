using System.Diagnostics;
using Syncopate.Children;
using Syncopate.EndToEnd.Tests;
using Syncopate.Running.Machines;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>The process of a form is started for every ten rounds, so that its start must not be dear.</summary>
[Trait("Judges", "time")]
public sealed class FormStartTests
{
    private const string Site = "Program.cs:7:find by nothing";

    private static readonly FormAddress Address = new(new string('a', FormAddress.TokenLength), Site, 0, 0);

    [Theory]
    [InlineData(false)]
    [InlineData(true)] // As every run starts it: with its monitor inside.
    public async Task A_form_starts_with_at_most_two_tenths_of_a_second_of_processor_time_more_than_its_program(
        bool isWatched)
    {
        await using MonitorListener? monitors = isWatched ? new MonitorListener() : null;
        double form = double.MaxValue, program = double.MaxValue;
        for (int i = 0; i < 3; i++)
        {
            form = Math.Min(form, await CpuSecondsAsync(Start(Address, "nothing"), monitors));
            program = Math.Min(program, await CpuSecondsAsync(Start(null, "empty"), null));
        }

        Assert.InRange(form - program, -1, 0.2);
    }

    [Fact]
    public async Task A_form_ends_when_the_one_that_measures_is_gone()
    {
        ProcessStartInfo start = Start(Address, "nothing");
        start.Environment["SYNCOPATE_MONITOR"] = $"1/{new string('a', 32)}"; // Nobody listens there.
        using Process process = Process.Start(start)!;

        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(0, process.ExitCode);
    }

    /// <summary>Until it says that it is ready, and its monitor has connected where there is one.</summary>
    private static async Task<double> CpuSecondsAsync(ProcessStartInfo start, MonitorListener? monitors)
    {
        PoolWatch? watch = monitors?.Expect(start.Environment);
        if (watch is not null)
        {
            // The one beside the program, as where the program itself is what measures.
            string folder = Path.GetDirectoryName(Built.Dll("FormsProgram"))!;
            start.Environment["DOTNET_STARTUP_HOOKS"] = Path.Combine(folder, "Syncopate.Agent.dll");
        }

        using Process process = Process.Start(start)!;
        await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
        if (watch is not null)
            await watch.Connected.WaitAsync(TestContext.Current.CancellationToken);
        double seconds = process.TotalProcessorTime.TotalSeconds;
        process.Kill();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return seconds;
    }

    private static ProcessStartInfo Start(FormAddress? address, params string[] arguments)
    {
        ProcessStartInfo start = new("dotnet", [Built.Dll("FormsProgram"), .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardInput = true,
        };
        if (address is not null)
            start.Environment[FormAddress.Variable] = address.ToString();
        return start;
    }
}
