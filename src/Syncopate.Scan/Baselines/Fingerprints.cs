using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Syncopate.Scan.Baselines;

/// <summary>Names findings so that they are known again after lines have moved: by rule, project, member, text of the call, and the number
/// among those that have all of these in common.</summary>
internal static class Fingerprints
{
    /// <summary>The findings in their order, each with its fingerprint.</summary>
    public static IReadOnlyList<Finding> Fill(IReadOnlyList<Finding> findings)
    {
        Dictionary<Finding, string> prints = new(findings.Count, ReferenceEqualityComparer.Instance);
        foreach (IGrouping<string, Finding> equal in findings.GroupBy(Key, StringComparer.Ordinal))
        {
            int number = 0;
            foreach (Finding finding in equal.OrderBy(f => f.Place.File, StringComparer.Ordinal).ThenBy(f => f.Place.Line)
                .ThenBy(f => f.Place.Column))
                prints[finding] = Hash(equal.Key, number++);
        }

        return [.. findings.Select(f => f with { Fingerprint = prints[f] })];
    }

    /// <summary>The text without the white space that formatting may change: runs are one blank, and none is left beside
    /// punctuation.</summary>
    internal static string Normal(string text)
    {
        StringBuilder normal = new(text.Length);
        bool isBlank = false;
        foreach (char c in text)
        {
            if (char.IsWhiteSpace(c))
            {
                isBlank = true;
                continue;
            }

            if (isBlank && normal.Length > 0 && IsOfWord(normal[^1]) && IsOfWord(c))
                normal.Append(' ');
            isBlank = false;
            normal.Append(c);
        }

        return normal.ToString();
    }

    private static bool IsOfWord(char c) => char.IsLetterOrDigit(c) || c == '_';

    // Each part with its length, so that no two keys run together to the same text.
    private static string Key(Finding finding) =>
        string.Concat(new[] { finding.Rule, finding.Project, Normal(finding.Member), Normal(finding.Call) }
            .Select(part => string.Create(CultureInfo.InvariantCulture, $"{part.Length}:{part}")));

    // 128 bits: enough for every finding there will ever be, and short in a baseline.
    private static string Hash(string key, int number) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture,
            $"{key}#{number}"))).AsSpan(0, 16));
}
