using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class ReportPageTests
{
    private static readonly ReportDocument Empty = ReportSpecimen.Document() with
    {
        Experiments = [],
        Partial = true,
        Missing = ["No experiment was measured."],
        Run = ReportSpecimen.Document().Run with { Outcome = "killed" },
    };

    public static TheoryData<string> Documents => [.. Named.Keys];

    private static IReadOnlyDictionary<string, ReportDocument> Named { get; } = new Dictionary<string, ReportDocument>
    {
        ["whole"] = ReportSpecimen.Document(),
        ["empty"] = Empty,
        ["one experiment"] = ReportSpecimen.Document() with { Experiments = [ReportSpecimen.Delay()] },
        ["nothing recorded"] = ReportSpecimen.Document() with { Experiments = [ReportSpecimen.Template("bare", "Bare")] },
        ["hostile"] = ReportPoison.Spread(ReportSpecimen.Document(), "<script>alert('\"{0}\"')</script>\u0001\u202e<!--"),
    };

    [Theory]
    [MemberData(nameof(Documents))]
    public void The_same_document_gives_the_same_bytes(string name) => Assert.Equal(Write(name), Write(name));

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_element_is_closed_and_every_reference_leads_somewhere(string name)
    {
        string page = Write(name);

        Assert.Equal("", PageStructure.Faults(page));
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void The_policy_names_the_one_style_and_the_one_script_by_hash(string name)
    {
        string page = Write(name);

        string policy = Regex.Match(page, "Content-Security-Policy\" content=\"([^\"]*)\"").Groups[1].Value;
        Assert.Equal(
            $"default-src 'none'; style-src '{Hash(page, "<style>", "</style>")}'; script-src '{Hash(page, "<script>", "</script>")}'; img-src data:; base-uri 'none'; form-action 'none'",
            policy);
        Assert.DoesNotContain(" style=", page, StringComparison.Ordinal);
        Assert.DoesNotMatch("<[^>]* on[a-z]+=", page);
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void No_control_character_and_no_carriage_return_is_in_the_page(string name) =>
        Assert.DoesNotContain(Write(name), c => c is < ' ' and not '\n' and not '\t' or >= '\u007f' and <= '\u009f' or '\u202e');

    [Fact]
    public void Nothing_in_the_data_becomes_markup()
    {
        string page = Write("hostile");

        // Ours are two: the data and the script.
        Assert.Equal(2, Regex.Count(page, "<script"));
        Assert.DoesNotContain("<!--", page, StringComparison.Ordinal);
        Assert.Contains("&lt;script&gt;alert(&#39;&quot;", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Whatever_the_document_says_is_on_the_page()
    {
        // Of the requests only one is drawn call by call, so that only one has names to show.
        ReportDocument specimen = ReportSpecimen.Document();
        var (document, canaries) = ReportPoison.Numbered(specimen with
        {
            Experiments =
            [
                .. specimen.Experiments.Select(e =>
                    e with { Pictures = [.. e.Pictures.Select(p => p with { Requests = [.. p.Requests.Take(1)] })] }),
            ],
        });

        string page = ReportPage.Write(document, "{}", "");

        Assert.NotEmpty(canaries);
        Assert.Equal(
            [], canaries.Where(c =>
                !page.Contains(c.Value, StringComparison.Ordinal)).Select(c => c.Key).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_report_without_experiments_says_what_is_missing()
    {
        string page = Write("empty");

        Assert.Contains("<b>Partial report.</b> The run was killed", page, StringComparison.Ordinal);
        Assert.Contains("<li>No experiment was measured.</li>", page, StringComparison.Ordinal);
    }

    [Fact]
    public void The_data_are_in_the_page_without_the_pictures_and_can_be_read_back()
    {
        const string Json = """{"schema":1,"machine":{"runtime":"</script><script>alert(1)</script>"},"experiments":[{"id":"delay","pictures":[1,2]}]}""";

        string page = ReportPage.Write(Empty, Json, "");

        string data = Between(page, "id=\"report-data\">", "</script>");
        JsonNode? read = JsonNode.Parse(data);
        Assert.Equal("</script><script>alert(1)</script>", (string?)read?["machine"]?["runtime"]);
        Assert.Equal("delay", (string?)read?["experiments"]?[0]?["id"]);
        Assert.Null(read?["experiments"]?[0]?["pictures"]);
    }

    [Fact]
    public void What_is_not_json_is_refused() =>
        Assert.ThrowsAny<JsonException>(() => ReportPage.Write(Empty, "no json", ""));

    [Fact]
    public void The_markdown_can_be_copied_without_script() =>
        Assert.Contains("<code># Nothing\n&lt;b&gt;</code>", ReportPage.Write(Empty, "{}", "# Nothing\n<b>"), StringComparison.Ordinal);

    [Fact]
    public void Six_experiments_in_up_to_three_forms_fit_in_136_kilobytes() =>
        Assert.InRange(Encoding.UTF8.GetByteCount(ReportPage.Write(ReportSpecimen.Document(), "{}", "")), 1, 136 * 1_024);

    [Fact]
    public void Six_experiments_are_told_in_1_500_words_of_Markdown_before_the_evidence()
    {
        string[] told = ReportMarkdown.Write(ReportSpecimen.Document()).Split("## The evidence");

        Assert.Equal(2, told.Length);
        Assert.InRange(told[0].Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length, 300, 1_500);
    }

    [Fact]
    public void Thousands_of_requests_do_not_make_the_page_much_larger()
    {
        ExperimentReport delay = ReportSpecimen.Delay();
        FormPicture picture = delay.Pictures[0] with
        {
            Requests =
            [
                .. Enumerable.Range(0, 20_000).Select(i =>
                    new RequestTrace(
                        i % 500, i * 3_000_000L, i * 3_000_000L + 9_000_000, i * 3_000_000L + 900_000_000, [])),
            ],
        };

        int few = ReportPage.Write(Empty with { Experiments = [delay] }, "{}", "").Length;
        int many = ReportPage.Write(Empty with { Experiments = [delay with { Pictures = [picture, picture] }] }, "{}", "").Length;

        Assert.InRange(many - few, 0, 50_000);
    }

    private static string Write(string name) => ReportPage.Write(Named[name], ReportSpecimen.Json, ReportSpecimen.Markdown);

    private static string Hash(string page, string from, string to) =>
        "sha256-" + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(Between(page, from, to))));

    private static string Between(string page, string from, string to)
    {
        int start = page.IndexOf(from, StringComparison.Ordinal) + from.Length;
        return page[start..page.IndexOf(to, start, StringComparison.Ordinal)];
    }
}
