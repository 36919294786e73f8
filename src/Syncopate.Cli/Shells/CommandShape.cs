using System.CommandLine;
using System.CommandLine.Completions;

namespace Syncopate.Cli.Shells;

/// <summary>What shells and the manual need to know of a command, read from the parser's own definitions: what is added there
/// is completed and described without another word.</summary>
/// <param name="Path">Names from the first below the tool's own on, each after a blank: "", " run".</param>
/// <param name="Description">What it does.</param>
/// <param name="Options">In the order of the help, those of all commands last.</param>
/// <param name="Arguments">Words that stand alone, in order.</param>
/// <param name="Commands">What may follow; empty for most.</param>
internal sealed record CommandShape(
    string Path,
    string Description,
    IReadOnlyList<OptionShape> Options,
    IReadOnlyList<ValueShape> Arguments,
    IReadOnlyList<CommandShape> Commands)
{
    /// <summary>The tool's name.</summary>
    public const string Tool = "syncopate";

    /// <summary>The last of its names; empty for the tool itself.</summary>
    public string Name => Path.Split(' ')[^1];

    /// <summary>This command and all below it, each before its own.</summary>
    public IEnumerable<CommandShape> All => Commands.SelectMany(command => command.All).Prepend(this);

    /// <summary>Reads a command and what is below it; what is hidden is left out.</summary>
    public static CommandShape Of(Command command) => Of(command, "", []);

    private static CommandShape Of(Command command, string path, IReadOnlyList<Option> inherited)
    {
        Option[] own = [.. command.Options.Where(option => !option.Hidden)];
        Option[] shared = [.. inherited.Concat(own.Where(option => option.Recursive))];
        return new CommandShape(
            path,
            command.Description ?? "",
            [.. own.Concat(inherited).Select(OptionShape.Of)],
            [.. command.Arguments.Where(argument => !argument.Hidden).Select(ValueShape.Of)],
            [.. command.Subcommands.Where(below => !below.Hidden).Select(below => Of(below, $"{path} {below.Name}", shared))]);
    }
}

/// <summary>An option.</summary>
/// <param name="Names">As they are typed, the long one first.</param>
/// <param name="Description">What it does.</param>
/// <param name="Value">What stands after it; null for nothing.</param>
/// <param name="Repeats">Whether it may be given again.</param>
internal sealed record OptionShape(IReadOnlyList<string> Names, string Description, ValueShape? Value, bool Repeats)
{
    public static OptionShape Of(Option option)
    {
        bool takesValue = option.Arity.MaximumNumberOfValues > 0 && option.ValueType != typeof(bool);
        // "/h" and "-?" are of another system, and a shell would take the second for a pattern.
        IEnumerable<string> names = option.Aliases.Where(alias => alias.StartsWith('-') && alias != "-?").Prepend(option.Name);
        ValueShape? value = takesValue ? ValueShape.Of(option) : null;
        return new OptionShape([.. names.Distinct()], option.Description ?? "", value, option.Arity.MaximumNumberOfValues > 1);
    }
}

/// <summary>A word that stands alone or after an option.</summary>
/// <param name="Name">What stands for it in the help, such as FILE.</param>
/// <param name="Kind">What may be typed.</param>
/// <param name="Choices">The words that are allowed, or suggested; empty unless it is a choice.</param>
/// <param name="IsOptional">Whether it may be left out.</param>
internal sealed record ValueShape(string Name, ValueKind Kind, IReadOnlyList<string> Choices, bool IsOptional)
{
    /// <summary>What it does; empty for the value of an option, which says it.</summary>
    public string Description { get; init; } = "";

    /// <summary>Whether several may follow each other.</summary>
    public bool Repeats { get; init; }

    public static ValueShape Of(Option option) => Of(
        option.HelpName ?? option.Name.TrimStart('-').ToUpperInvariant(), option.GetCompletions(CompletionContext.Empty), option.Arity);

    public static ValueShape Of(Argument argument)
    {
        ValueShape shape = Of(argument.HelpName ?? argument.Name, argument.GetCompletions(CompletionContext.Empty), argument.Arity);
        return shape with { Description = argument.Description ?? "", Repeats = argument.Arity.MaximumNumberOfValues > 1 };
    }

    private static ValueShape Of(string name, IEnumerable<CompletionItem> completions, ArgumentArity arity)
    {
        string[] choices = [.. completions.Select(item => item.InsertText ?? item.Label).Distinct()];
        ValueKind kind = choices.Length > 0 ? ValueKind.Choice : KindOf(name.Split('|'));
        return new ValueShape(name, kind, choices, arity.MinimumNumberOfValues == 0);
    }

    /// <summary>The help says by its word where a path is meant.</summary>
    private static ValueKind KindOf(string[] words) =>
        words.Contains("FILE") || words.Contains("RESULT") || words.Contains("TARGET") ? ValueKind.File
        : words.Contains("DIR") ? ValueKind.Folder
        : ValueKind.Text;
}

/// <summary>What may be typed for a value.</summary>
internal enum ValueKind
{
    /// <summary>Anything: nothing is suggested.</summary>
    Text,

    /// <summary>One of several words.</summary>
    Choice,

    /// <summary>A file, or a folder on the way to one.</summary>
    File,

    /// <summary>A folder.</summary>
    Folder,
}
