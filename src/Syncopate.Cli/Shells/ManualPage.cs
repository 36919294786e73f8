using System.Globalization;
using System.Text;
using Syncopate.Cli.Lines;

namespace Syncopate.Cli.Shells;

/// <summary>The page of the manual, in the macros of man(7), which groff and mandoc read.</summary>
internal static class ManualPage
{
    /// <summary>The page.</summary>
    /// <param name="tool">The tool's own command.</param>
    /// <param name="version">Its version.</param>
    public static string Write(CommandShape tool, string version)
    {
        StringBuilder page = new();
        page.Append(CultureInfo.InvariantCulture, $".TH SYNCOPATE 1 \"\" \"Syncopate {version}\" \"User Commands\"\n");
        page.Append(".SH NAME\nsyncopate \\- compare synchronous and asynchronous forms of .NET code\n");
        page.Append(".SH SYNOPSIS\n.B syncopate\n.I command\n.RI [ options ]\n");
        page.Append(".SH DESCRIPTION\n").Append(Text(tool.Description)).Append("""

            Results go to standard output, progress to standard error.
            Load goes to this machine; another host needs
            .BR \-\-allow\-host .
            .SH OPTIONS

            """);
        foreach (OptionShape option in tool.Options)
            WriteOption(page, option);
        page.Append(".SH COMMANDS\n");
        foreach (CommandShape command in tool.All.Skip(1))
            WriteCommand(page, command, tool.Options);
        page.Append(".SH EXIT STATUS\n");
        foreach ((int code, string meaning) in ExitCode.Meanings)
            page.Append(CultureInfo.InvariantCulture, $".TP\n.B {code}\n{Text(meaning)}\n");
        page.Append("""
            .SH ENVIRONMENT
            .TP
            .B NO_COLOR
            When set, no colours.
            .TP
            .B FORCE_COLOR
            When set, colours also where the output is no terminal.
            .TP
            .B GITHUB_STEP_SUMMARY
            A file to which
            .B syncopate gate
            adds its table.
            .SH FILES
            .TP
            .I syncopate\-out
            The folder of runs that name none with
            .BR \-\-out .
            Each is a folder with
            .I run.jsonl
            and the reports made from it.
            .SH EXAMPLES
            .nf
            syncopate run \-\-quick
            syncopate compare http://localhost:5000/orders http://localhost:5000/orders\-async \-\-users 50
            syncopate report syncopate\-out/20260101\-120000
            .fi

            """);
        return page.ToString();
    }

    private static void WriteCommand(StringBuilder page, CommandShape command, IReadOnlyList<OptionShape> shared)
    {
        string words = string.Concat(command.Arguments.Select(argument => $" {Word(argument)}"));
        page.Append(CultureInfo.InvariantCulture, $".SS {Dashed(CommandShape.Tool + command.Path)}{words}\n{Text(command.Description)}\n");
        foreach (ValueShape argument in command.Arguments)
        {
            string description = Text(argument.Description + Allowed(argument, argument.Description));
            page.Append(CultureInfo.InvariantCulture, $".TP\n{Word(argument)}\n{description}\n");
        }

        // What every command takes is described once, at the top.
        foreach (OptionShape option in command.Options.Where(option => !shared.Any(other => other.Names[0] == option.Names[0])))
            WriteOption(page, option);
    }

    private static void WriteOption(StringBuilder page, OptionShape option)
    {
        string names = string.Join(", ", option.Names.Select(name => $"\\fB{Dashed(name)}\\fR"));
        page.Append(CultureInfo.InvariantCulture, $".TP\n{names}{(option.Value is { } value ? " " + Word(value) : "")}\n");
        page.Append(Text(option.Description + (option.Value is { } shape ? Allowed(shape, option.Description) : ""))).Append('\n');
    }

    private static string Word(ValueShape value)
    {
        string word = $"\\fI{Dashed(value.Name)}\\fR{(value.Repeats ? "..." : "")}";
        return value.IsOptional ? $"[{word}]" : word;
    }

    /// <summary>The words that may be given, where neither the description nor the name of the value says them.</summary>
    private static string Allowed(ValueShape value, string description)
    {
        if (value.Choices.All(choice => description.Contains(choice, StringComparison.Ordinal) || value.Name.Split('|').Contains(choice)))
            return "";
        return $"{(description.EndsWith('.') ? "" : ".")} Such as: {string.Join(", ", value.Choices)}.";
    }

    private static string Dashed(string text) => Escaped(text).Replace("-", "\\-", StringComparison.Ordinal);

    /// <summary>Running text: options within it are to be found and copied, so their dashes stay dashes.</summary>
    private static string Text(string text)
    {
        string escaped = Escaped(text).Replace("--", "\\-\\-", StringComparison.Ordinal);
        return escaped.StartsWith('.') || escaped.StartsWith('\'') ? "\\&" + escaped : escaped;
    }

    private static string Escaped(string text) => text.Replace("\\", "\\e", StringComparison.Ordinal).ReplaceLineEndings(" ");
}
