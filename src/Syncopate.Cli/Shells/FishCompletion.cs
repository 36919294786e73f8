using System.Globalization;
using System.Text;

namespace Syncopate.Cli.Shells;

/// <summary>Tab completion for fish, with descriptions.</summary>
internal static class FishCompletion
{
    /// <summary>The script.</summary>
    /// <param name="tool">The tool's own command.</param>
    public static string Write(CommandShape tool)
    {
        StringBuilder script = new("""
            # Tab completion of syncopate for fish. Made by: syncopate completion fish
            complete -c syncopate -e
            complete -c syncopate -f

            """);
        foreach (CommandShape command in tool.All)
        {
            script.Append('\n');
            string place = $"complete -c {CommandShape.Tool} -n {Quoted(Condition(command))}";
            foreach (CommandShape below in command.Commands)
                script.Append(CultureInfo.InvariantCulture, $"{place} -a {below.Name} -d {Quoted(below.Description)}\n");
            foreach (OptionShape option in command.Options)
            {
                string words = Names(option) + Value(option.Value);
                script.Append(CultureInfo.InvariantCulture, $"{place}{words} -d {Quoted(option.Description)}\n");
            }

            foreach (ValueShape argument in command.Arguments.Take(1).Where(argument => argument.Kind != ValueKind.Text))
                script.Append(CultureInfo.InvariantCulture, $"{place}{Alone(argument)}\n");
        }

        return script.ToString();
    }

    /// <summary>A command is seen by its names; the tool's own words are asked for until a command is there.</summary>
    private static string Condition(CommandShape command) => command.Path.Length == 0
        ? "__fish_use_subcommand"
        : string.Join("; and ", command.Path.TrimStart().Split(' ').Select(name => $"__fish_seen_subcommand_from {name}"));

    private static string Names(OptionShape option) => string.Concat(option.Names.Select(name =>
        name.StartsWith("--", StringComparison.Ordinal) ? $" -l {name[2..]}" : $" -s {name[1..]}"));

    /// <summary>fish has no value that may be left out: such an option is completed without one.</summary>
    private static string Value(ValueShape? value) => value switch
    {
        null or { IsOptional: true } => "",
        { Kind: ValueKind.Choice } => $" -x -a {Quoted(string.Join(' ', value.Choices))}",
        { Kind: ValueKind.File } => " -r -F",
        { Kind: ValueKind.Folder } => " -x -a '(__fish_complete_directories)'",
        { Kind: ValueKind.Text } => " -x",
        _ => throw new ArgumentOutOfRangeException(nameof(value), value?.Kind, "Not a kind of value."),
    };

    private static string Alone(ValueShape argument) => argument.Kind switch
    {
        ValueKind.Choice => $" -a {Quoted(string.Join(' ', argument.Choices))}",
        ValueKind.Folder => " -a '(__fish_complete_directories)'",
        ValueKind.File or ValueKind.Text => " -F",
        _ => throw new ArgumentOutOfRangeException(nameof(argument), argument.Kind, "Not a kind of value."),
    };

    private static string Quoted(string text) =>
        $"'{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal)}'";
}
