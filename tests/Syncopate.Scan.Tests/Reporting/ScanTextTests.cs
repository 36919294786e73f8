using System.Text.Json;
using Syncopate.Scan.Baselines;
using Syncopate.Scan.Pages;
using Syncopate.Scan.Reporting;
using Xunit;

namespace Syncopate.Scan.Tests.Reporting;

public sealed class ScanTextTests
{
    [Fact]
    public void A_finding_is_one_line_as_compilers_print_it() =>
        Assert.Contains(
            "Shop/OrdersController.cs(21,9): SYNC2003: `Thread.Sleep(100)` keeps a thread of the pool for nothing; `await "
                + "Task.Delay(100)` gives it back.",
            Lines(ScanSpecimen.Result()));

    [Fact]
    public void What_no_entry_reaches_comes_last_and_a_note_says_that_it_is_one() =>
        Assert.StartsWith("Shop/OrderService.cs(21,29): SYNC2006: note: ",
            Lines(ScanSpecimen.Result()).Last(l => l.Contains("): SYNC", StringComparison.Ordinal)));

    [Fact]
    public void What_is_silenced_or_known_is_neither_printed_nor_counted()
    {
        ScanResult result = ScanSpecimen.Result();
        result = ScanRanking.Sort(result with { Findings = [.. result.Findings.Select(f => f with { IsKnown = f.Rule == "SYNC2005" })] });
        string[] lines = Lines(result);

        Assert.DoesNotContain(lines, l => l.Contains("SYNC2005", StringComparison.Ordinal));
        Assert.Contains("3 warnings and 1 note in 2 files. Not counted: 1 silenced in the source, 2 known from the baseline.", lines);
        Assert.DoesNotContain(lines, l => l.Contains("GET /orders/{id}", StringComparison.Ordinal));
    }

    [Fact]
    public void It_is_said_for_how_many_findings_no_change_was_worked_out()
    {
        ScanResult result = ScanSpecimen.Result();
        Assert.DoesNotContain(Lines(result), l => l.Contains("Changes were worked out", StringComparison.Ordinal));
        result = result with { Findings = [.. result.Findings.Select(f => f with { IsChangeLeft = f.Rule == "SYNC2005" })] };

        const string Said = "Changes were worked out for the 4 findings that most entries reach; "
            + "2 are left: syncopate scan --fix shows them.";
        Assert.Contains(Said, Lines(result));
        Assert.Contains(Said, ScanPage.Write(result, ScanSpecimen.Tool, "syncopate scan"), StringComparison.Ordinal);
        Assert.Contains(Said, ScanMarkdown.Write(result), StringComparison.Ordinal);
    }

    [Fact]
    public void By_entry_each_finding_stands_once_with_its_chain()
    {
        string[] lines = Lines(ScanSpecimen.Result(), ScanGrouping.Entry);

        Assert.Equal(6, lines.Count(l => l.Contains("): SYNC", StringComparison.Ordinal)));
        Assert.Contains("    POST /orders calls orders.Place(order)  Shop/OrdersController.cs(10,9)", lines);
        Assert.Contains("        OrderService.Save(Order) blocks in context.SaveChanges()  Shop/OrderService.cs(16,9)", lines);
        Assert.Contains("Reached by no entry that the scan knows", lines);
    }

    [Fact]
    public void The_summary_counts_by_rule_and_entry_and_says_what_was_not_understood()
    {
        string[] lines = Lines(ScanSpecimen.Result());

        Assert.Contains("      2  SYNC2001  Blocking on a task  (docs/rules/SYNC2001.md)", lines);
        Assert.Contains("      2  POST /orders  Shop/OrdersController.cs(8,26)", lines);
        Assert.Contains("Resolved 97.3% of 1,000 calls; about the rest nothing is said. 3 projects, 42 files, 5,120 lines in 2,500 ms "
            + "(3,250 ms of processor time).", lines);
        Assert.StartsWith("Note: Shop.Legacy was not restored", lines[^1]);
    }

    [Theory]
    [InlineData(100_000, 99_999, "99.9%")]
    [InlineData(100_000, 100_000, "100%")]
    [InlineData(3, 0, "0%")]
    public void A_hundred_percent_is_said_of_all_and_of_nothing_less(int calls, int resolved, string said) =>
        Assert.Contains(
            said, ScanSentences.Resolved(new ScanSize(1, 1, 1, calls, resolved, TimeSpan.Zero, TimeSpan.Zero)));

    [Fact]
    public void What_was_seen_to_block_longest_comes_first()
    {
        ScanResult result = ScanSpecimen.Result();
        result = ScanRanking.Sort(result with
        {
            Findings = [.. result.Findings
            .Select(f => f with { Seen = f.Call == ScanSpecimen.Find.Call ? new(37, 412, 15_244, 0.25, null) : null })]
        });

        Assert.StartsWith("Shop/OrderService.cs(11,35)", Lines(result)[0]);
        Assert.Equal("GET /orders/{id}", result.Entries[0].Name);
    }

    [Fact]
    public void Names_cannot_command_the_terminal()
    {
        ScanResult result = ScanSpecimen.Result() with
        {
            Findings = [ScanSpecimen.Save with { Message = "\u001b[2J\u202E\n",
            Member = "\u0007" }]
        };

        Assert.DoesNotContain(Lines(result, ScanGrouping.Entry), l => l.Any(c => char.IsControl(c) || c == '\u202E'));
    }

    [Fact]
    public void The_document_for_programs_holds_everything()
    {
        JsonElement json = JsonDocument.Parse(ScanJson.Write(ScanSpecimen.Result(), ScanSpecimen.Tool)).RootElement;

        Assert.Equal((1, 6, 7),
            (json.GetProperty("schema").GetInt32(), json.GetProperty("counted").GetInt32(), json.GetProperty("findings").GetArrayLength()));
        Assert.Equal("warning", json.GetProperty("findings")[0].GetProperty("level").GetString());
        Assert.Equal(2.5, json.GetProperty("size").GetProperty("elapsedSeconds").GetDouble());
    }

    [Fact]
    public void Equal_results_in_another_order_read_alike()
    {
        ScanResult result = ScanSpecimen.Result();
        ScanResult turned = ScanRanking.Sort(result with
        {
            Findings = Fingerprints.Fill([.. result.Findings.Reverse()]),
            Entries = [.. result.Entries.Reverse()]
        });

        Assert.Equal(Lines(result), Lines(turned));
    }

    private static string[] Lines(ScanResult result, ScanGrouping grouping = ScanGrouping.None) =>
        [.. ScanText.Lines(result, grouping).Select(l => l.ToString())];
}
