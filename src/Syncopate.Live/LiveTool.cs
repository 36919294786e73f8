using Syncopate.Judging;
using Syncopate.Running;

namespace Syncopate.Live;

/// <summary>The command line as the page sees it: it starts the same tool, and asks its own parser what a line is worth.</summary>
/// <param name="Words">The program and its first arguments, which start the tool.</param>
/// <param name="Commands">The commands that the page can start, as the parser knows them.</param>
/// <param name="JudgeAsync">What the command would say of a line that can be typed, as <see cref="CheckAsync"/>.</param>
internal sealed record LiveTool(
    IReadOnlyList<string> Words,
    IReadOnlyList<ToolCommand> Commands,
    Func<IReadOnlyList<string>, CancellationToken, Task<string?>> JudgeAsync)
{
    /// <summary>A word as it is typed: in quotes where it needs them.</summary>
    public required Func<string, string> Quote { get; init; }

    /// <summary>A verdict in words.</summary>
    public required Func<RoundStanding, Decision, string> Verdict { get; init; }

    /// <summary>What the command would say of a line, without carrying it out.</summary>
    /// <param name="words">The command and what follows it.</param>
    /// <param name="cancellationToken">Gives up looking up a name.</param>
    /// <returns>The words of its error; null for a line that it would carry out.</returns>
    public Task<string?> CheckAsync(IReadOnlyList<string> words, CancellationToken cancellationToken) =>
        // A form can send what no line can hold: the command would be given the word up to there, or its path be refused as a fault.
        words.FirstOrDefault(word => word.Contains('\0')) is { } cut
            ? Task.FromResult<string?>($"'{cut.Replace("\0", "\\0", StringComparison.Ordinal)}' has a NUL character, here \\0, which no "
                + "command line can hold. Leave it out.")
            : JudgeAsync(words, cancellationToken);
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
