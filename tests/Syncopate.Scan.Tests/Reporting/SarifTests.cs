using System.Text.Json;
using Syncopate.Scan.Sarif;
using Xunit;

namespace Syncopate.Scan.Tests.Reporting;

public sealed class SarifTests
{
    [Fact]
    public void Each_result_refers_to_its_rule_by_id_and_index()
    {
        JsonElement run = Run(ScanSpecimen.Result());
        JsonElement rules = run.GetProperty("tool").GetProperty("driver").GetProperty("rules");

        foreach (JsonElement result in run.GetProperty("results").EnumerateArray())
        {
            Assert.Equal(result.GetProperty("ruleId").GetString(),
                rules[result.GetProperty("ruleIndex").GetInt32()].GetProperty("id").GetString());
        }
    }

    [Fact]
    public void The_chain_goes_from_the_entry_down_to_the_finding()
    {
        JsonElement result = Result(ScanSpecimen.Result(), f =>
            f.GetProperty("message").GetProperty("text").GetString()!.Contains("SaveChanges"));
        JsonElement steps = result.GetProperty("codeFlows")[0].GetProperty("threadFlows")[0].GetProperty("locations");

        Assert.Equal("POST /orders calls orders.Place(order)", Text(steps[0]));
        Assert.Equal("OrderService.Save(Order) blocks in context.SaveChanges()", Text(steps[2]));
        Assert.Equal(3, result.GetProperty("relatedLocations").GetArrayLength());
        string Text(JsonElement step) => step.GetProperty("location").GetProperty("message").GetProperty("text").GetString()!;
    }

    [Fact]
    public void Files_below_the_root_are_relative_and_others_are_not()
    {
        ScanResult result = Of(ScanSpecimen.Save with { Place = ScanSpecimen.At("A b#/ä%.cs", 1, 1, 2) },
            ScanSpecimen.Save with { Place = ScanSpecimen.At("../Other.cs", 1, 1, 2) });
        JsonElement run = Run(result);
        JsonElement[] files = [.. run.GetProperty("results").EnumerateArray()
            .Select(r => r.GetProperty("locations")[0].GetProperty("physicalLocation").GetProperty("artifactLocation"))];

        Assert.Equal("file:///src/shop/", run.GetProperty("originalUriBaseIds").GetProperty("SRCROOT").GetProperty("uri").GetString());
        Assert.Contains(files, f =>
            f.GetProperty("uri").GetString() == "A%20b%23/%C3%A4%25.cs" && f.GetProperty("uriBaseId").GetString() == "SRCROOT");
        Assert.Contains(files, f => f.GetProperty("uri").GetString() == "file:///src/Other.cs" && !f.TryGetProperty("uriBaseId", out _));
    }

    [Fact]
    public void A_fix_replaces_regions_in_the_order_of_the_file()
    {
        JsonElement result = Result(ScanSpecimen.Result(), f =>
            f.GetProperty("message").GetProperty("text").GetString()!.Contains(".Result"));
        JsonElement replacements = result.GetProperty("fixes")[0].GetProperty("artifactChanges")[0].GetProperty("replacements");

        Assert.Equal(("await ", 23, 23), Edit(replacements[0]));
        Assert.Equal(("", 43, 50), Edit(replacements[1]));
        (string?, int, int) Edit(JsonElement replacement) => (
            replacement.GetProperty("insertedContent").GetProperty("text").GetString(),
            replacement.GetProperty("deletedRegion").GetProperty("startColumn").GetInt32(),
            replacement.GetProperty("deletedRegion").GetProperty("endColumn").GetInt32());
    }

    [Fact]
    public void Only_a_silenced_finding_has_a_suppression()
    {
        JsonElement[] results = [.. Run(ScanSpecimen.Result()).GetProperty("results").EnumerateArray()];

        JsonElement silenced = Assert.Single(results, r => r.GetProperty("suppressions").GetArrayLength() > 0);
        Assert.Equal("inSource", silenced.GetProperty("suppressions")[0].GetProperty("kind").GetString());
        Assert.Equal("A thread of its own", silenced.GetProperty("suppressions")[0].GetProperty("justification").GetString());
    }

    [Fact]
    public void The_state_against_a_baseline_is_told_only_where_there_is_one()
    {
        ScanResult result = Of(ScanSpecimen.Save with { IsKnown = true }, ScanSpecimen.Price);

        Assert.DoesNotContain("baselineState", SarifWriter.Write(result, ScanSpecimen.Tool, hasBaseline: false));
        Assert.Equal(["unchanged", "new"], Run(result, hasBaseline: true).GetProperty("results").EnumerateArray()
            .Select(r => r.GetProperty("baselineState").GetString()));
    }

    [Fact]
    public void What_could_not_be_read_is_a_notification_of_a_run_that_succeeded()
    {
        JsonElement invocation = Run(ScanSpecimen.Result()).GetProperty("invocations")[0];

        Assert.True(invocation.GetProperty("executionSuccessful").GetBoolean());
        Assert.Contains("not restored",
            invocation.GetProperty("toolExecutionNotifications")[0].GetProperty("message").GetProperty("text").GetString());
    }

    [Fact]
    public void A_rule_that_this_tool_does_not_know_has_no_index()
    {
        JsonElement run = Run(Of(ScanSpecimen.Save with { Rule = "SYNC2999" }));

        Assert.Equal(-1, run.GetProperty("results")[0].GetProperty("ruleIndex").GetInt32());
    }

    private static ScanResult Of(params Finding[] findings) =>
        ScanSpecimen.Result() with { Findings = Baselines.Fingerprints.Fill(findings) };

    private static JsonElement Run(ScanResult result, bool hasBaseline = false) =>
        JsonDocument.Parse(SarifWriter.Write(result, ScanSpecimen.Tool, hasBaseline)).RootElement.GetProperty("runs")[0];

    private static JsonElement Result(ScanResult result, Func<JsonElement, bool> which) =>
        Run(result).GetProperty("results").EnumerateArray().Single(which);
}
