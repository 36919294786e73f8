using System.Text.RegularExpressions;
using Syncopate.Scan.Baselines;
using Syncopate.Scan.Pages;
using Xunit;

namespace Syncopate.Scan.Tests.Reporting;

public sealed class ScanPageTests : IDisposable
{
    private const string Evil = "</script><script>alert(1)</script>\"'<img src=x onerror=alert(1)>\u202E";

    private readonly string _root = Directory.CreateTempSubdirectory("syncopate-page-").FullName;

    public ScanPageTests()
    {
        foreach ((string file, string text) in ScanSpecimen.Sources)
            Write(file, text);
    }

    [Fact]
    public void Ways_that_begin_alike_share_their_beginning()
    {
        CallTree tree = Assert.Single(CallTree.Of([ScanSpecimen.Save, ScanSpecimen.Price]));

        CallTree place = Assert.Single(tree.Below);
        Assert.Equal(("POST /orders", 2), (tree.Member, tree.Count));
        Assert.Equal("OrderService.Place(Order)", place.Member);
        Assert.Equal("SYNC2001", Assert.Single(place.Findings).Rule);
        Assert.Equal("OrderService.Save(Order)", Assert.Single(place.Below).Member);
    }

    [Fact]
    public void The_line_of_a_finding_is_marked_and_so_is_the_call_in_it() =>
        Assert.Contains("<span class=\"l hit\"><i>16</i>        <mark>context.SaveChanges()</mark>;</span>",
            Page(ScanSpecimen.Result(_root)));

    [Fact]
    public void The_change_is_a_unified_diff()
    {
        string page = Page(ScanSpecimen.Result(_root));

        Assert.Contains("<del>-        Order order = orders.FindAsync(id).Result;</del>", page);
        Assert.Contains("<ins>+        Order order = await orders.FindAsync(id);</ins>", page);
    }

    [Fact]
    public void A_link_leads_to_something_on_the_page()
    {
        string page = Page(ScanSpecimen.Result(_root));

        string[] anchors = [.. Regex.Matches(page, "href=\"#([^\"]+)\"").Select(m => m.Groups[1].Value)];
        Assert.NotEmpty(anchors);
        Assert.All(anchors, a => Assert.Contains($"id=\"{a}\"", page));
    }

    [Fact]
    public void Nothing_found_says_what_that_means()
    {
        string page = Page(ScanSpecimen.Result(_root) with { Findings = [], Entries = [] });

        Assert.Contains("Nothing found, which means", page);
        Assert.Contains("Resolved 97.3% of 1,000 calls", page);
        Assert.DoesNotContain("#finding-1", page);
    }

    [Fact]
    public void Nothing_that_counts_is_not_called_nothing()
    {
        ScanResult result = ScanSpecimen.Result(_root);
        string page = Page(ScanRanking.Sort(result with { Findings = [.. result.Findings.Select(f => f with { IsKnown = true })] }));

        Assert.Contains("Nothing found that counts", page);
        Assert.Contains("No rule has anything new to report", page);
        Assert.Contains("1 silenced in the source, 6 known from the baseline", page);
    }

    [Fact]
    public void Thousands_of_findings_stay_a_page_of_bounded_size_that_says_what_is_left_out()
    {
        string page = Page(ScanSpecimen.Many(2_000) with { Root = _root });

        Assert.InRange(page.Length, 10_000, 1_000_000);
        Assert.Contains("1,900 more findings", page);
        Assert.Contains("the other 1,500 are in report.json and report.sarif", page);
    }

    [Fact]
    public void Names_and_code_never_become_markup()
    {
        Write("Evil.cs", $"{Evil}\n{Evil}\n");
        Place place = new("Evil.cs", 1, 1, 1, 10);
        Finding evil = new()
        {
            Rule = Evil,
            Level = FindingLevel.Warning,
            Message = $"`{Evil}` {Evil}",
            Place = place,
            Project = Evil,
            Member = Evil,
            Call = Evil,
            Instead = Evil,
            Chain = [new(Evil, Evil, place with { File = Evil }), new(Evil, Evil, place)],
            Entries = [Evil],
            Cautions = [Evil],
            Fix = new(Evil, [new(place with { EndColumn = 1 }, Evil)]),
            Fingerprint = "",
        };
        ScanResult result = ScanSpecimen.Result(_root) with
        {
            Target = "/x/" + Evil,
            Findings = Fingerprints.Fill([evil]),
            Entries = [new(Evil, Evil, place, 1)],
            Notices = [Evil],
            Unknown = [new(Evil, Evil, new(1, 2, 3, 4, Evil))],
        };
        string page = ScanPage.Write(result, ScanSpecimen.Tool, "syncopate scan " + Evil);

        Assert.Equal(2, Regex.Count(page, "<script"));
        Assert.Equal(2, Regex.Count(page, "</script"));
        Assert.DoesNotContain("<img", page);
        Assert.DoesNotContain("\u202E", page);
    }

    [Fact]
    public void A_file_that_changed_since_is_shown_by_the_call_alone()
    {
        Write("Shop/OrderService.cs", "");

        string page = Page(ScanSpecimen.Result(_root));
        Assert.Contains("<i>16</i>context.SaveChanges()</span>", page);
    }

    [Fact]
    public void The_same_scan_gives_the_same_bytes() => Assert.Equal(Page(ScanSpecimen.Result(_root)), Page(ScanSpecimen.Result(_root)));

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private static string Page(ScanResult result) => ScanPage.Write(result, ScanSpecimen.Tool, "syncopate scan Shop.slnx --out page");

    private void Write(string file, string text)
    {
        string path = Path.Combine(_root, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!); // It lies below the root.
        File.WriteAllText(path, text);
    }
}
