using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Comparisons;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cli.Serving;
using Syncopate.Live;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>The command line as the page of <c>serve</c> has it: the same options, and the same words for what is wrong.</summary>
public sealed class ServedToolTests
{
    // Stands for an assembly that is there.
    private const string Assembly = "ASSEMBLY";

    private static string Own => typeof(ServedToolTests).Assembly.Location;

    /// <summary>An option that is added to the command alone would be missing on the page, and one that is removed would be left.</summary>
    [Fact]
    public void A_comparison_has_the_options_of_its_command_in_their_order_and_no_others()
    {
        Command command = CompareCommand.Create(new Terminal(_ => null));

        ToolCommand served = ServedTool.Create().Commands.Single(c => c.Name == command.Name);

        Assert.Equal(
            command.Options.Where(o => !o.Hidden).Select(o => (o.Name, o.Description ?? "", o.Arity.MaximumNumberOfValues)),
            served.Options.Select(o => (o.Name, o.Description, o.Most)));
        Assert.Equal(
            command.Options.Where(o => !o.Hidden).Select(o => o.ValueType != typeof(bool)),
            served.Options.Select(o => o.ValueName is not null));
        Assert.Equal(
            command.Arguments.Select(a => a.Arity.MaximumNumberOfValues),
            served.Arguments.Select(a => a.Most));
    }

    /// <summary>Whatever spoke of an assembly was refused for its missing URLs, which the command does not ask for.</summary>
    [Theory]
    [InlineData("compare")]
    [InlineData("compare http://localhost:1/a")]
    [InlineData("compare http://localhost:1/a nonsense")]
    [InlineData("compare http://localhost:1/a http://localhost:1/b --users zero")]
    [InlineData("compare http://localhost:1/a http://localhost:1/b --budget 5s")]
    [InlineData("compare http://localhost:1/a http://localhost:1/b --budget 5s --budget 6s")]
    [InlineData("compare http://localhost:1/a http://localhost:1/b --cold")]
    [InlineData("compare http://localhost:1/a http://localhost:1/b http://localhost:1/c http://localhost:1/d")]
    [InlineData("compare http://192.0.2.1/a http://192.0.2.1/b")]
    [InlineData("compare --exec-a x")]
    [InlineData("compare --twins")]
    [InlineData("compare --assembly  --twins")] // Of an empty name.
    [InlineData("compare http://localhost:1/a http://localhost:1/b --budget=-Infinitys")]
    [InlineData("compare --assembly nowhere.dll")]
    [InlineData("compare --assembly nowhere.dll --method Customers.Find()")]
    [InlineData("compare --assembly nowhere.dll --method Customers.Find() --header A:b")]
    [InlineData("compare http://localhost:1/a --assembly nowhere.dll --method Customers.Find()")]
    [InlineData("compare --assembly " + Assembly + " --method Nowhere.Find()")]
    [InlineData("run nonsense --quick")]
    [InlineData("race nonsense")]
    [InlineData("race http://localhost:1/a http://localhost:1/b --users 201")]
    public async Task What_is_wrong_with_a_line_is_said_in_the_words_of_its_command(string line)
    {
        string[] words = [.. line.Split(' ').Select(word => word == Assembly ? Own : word)];

        string? said = await ServedTool.Create().CheckAsync(words, TestContext.Current.CancellationToken);

        Assert.Equal(await PrintedAsync(words), said);
    }

    /// <summary>It would print where nobody looks, and leave no result.</summary>
    [Fact]
    public async Task A_list_of_pairs_is_no_run_and_leads_to_a_terminal()
    {
        string? said = await ServedTool.Create()
            .CheckAsync(["compare", "--assembly", Own, "--twins"], TestContext.Current.CancellationToken);

        Assert.Contains("--twins prints a list and measures nothing", said, StringComparison.Ordinal);
    }

    /// <summary>The errors that the command prints of a line that it does not carry out.</summary>
    private static async Task<string> PrintedAsync(string[] words)
    {
        await using StringWriter printed = new();
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(printed),
            Ansi = AnsiSupport.No,
        });
        console.Profile.Width = 10_000;

        int code = await CommandLine.RunAsync(words, new Terminal(console, console));

        Assert.NotEqual(ExitCode.Done, code);
        return string.Join(' ', printed.ToString().Split('\n').Where(line => line.StartsWith("error: ", StringComparison.Ordinal))
            .Select(line => line["error: ".Length..].TrimEnd()));
    }
}
