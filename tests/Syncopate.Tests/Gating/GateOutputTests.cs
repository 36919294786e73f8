using System.Collections.Frozen;
using System.Text;
using System.Text.Json;
using System.Xml;
using System.Xml.Linq;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Xunit;

namespace Syncopate.Tests.Gating;

/// <summary>What the gate writes for build servers, with results that would like to write something else.</summary>
public sealed class GateOutputTests
{
    private const string Hostile =
        "</failure><x a=\"1\">&amp; | `code` [link](javascript:x) <b>\n::set-env name=PATH::x\r\u001b[31m\u202e\ud800 ]]> 100%";

    private static readonly GateReport Report = new()
    {
        Passed = false,
        Sentence = "Gate failed: 1 of 3 checks, 1 undecided.",
        Result = "result",
        Baseline = "main",
        Partial = false,
        Notes = [Hostile],
        Checks =
        [
            Check("io-bound", GateOutcome.Ok, "241 ms", "limit 300 ms"),
            Check("io-bound", GateOutcome.Undecided, "8% slower", "between 2% faster and 19% slower; limit 10%"),
            Check("delay", GateOutcome.Failed, Hostile, "limit 300 ms"),
        ],
    };

    /// <summary>Elements, their required and further attributes, and what they may hold, as the schema of Jenkins'
    /// xUnit plug-in has them (junit-10.xsd).</summary>
    private static readonly FrozenDictionary<string, (string[] Required, string[] Further, string[] Children)> Schema =
        new Dictionary<string, (string[], string[], string[])>
        {
            ["testsuites"] = ([], ["name", "time", "tests", "failures", "errors"], ["testsuite"]),
            ["testsuite"] = (
                ["name", "tests", "failures", "errors"],
                ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"],
                ["testsuite", "properties", "testcase", "system-out", "system-err"]),
            ["testcase"] = (["name"], ["time", "classname", "group"], ["skipped", "error", "failure", "system-out", "system-err"]),
            ["failure"] = ([], ["type", "message"], []),
            ["skipped"] = ([], ["type", "message"], []),
            ["system-out"] = ([], [], []),
        }.ToFrozenDictionary();

    [Fact]
    public void The_XML_has_the_shape_that_build_servers_read()
    {
        XElement root = Parsed(JUnitReport.Write(Report)).Root!;

        Assert.Equal("testsuites", root.Name.LocalName);
        foreach (XElement element in root.DescendantsAndSelf())
        {
            var (required, further, children) = Schema[element.Name.LocalName];
            List<string> attributes = element.Attributes().Select(a => a.Name.LocalName).ToList();
            Assert.Empty(attributes.Except([.. required, .. further]));
            Assert.Empty(required.Except(attributes));
            Assert.Empty(element.Elements().Select(e => e.Name.LocalName).Except(children));
        }
    }

    [Fact]
    public void The_XML_counts_what_it_holds()
    {
        XElement root = Parsed(JUnitReport.Write(Report)).Root!;

        Assert.Equal(("3", "1"), (root.Attribute("tests")!.Value, root.Attribute("failures")!.Value));
        Assert.Equal(["io-bound 2 0 1", "delay 1 1 0"], root.Elements().Select(s =>
            $"{s.Attribute("name")!.Value} {s.Attribute("tests")!.Value} {s.Attribute("failures")!.Value} {s.Attribute("skipped")!.Value}"));
    }

    [Fact]
    public void Text_stays_text_in_XML()
    {
        string message = Parsed(JUnitReport.Write(Report with { Notes = [] })).Descendants("failure").Single().Attribute("message")!.Value;

        Assert.Contains("</failure><x a=\"1\">&amp;", message, StringComparison.Ordinal);
    }

