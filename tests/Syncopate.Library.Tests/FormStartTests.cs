using System.Diagnostics;
using Syncopate.Children;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>The process of a form is started for every ten rounds, so that its start must not be dear.</summary>
[Trait("Judges", "behaviour")]
public sealed class FormStartTests
{
    private const string Site = "Program.cs:7:find by nothing";

    [Fact]
    public async Task A_form_starts_with_at_most_two_tenths_of_a_second_of_processor_time_more_than_its_program()
    {
        double form = double.MaxValue, program = double.MaxValue;
        for (int i = 0; i < 3; i++)
        {
            form = Math.Min(form, await CpuSecondsAsync(new FormAddress(new string('a', FormAddress.TokenLength), Site, 0, 0), "nothing"));
            program = Math.Min(program, await CpuSecondsAsync(null, "empty"));
        }

        Assert.InRange(form - program, -1, 0.2);
    }

    [Fact]
    public async Task A_form_ends_when_the_one_that_measures_is_gone()
    {
        ProcessStartInfo start = Start(new FormAddress(new string('a', FormAddress.TokenLength), Site, 0, 0), "nothing");
        start.Environment["SYNCOPATE_MONITOR"] = $"1/{new string('a', 32)}"; // Nobody listens there.
        using Process process = Process.Start(start)!;

        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(0, process.ExitCode);
    }

    /// <summary>Until it says that it is ready.</summary>
    private static async Task<double> CpuSecondsAsync(FormAddress? address, params string[] arguments)
    {
        using Process process = Process.Start(Start(address, arguments))!;
        await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
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
