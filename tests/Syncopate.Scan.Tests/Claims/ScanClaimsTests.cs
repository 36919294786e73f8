using System.Collections.Frozen;
using System.Text.Json;
using System.Text.RegularExpressions;
using Syncopate.Scan.Evidence;
using Syncopate.Scan.Pages;
using Syncopate.Scan.Reporting;
using Syncopate.Scan.Tests.Reporting;
using Syncopate.Tests.Reporting.Claims;
using Xunit;

namespace Syncopate.Scan.Tests.Claims;

/// <summary>Goes through all that is said of invented scans - text in each grouping, JSON, Markdown, page - and compares it with their
/// findings and with what an invented watch saw. What no rule understands fails.</summary>
public sealed class ScanClaimsTests
{
    private const int ScansOfASeed = 25;

    // Names, and what others have said.
    private static readonly FrozenSet<string> Given = new[]
    {
        "ChainStep.Call", "ChainStep.Member", "Finding.Call", "Finding.Cautions", "Finding.Entries", "Finding.Fingerprint",
            "Finding.Instead", "Finding.Member",
        "Finding.Project", "Finding.Rule", "Place.File", "ReportTool.Name", "ReportTool.Version", "ScanDocument.Root",
            "ScanDocument.Target", "ScanEntry.Kind",
        "ScanEntry.Name", "ScanEvidence.Process", "SeenBlocking.Route", "Suppression.How", "Suppression.Why", "UnknownPlace.Call",
            "UnknownPlace.Where",
    }.ToFrozenSet(StringComparer.Ordinal);

    public static TheoryData<int> Seeds => [.. Enumerable.Range(0, 8)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Everything_that_a_scan_says_is_true(int seed)
    {
        SortedSet<string> complaints = new(StringComparer.Ordinal);
        for (int scan = 0; scan < ScansOfASeed; scan++)
        {
            foreach (Claim claim in Claims(ScansOfASeed * seed + scan))
            {
                if (ClaimRule.Complaint(claim, ScanRules.All) is { } complaint)
                    complaints.Add($"{claim.Path} {complaint} ({seed} {scan})");
            }
        }

        Assert.True(complaints.Count == 0, string.Join('\n', complaints));
    }

    /// <summary>The rules can fail: where one figure is changed, a sentence is no longer true, and most are found.</summary>
    [Fact]
    public void A_figure_that_is_changed_is_found()
    {
        var (found, planted) = PlantedFigures.Count(Enumerable.Range(0, 8).SelectMany(Claims), ScanRules.All);

        Assert.True(found > 0.9 * planted, $"{found} of {planted}");
    }

    [Theory]
    [InlineData("All is well.", "not understood")]
    [InlineData("Nothing found.", "not true")]
    [InlineData("Resolved 100% of 1,000 calls.", "not true")]
    public void A_sentence_that_nobody_has_asked_about_is_found(string planted, string complaint) => Assert.Contains(
        complaint, ClaimRule.Complaint(new Claim("planted", [ScanSpecimen.Result()], planted), ScanRules.All), StringComparison.Ordinal);

    /// <summary>What a page carries for programs counts as the page does, and is what the page draws.</summary>
    [Fact]
    public void The_data_of_a_page_are_those_that_it_draws()
    {
        for (int seed = 0; seed < 60; seed++)
        {
            ScanResult result = ScanRanking.Sort(InventedScans.Of(new Random(seed)));
            Finding[] counted = ScanRules.Counted(result);

            string page = ScanPage.Write(result, ScanSpecimen.Tool, "syncopate scan");

            using JsonDocument data = JsonDocument.Parse(Regex
                .Match(page, "<script[^>]*application/json[^>]*>(.*?)</script>", RegexOptions.Singleline).Groups[1].Value);
            Assert.Equal(counted.Length, data.RootElement.GetProperty("counted").GetInt32());
            Assert.Equal(counted.Take(100).Select(f => f.Fingerprint),
                data.RootElement.GetProperty("findings").EnumerateArray().Select(f => f.GetProperty("fingerprint").GetString()));
        }
    }

    private static IEnumerable<Claim> Claims(int seed)
    {
        Random random = new(seed);
        ScanResult result = InventedScans.Of(random);
        WatchEvidence evidence = InventedScans.Watch(random, result);
        result = ScanRanking.Sort(random.Next(2) == 0 ? result : EvidenceJoin.Join(result, evidence));
        object[] owners = [result, evidence];
        string page = ScanPage.Write(result, ScanSpecimen.Tool, "syncopate scan");
        return
        [
            .. Claim.Of(ScanDocument.Of(result, ScanSpecimen.Tool), Given)
                .Select(claim => claim with { Owners = [.. owners, .. claim.Owners] }),
            .. Enum.GetValues<ScanGrouping>().SelectMany(grouping => ScanText.Lines(result, grouping)).Select(line => line.ToString())
                .Where(line => line.Trim().Length > 0)
                .Select(line => new Claim("text", owners, line)),
            .. ScanMarkdown.Write(result).Split('\n').Where(line => line.Length > 0 && !line.StartsWith("|---", StringComparison.Ordinal))
                .Select(line => new Claim("markdown", owners, Unmarked(line))),
            .. PageClaims.Of(page, owners),
        ];
    }

    // Bold, the borders of a table, and what is escaped.
    private static string Unmarked(string line) =>
        Regex.Replace(line, "\\\\([^\\w\\s])", "$1").Replace("**", "", StringComparison.Ordinal).Trim('|', ' ');
}
