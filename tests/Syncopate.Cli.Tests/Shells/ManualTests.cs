using Syncopate.Cli.Lines;
using Syncopate.Cli.Shells;
using Xunit;

namespace Syncopate.Cli.Tests.Shells;

/// <summary>The page of the manual: whole, and without a warning of the programs that draw it.</summary>
[Trait("Judges", "behaviour")]
public sealed class ManualTests
{
    private static readonly CommandShape Tool = Shell.Shape;

    private static readonly string Page = ManualPage.Write(Tool, "0.2.0");

    [Fact]
    public void The_page_has_every_command_and_option_with_what_it_does()
    {
        Assert.True(Tool.All.Count() > 12);
        foreach (CommandShape command in Tool.All.Skip(1))
        {
            string part = PartOf(command);
            Assert.All(command.Arguments, argument => Assert.Contains($"\\fI{Dashed(argument.Name)}\\fR", part, StringComparison.Ordinal));
            foreach (OptionShape option in command.Options.Where(option => Tool.Options.All(other => other.Names[0] != option.Names[0])))
            {
                Assert.All(option.Names, name => Assert.Contains($"\\fB{Dashed(name)}\\fR", part, StringComparison.Ordinal));
                Assert.NotEmpty(option.Description);
            }
        }

        Assert.All(Tool.Options, option => Assert.Contains($"\\fB{Dashed(option.Names[0])}\\fR", Page, StringComparison.Ordinal));
        Assert.DoesNotContain("syncopate race", Page, StringComparison.Ordinal);
    }

    [Fact]
    public void The_page_has_every_exit_code() => Assert.All(
        ExitCode.Meanings, code => Assert.Contains($".B {code.Code}\n{code.Meaning}\n", Page, StringComparison.Ordinal));

    /// <summary>groff draws the manual on most systems of GNU, mandoc on others; each has complaints of its own.</summary>
    [Theory]
    [InlineData("groff", "-man", "-ww", "-Tutf8", "-z")]
    [InlineData("mandoc", "-Tlint", "-Wwarning")]
    public async Task A_program_that_draws_manuals_has_no_complaint(string program, params string[] options)
    {
        using Shell drawn = new(program, Page);

        string[] complaints = await drawn.RunAsync([.. options, drawn.Script]);

        // The page has no date: the same tool gives the same page on every day.
        Assert.DoesNotContain(complaints, complaint => !complaint.Contains("missing date", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_drawn_page_reads_as_it_should()
    {
        using Shell drawn = new("groff", Page);

        string text = string.Join('\n', await drawn.RunAsync("-man", "-Tascii", "-P-cbou", drawn.Script));

        Assert.Contains("syncopate - compare synchronous and asynchronous forms of .NET code", text, StringComparison.Ordinal);
        Assert.Contains("--users, -c N", text, StringComparison.Ordinal);
        Assert.Contains("syncopate run --quick", text, StringComparison.Ordinal);
        Assert.DoesNotContain('\\', text);
    }

    /// <summary>From the head of a command to that of the next.</summary>
    private static string PartOf(CommandShape command)
    {
        string[] parts = Page.Split(".SS ");
        string part = Assert.Single(parts, part => part.Split(' ', '\n') is [_, var name, ..] && name == Dashed(command.Name));
        Assert.Contains(command.Description[..20], part, StringComparison.Ordinal);
        return part;
    }

    private static string Dashed(string name) => name.Replace("-", "\\-", StringComparison.Ordinal);
}
