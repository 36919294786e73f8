using System.Text.RegularExpressions;

namespace Syncopate.Scan.Loading.MsBuild;

/// <summary>What MSBuild wrote, by project.</summary>
internal static partial class MsBuildErrors
{
    /// <summary>The error of each project that says most; only those with one.</summary>
    /// <param name="written">All it wrote.</param>
    /// <param name="projects">Full paths.</param>
    public static IReadOnlyDictionary<string, string> ByProject(string written, IReadOnlyList<string> projects)
    {
        Dictionary<string, string> errors = [];
        string[] lines = written.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        List<Match> matches = [.. lines.Select(line => ErrorLine().Match(line)).Where(match => match.Success)];
        foreach (string project in projects)
        {
            // The last line with a code sums up what those without one say step by step.
            Match? best = matches
                .Where(match => (match.Groups["in"].Success ? match.Groups["in"] : match.Groups["at"]).Value == project)
                .OrderByDescending(match => match.Groups["code"].Length > 0)
                .FirstOrDefault();
            if (best is not null)
                errors[project] = FirstSentence(best.Groups["message"].Value);
        }

        return errors;
    }

    private static string FirstSentence(string message)
    {
        int end = message.IndexOf(". ", StringComparison.Ordinal);
        return (end > 0 ? message[..end] : message).TrimEnd('.');
    }

    // "path(12,3): error MSB4019: what [project::TargetFramework=net10.0]"
    [GeneratedRegex(
        @"^(?<at>[^()]*?)\s*(\([\d,]+\))?\s*:\s*error\s*(?<code>\w*)\s*:\s*(?<message>.*?)"
        + @"(\s*\[(?<in>[^\[\]:]+(:[\\/][^\[\]:]+)?)(::[^\]]*)?\])?$",
        RegexOptions.CultureInvariant)]
    private static partial Regex ErrorLine();
}
