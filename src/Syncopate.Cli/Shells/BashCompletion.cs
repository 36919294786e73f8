using System.Globalization;
using System.Text;

namespace Syncopate.Cli.Shells;

/// <summary>Tab completion for bash from version 3.2 on, which macOS has. Needs no other package.</summary>
internal static class BashCompletion
{
    /// <summary>The script.</summary>
    /// <param name="tool">The tool's own command.</param>
    public static string Write(CommandShape tool)
    {
        CommandShape[] commands = [.. tool.All];
        StringBuilder script = new();
        script.Append("""
            # Tab completion of syncopate for bash. Made by: syncopate completion bash
            _syncopate() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} path='' options='' choices='' kind='' i
                COMPREPLY=()
                # bash takes --option=value for three words.
                if [[ $word == '=' ]]; then
                    word=''
                elif [[ $before == '=' ]]; then
                    before=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case "$path ${COMP_WORDS[i]}" in

            """);
        script.Append("            ").Append(Patterns(commands.Skip(1).Select(command => command.Path)));
        script.Append(") path=\"$path ${COMP_WORDS[i]}\" ;;\n");
        script.Append("""
                    esac
                done

                # What stands alone after a command, and its options.
                case $path in

            """);
        foreach (CommandShape command in commands)
        {
            string options = Quoted(Words(command.Options.SelectMany(option => option.Names)));
            script.Append(CultureInfo.InvariantCulture, $"        {Quoted(command.Path)}) {Alone(command)}options={options} ;;\n");
        }

        script.Append("""
                esac

                # What stands after an option.
                case "$path $before" in

            """);
        foreach ((string effect, IEnumerable<string> places) in AfterOptions(commands))
            script.Append(CultureInfo.InvariantCulture, $"        {Patterns(places)}) {effect} ;;\n");
        script.Append("""
                esac

                if [[ $word == -* ]]; then
                    kind=choice choices=$options
                fi
                local IFS=$'\n'
                case $kind in
                    choice) COMPREPLY=($(compgen -W "${choices// /$'\n'}" -- "$word")) ;;
                    file) COMPREPLY=($(compgen -f -- "$word")) ;;
                    folder) COMPREPLY=($(compgen -d -- "$word")) ;;
                esac
                # So that bash puts a slash, and not a blank, after a folder; version 3.2 cannot.
                if [[ $kind == file || $kind == folder ]] && type compopt > /dev/null 2>&1; then
                    compopt -o filenames 2> /dev/null
                fi
            }
            complete -F _syncopate syncopate

            """);
        return script.ToString();
    }

    private static string Alone(CommandShape command)
    {
        if (command.Commands.Count > 0)
            return Effect(ValueKind.Choice, command.Commands.Select(below => below.Name)) + " ";
        string effect = string.Join(' ', command.Arguments.Take(1).Select(argument => Effect(argument.Kind, argument.Choices)));
        return effect.Length > 0 ? effect + " " : "";
    }

    /// <summary>The places that have the same effect share a line, or the script would be three times as long.</summary>
    private static IEnumerable<(string Effect, IEnumerable<string> Places)> AfterOptions(IEnumerable<CommandShape> commands) =>
        from command in commands
        from option in command.Options
        where option.Value is { IsOptional: false }
        from name in option.Names
        group $"{command.Path} {name}" by Effect(option.Value!.Kind, option.Value.Choices) into same // Not null: the line above.
        select (same.Key, same.AsEnumerable());

    private static string Effect(ValueKind kind, IEnumerable<string> choices) => kind switch
    {
        ValueKind.Choice => $"kind=choice choices={Quoted(Words(choices))}",
        ValueKind.File => "kind=file",
        ValueKind.Folder => "kind=folder",
        ValueKind.Text => "kind=text",
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "Not a kind of value."),
    };

    private static string Patterns(IEnumerable<string> places) => string.Join(" | ", places.Select(Quoted));

    private static string Words(IEnumerable<string> words) => string.Join(' ', words);

    private static string Quoted(string text) => $"'{text.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
