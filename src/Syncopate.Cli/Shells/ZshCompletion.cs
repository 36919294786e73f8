using System.Globalization;
using System.Text;

namespace Syncopate.Cli.Shells;

/// <summary>Tab completion for zsh, with descriptions. Works as a file _syncopate on the function path, and sourced.</summary>
internal static class ZshCompletion
{
    /// <summary>The script.</summary>
    /// <param name="tool">The tool's own command.</param>
    public static string Write(CommandShape tool)
    {
        StringBuilder script = new("#compdef syncopate\n# Tab completion of syncopate for zsh. Made by: syncopate completion zsh\n\n");
        foreach (CommandShape command in tool.All)
            WriteFunction(script, command);
        script.Append("""
            if [ "$funcstack[1]" = "_syncopate" ]; then
                _syncopate "$@"
            else
                compdef _syncopate syncopate
            fi

            """);
        return script.ToString();
    }

    private static void WriteFunction(StringBuilder script, CommandShape command)
    {
        script.Append(CultureInfo.InvariantCulture, $"{Function(command)}() {{\n");
        if (command.Commands.Count > 0)
            script.Append("    local curcontext=$curcontext state line\n    typeset -A opt_args\n");
        script.Append("    _arguments -C");
        IEnumerable<string> specifications = command.Options.SelectMany(Specifications).Concat(command.Commands.Count > 0
            ? ["1: :->command", "*:: :->words"]
            : command.Arguments.Select(argument => $"{(argument.Repeats ? "*" : "")}:{Escaped(argument.Name)}:{Action(argument)}"));
        foreach (string specification in specifications)
            script.Append(CultureInfo.InvariantCulture, $" \\\n        '{specification.Replace("'", "'\\''", StringComparison.Ordinal)}'");
        script.Append('\n');
        if (command.Commands.Count > 0)
            WriteBelow(script, command);
        script.Append("}\n\n");
    }

    private static void WriteBelow(StringBuilder script, CommandShape command)
    {
        script.Append("    case $state in\n        command)\n            local -a commands=(\n");
        foreach (CommandShape below in command.Commands)
        {
            string description = below.Description.Replace("'", "'\\''", StringComparison.Ordinal);
            script.Append(CultureInfo.InvariantCulture, $"                '{Escaped(below.Name)}:{description}'\n");
        }

        script.Append("            )\n            _describe command commands ;;\n        words)\n            case $words[1] in\n");
        foreach (CommandShape below in command.Commands)
            script.Append(CultureInfo.InvariantCulture, $"                {below.Name}) {Function(below)} ;;\n");
        script.Append("            esac ;;\n    esac\n");
    }

    private static string Function(CommandShape command) => "_" + CommandShape.Tool + command.Path.Replace(' ', '_');

    /// <summary>One for each name: a long one takes its value after "=" too, a short one without a blank.</summary>
    private static IEnumerable<string> Specifications(OptionShape option) =>
        from name in option.Names
        let between = option.Value is null ? "" : name.StartsWith("--", StringComparison.Ordinal) ? "=" : "+"
        let value = option.Value is { } shape ? $"{(shape.IsOptional ? "::" : ":")}{Escaped(shape.Name)}:{Action(shape)}" : ""
        select $"{(option.Repeats ? "*" : "")}{name}{between}[{Escaped(option.Description)}]{value}";

    private static string Action(ValueShape value) => value.Kind switch
    {
        ValueKind.Choice => $"({string.Join(' ', value.Choices)})",
        ValueKind.File => "_files",
        ValueKind.Folder => "_path_files -/",
        ValueKind.Text => " ",
        _ => throw new ArgumentOutOfRangeException(nameof(value), value.Kind, "Not a kind of value."),
    };

    /// <summary>What _arguments would take for its own.</summary>
    private static string Escaped(string text)
    {
        StringBuilder escaped = new();
        foreach (char c in text)
            escaped.Append(c is '\\' or '[' or ']' or ':' or '$' or '`' ? "\\" : "").Append(c);
        return escaped.ToString();
    }
}
