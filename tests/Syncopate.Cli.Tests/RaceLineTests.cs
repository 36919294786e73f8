using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>The line of a race, which is read without the other commands.</summary>
public sealed class RaceLineTests
{
    /// <summary>Whatever asks for an option of all commands fails where that one is missing.</summary>
    [Theory]
    [InlineData("race nonsense")]
    [InlineData("race nonsense --debug")]
    public async Task It_is_judged_and_has_the_options_of_all_commands(string line)
    {
        await using StringWriter said = new();
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(said),
            Ansi = AnsiSupport.No,
        });
        console.Profile.Width = 1_000;

        int code = await CommandLine.RunAsync(line.Split(' '), new Terminal(console, console));

        Assert.Equal(ExitCode.WrongUsage, code);
        Assert.Contains("'nonsense' cannot be raced.", said.ToString(), StringComparison.Ordinal);
    }
}