    [Fact]
    public void Text_stays_text_in_Markdown()
    {
        string markdown = GateMarkdown.Write(Report, 1 << 20);

        Assert.DoesNotContain("<b>", markdown.Replace("\\<b\\>", "", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', markdown);
        Assert.DoesNotContain('\u202e', markdown);
        Assert.DoesNotContain("](", markdown.Replace("\\](", "", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.DoesNotContain("\n::", markdown, StringComparison.Ordinal);
    }

    [Fact]
    public void Failures_come_first_in_the_summary()
    {
        string markdown = GateMarkdown.Write(Report, 1 << 20);

        Assert.True(markdown.IndexOf("**FAIL**", StringComparison.Ordinal) < markdown.IndexOf("| ok |", StringComparison.Ordinal));
    }

    [Fact]
    public void A_summary_that_does_not_fit_is_cut_at_a_line_and_says_so()
    {
        GateReport many = Report with
        {
            Checks =
            [
                .. Enumerable.Range(0, 20_000)
                    .Select(i => Check("delay", i == 19_999 ? GateOutcome.Failed : GateOutcome.Ok, "241 ms ✓", "limit 300 ms")),
            ],
        };

        string markdown = GateMarkdown.Write(many, 1 << 20);

        Assert.InRange(Encoding.UTF8.GetByteCount(markdown), (1 << 20) - 500, 1 << 20);
        Assert.Contains("**FAIL**", markdown, StringComparison.Ordinal);
        Assert.EndsWith("lines do not fit here.\n", markdown, StringComparison.Ordinal);
    }

    /// <summary>It failed the gate as "FAIL", as if the limit had been crossed.</summary>
    [Fact]
    public void A_limit_that_nothing_was_compared_with_is_not_judged_and_fails()
    {
        GateLimit limit = GateLimit.Parse("io-bound.async.threads=5", ThresholdSide.Above);

        GateResult result = GateResults.Of(GateResults.Around(200));
        result = result with
        {
            Subjects = [.. result.Subjects.Select(s => s with { Figures = s.Figures with { Threads = null } })],
        };

        GateReport report = Gate.Judge(result, null, new GateRules([limit], []));

        Assert.Equal(("not judged", false), (report.Checks.Single().Mark, report.Passed));
        Assert.Equal("Gate failed: 1 of 1 check could not be judged.", report.Sentence);
        Assert.Contains("| **not judged** | io", GateMarkdown.Write(report, 10_000), StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_cannot_speak_to_the_runner()
    {
        string line = Assert.Single(WorkflowErrors.Of(Report));

        Assert.StartsWith("::error title=delay.async.p95::delay.async.p95 ", line, StringComparison.Ordinal);
        Assert.DoesNotContain(line, char.IsControl);
        Assert.Contains("100%25", line, StringComparison.Ordinal);
    }

    [Fact]
    public void The_runner_gets_ten_lines_at_most()
    {
        GateReport many = Report with { Checks = [.. Enumerable.Repeat(Check("delay", GateOutcome.Failed, "1 s", "limit 300 ms"), 40)] };

        List<string> lines = WorkflowErrors.Of(many).ToList();

        Assert.Equal(10, lines.Count);
        Assert.Equal("::error title=syncopate gate::31 more checks failed; the job summary has them all.", lines[^1]);
    }

    [Fact]
    public void A_strict_gate_that_failed_without_a_failed_check_tells_the_runner() =>
        Assert.Single(WorkflowErrors.Of(
            Report with { Checks = [Report.Checks[1]], Sentence = "Gate failed (--strict): 1 check undecided." }));

    [Fact]
    public void The_document_for_programs_has_its_documented_names()
    {
        using JsonDocument document = JsonDocument.Parse(GateJson.Write(Report));

        Assert.Equal(
            ["schema", "passed", "sentence", "result", "baseline", "partial", "notes", "checks"],
            document.RootElement.EnumerateObject().Select(p => p.Name));
        Assert.Equal("undecided", document.RootElement.GetProperty("checks")[1].GetProperty("outcome").GetString());
    }

    private static GateCheck Check(string experiment, GateOutcome outcome, string found, string detail) => new()
    {
        Experiment = experiment,
        Form = "async",
        Figure = "p95",
        Kind = GateCheckKind.Threshold,
        Outcome = outcome,
        Found = found,
        Detail = detail,
        Value = 241,
    };

    private static XDocument Parsed(string xml)
    {
        using XmlReader reader = XmlReader.Create(
            new StringReader(xml),
            new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, CheckCharacters = true });
        return XDocument.Load(reader);
    }
}
