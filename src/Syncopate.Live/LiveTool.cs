using Syncopate.Judging;
using Syncopate.Running;

namespace Syncopate.Live;

/// <summary>The command line as the page sees it: it starts the same tool, and asks its own parser what a line is worth.</summary>
/// <param name="Words">The program and its first arguments, which start the tool.</param>
/// <param name="Commands">The commands that the page can start, as the parser knows them.</param>
/// <param name="CheckAsync">What the command would say of a line, without carrying it out: the words of its error, or
/// null for a line that it would carry out. The line begins with the command.</param>
internal sealed record LiveTool(
    IReadOnlyList<string> Words,
    IReadOnlyList<ToolCommand> Commands,
    Func<IReadOnlyList<string>, CancellationToken, Task<string?>> CheckAsync)
{
    /// <summary>A word as it is typed: in quotes where it needs them.</summary>
    public required Func<string, string> Quote { get; init; }

    /// <summary>A verdict in words.</summary>
    public required Func<RoundStanding, Decision, string> Verdict { get; init; }
}

/// <summary>A command of the tool.</summary>
/// <param name="Name">Such as "compare".</param>
/// <param name="Description">What it does, one sentence.</param>
/// <param name="Arguments">What stands without an option's name, in order.</param>
/// <param name="Options">The options, in the order of the help.</param>
internal sealed record ToolCommand(string Name, string Description, IReadOnlyList<ToolOption> Arguments, IReadOnlyList<ToolOption> Options);

/// <summary>An option or an argument of a command.</summary>
/// <param name="Name">Such as "--users", or "URL" for an argument.</param>
/// <param name="Description">What the help says of it.</param>
/// <param name="ValueName">What stands for its value in the help; null for one that takes none.</param>
/// <param name="Most">How often it may be given at the most.</param>
internal sealed record ToolOption(string Name, string Description, string? ValueName, int Most);
