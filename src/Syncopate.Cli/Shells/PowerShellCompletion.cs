using System.Globalization;
using System.Text;

namespace Syncopate.Cli.Shells;

/// <summary>Tab completion for PowerShell from version 5.1 on, with descriptions.</summary>
internal static class PowerShellCompletion
{
    /// <summary>The script.</summary>
    /// <param name="tool">The tool's own command.</param>
    public static string Write(CommandShape tool)
    {
        StringBuilder script = new("""
            # Tab completion of syncopate for PowerShell. Made by: syncopate completion pwsh
            Register-ArgumentCompleter -Native -CommandName syncopate -ScriptBlock {
                param($word, $line, $cursor)
                # What may stand after a command, or after a command and its option: words with what they do, or paths.
                $known = @{

            """);
        foreach (CommandShape command in tool.All)
            WriteCommand(script, command);
        script.Append("""
                }
                $path = ''
                $before = ''
                for ($at = 1; $at -lt $line.CommandElements.Count; $at++) {
                    $element = $line.CommandElements[$at]
                    if ($element.Extent.EndOffset -ge $cursor -and $word -ne '') { break }
                    $before = $element.Extent.Text
                    if (-not $before.StartsWith('-') -and $known.ContainsKey("$path $before")) { $path = "$path $before" }
                }
                $place = $path
                if ($known.ContainsKey("$path $before")) { $place = "$path $before" }
                if ($word.StartsWith('-')) { $place = "$path -" }
                $found = $known[$place]
                if ($found -eq 'text') { return }
                if ($found -eq 'file' -or $found -eq 'folder') {
                    [System.Management.Automation.CompletionCompleters]::CompleteFilename($word) |
                        Where-Object { $found -eq 'file' -or $_.ResultType -eq 'ProviderContainer' }
                    return
                }
                foreach ($choice in $found) {
                    if ($choice[0] -like "$word*") {
                        [System.Management.Automation.CompletionResult]::new($choice[0], $choice[0], 'ParameterValue', $choice[1])
                    }
                }
            }

            """);
        return script.ToString();
    }

    private static void WriteCommand(StringBuilder script, CommandShape command)
    {
        string alone = command.Commands.Count > 0
            ? Table(command.Commands.Select(below => (below.Name, below.Description)))
            : command.Arguments.Count > 0 ? Value(command.Arguments[0]) : "'text'";
        script.Append(CultureInfo.InvariantCulture, $"        {Quoted(command.Path)} = {alone}\n");
        IEnumerable<(string, string)> options = command.Options
            .SelectMany(option => option.Names, (option, name) => (name, option.Description));
        script.Append(CultureInfo.InvariantCulture, $"        {Quoted(command.Path + " -")} = {Table(options)}\n");
        foreach (OptionShape option in command.Options)
        {
            if (option.Value is not { IsOptional: false } value)
                continue;
            foreach (string name in option.Names)
                script.Append(CultureInfo.InvariantCulture, $"        {Quoted($"{command.Path} {name}")} = {Value(value)}\n");
        }
    }

    private static string Value(ValueShape value) => value.Kind switch
    {
        ValueKind.Choice => Table(value.Choices.Select(choice => (choice, choice))),
        ValueKind.File => "'file'",
        ValueKind.Folder => "'folder'",
        ValueKind.Text => "'text'",
        _ => throw new ArgumentOutOfRangeException(nameof(value), value.Kind, "Not a kind of value."),
    };

    private static string Table(IEnumerable<(string Word, string Meaning)> words)
    {
        string[] pairs = [.. words.Select(word => $"@({Quoted(word.Word)}, {Quoted(word.Meaning)})")];
        // A list of one list would be taken for that one.
        return pairs.Length == 1 ? $"@(,{pairs[0]})" : $"@({string.Join(", ", pairs)})";
    }

    private static string Quoted(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";
}
