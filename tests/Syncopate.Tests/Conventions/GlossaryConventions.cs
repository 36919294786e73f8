using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>The glossary has each term once, with what the field calls it. One that no page uses explains nothing, or its page calls the
/// thing by another word.</summary>
public sealed partial class GlossaryConventions
{
    private const string Glossary = "docs/glossary.md";

    [Fact]
    public void Every_term_has_a_meaning_and_a_name_elsewhere()
    {
        string[] rows = [.. Rows(Repository.Read(Glossary))];

        Assert.NotEmpty(rows);
        Assert.All(rows, row => Assert.Matches(Row(), row));
        Assert.Equal(rows.Length, rows.Select(TermOf).Distinct(StringComparer.OrdinalIgnoreCase).Count());
    }

    [Theory]
    [InlineData("| **slot** | one stretch of load | sample |", true)]
    [InlineData("| **ratio (B/A)** | the typical quotient | speed-up |", true)]
    [InlineData("| **slot** | one stretch of load | |", false)]
    [InlineData("| **slot** | | sample |", false)]
    public void A_term_without_them_is_reported(string row, bool isWhole) => Assert.Equal(isWhole, Row().IsMatch(row));

    [Fact]
    public void Every_term_is_used_by_another_page()
    {
        string[] pages = [.. Repository.Paths.Where(IsPage).Select(Repository.Read)];

        string[] unused =
        [
            .. Rows(Repository.Read(Glossary)).Select(TermOf).Where(term => !pages.Any(page => Uses(page, term))),
        ];

        Assert.Empty(unused);
    }

    [Theory]
    [InlineData("Slots are short.", "slot", true)]
    [InlineData("| `generator-limit` | too busy |", "generator limit", true)]
    [InlineData("A pilot of them", "pilo", false)]
    public void A_term_is_used_in_any_number_and_as_a_code(string page, string term, bool isUsed) =>
        Assert.Equal(isUsed, Uses(page, term));

    [GeneratedRegex(@"^\| \*\*(?<term>[^*(]+?)( \([^*]*\))?\*\* \| \S.* \| \S.* \|$")]
    private static partial Regex Row();

    private static IEnumerable<string> Rows(string page) =>
        page.Split('\n').Where(line => line.StartsWith("| **", StringComparison.Ordinal));

    private static string TermOf(string row) => Row().Match(row).Groups["term"].Value;

    private static bool IsPage(string path) => path != Glossary && path.EndsWith(".md", StringComparison.Ordinal)
        && (path == "README.md" || (path.StartsWith("docs/", StringComparison.Ordinal) && path.Count(c => c == '/') == 1));

    // A term of two words is also the code of a doubt.
    private static bool Uses(string page, string term)
    {
        string words = string.Join("[ -]", term.Split(' ').Select(Regex.Escape));
        return Regex.IsMatch(page, $@"\b{words}(e?s)?\b", RegexOptions.IgnoreCase);
    }
}
