using System.CommandLine;
using System.Globalization;
using Syncopate.Cli.Lines;

namespace Syncopate.Cli.Databases;

/// <summary>The option that names what was measured.</summary>
internal sealed class LabelLine
{
    private const int Longest = 100;

    // As much of a commit as people write.
    private const int CommitLength = 12;

    // Of the build servers that say what they build.
    private static readonly string[] Commits = ["GITHUB_SHA", "CI_COMMIT_SHA", "BUILD_SOURCEVERSION", "GIT_COMMIT"];

    private readonly Option<string?> _label = new("--label")
    {
        Description = $"What was measured, such as a commit or \"main\"; the commit of a build server ({string.Join(", ", Commits)}) when "
            + "not given.",
        HelpName = "TEXT",
    };

    /// <summary>The option itself.</summary>
    public Option Option => _label;

    /// <summary>Whether it was given on the line.</summary>
    public bool IsGiven(ParseResult line) => line.GetValue(_label) is not null;

    /// <summary>The label; empty when nobody says one.</summary>
    /// <exception cref="UsageException">It is none.</exception>
    public string Read(ParseResult line)
    {
        if (line.GetValue(_label) is { } text)
            return Checked("--label", text);
        string? commit = Commits.Select(Environment.GetEnvironmentVariable).FirstOrDefault(value => !string.IsNullOrWhiteSpace(value));
        return commit is not null && commit.All(char.IsAsciiHexDigit) ? commit[..Math.Min(CommitLength, commit.Length)] : "";
    }

    /// <summary>A label that was typed.</summary>
    /// <exception cref="UsageException">It is none.</exception>
    public static string Checked(string option, string text)
    {
        string found = text.Length switch
        {
            0 => "nothing",
            > Longest => string.Create(CultureInfo.InvariantCulture, $"{text.Length} of them"),
            _ => "one that cannot be printed",
        };
        return text.Length is > 0 and <= Longest && !text.Any(char.IsControl)
            ? text
            : throw new UsageException(
                $"{option} takes 1 to {Longest} characters that can be printed; found {found}. Example: {option} main");
    }
}
