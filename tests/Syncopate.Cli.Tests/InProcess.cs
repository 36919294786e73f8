using System.Globalization;
using Spectre.Console;
using Syncopate.Cli.Screens;

namespace Syncopate.Cli.Tests;

/// <summary>Commands within the process of the test: as their users type them, with both consoles as one text.</summary>
internal static class InProcess
{
    /// <summary>Runs a line.</summary>
    public static async Task<(int Code, string Said)> RunAsync(params string[] line)
    {
        await using StringWriter said = new(CultureInfo.InvariantCulture);
        IAnsiConsole console = PlainConsole.On(said);
        int code = await CommandLine.RunAsync(line, new Terminal(console, console));
        return (code, said.ToString());
    }
}
