using Syncopate.Experiments.Bundled;
using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;
using Syncopate.Reporting.Sentences;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Tables of experiments: what they say follows from verdicts and figures.</summary>
public sealed class ReportGroupTests
{
    [Fact]
    public void A_system_that_holds_every_caller_is_called_synchronous_in_disguise()
    {
        GroupReport group = Table(Cell("list", "SQLite", 10, 10.1, held: 0.99), Cell("list", "PostgreSQL", 10, 12, held: 0.2));

        Assert.Contains(group.Why, r => r.Title == "SQLite: synchronous behind an async API");
        Assert.Contains(
            group.Why, r => r.Title == "PostgreSQL: asynchronous"
                && r.Text.Contains("held for 20% of the time, and then", StringComparison.Ordinal));
        Assert.Equal("faster async on PostgreSQL", group.Meaning);
    }

    [Fact]
    public void A_picture_of_where_time_goes_is_no_question_that_a_headline_counts()
    {
        Experiment asked = Experiment("one", 10);
        Experiment picture = Experiment("page", 20);
        Dictionary<string, double> parts = EntityFrameworkWeb.InBrowser.Parts.ToDictionary(p => p.Counter, _ => 1.0);
        ReportDocument document = Journals.Report(Journals.Of(
        [
            Journals.Header with { Experiments = [asked.Id, picture.Id] },
            asked,
            picture,
            .. Journals.Rounds(1, (Form.Sync, [10]), (Form.Async, [9.9])).Select(s => s with { Experiment = asked.Id }),
            .. Journals.Rounds(2, (Form.Sync, [200]), (Form.Async, [100]))
                .Select(s => s with { Experiment = picture.Id, Counters = parts }),
            Journals.Finished,
        ]));

        Assert.DoesNotContain("2 experiments", document.Headline, StringComparison.Ordinal);
        Assert.DoesNotContain("points to async", document.Headline, StringComparison.OrdinalIgnoreCase);
        Assert.Equal(asked.Id, ReportClosing.Best(document)?.Id);
        Assert.Contains("<b>1</b> undecided", ReportPage.Write(document, "{}", ""), StringComparison.Ordinal);

        static Experiment Experiment(string id, int wait) => Journals.TwoForms with
        {
            Id = id,
            Title = id,
            WaitMilliseconds = wait,
            Group = new ExperimentGroup("ef-web", "Web", "Which?", id, "SQLite"),
        };
    }

    [Fact]
    public void One_access_that_gives_its_task_early_is_enough_to_tell()
    {
        GroupReport group = Table(Cell("list", "Any", 10, 10.1, held: 0.99), Cell("create", "Any", 10, 10.1, held: 0.3));

        Assert.DoesNotContain(group.Why, r => r.Title.Contains("synchronous behind", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(12, "async took longer in 1 of 1")]
    [InlineData(8, "async was faster in 1 of 1")]
    [InlineData(10, "the two were equal in 1 of 1")]
    public void The_score_counts_verdicts(double asyncMilliseconds, string expected)
    {
        GroupReport group = Table(Cell("list", "PostgreSQL", 10, asyncMilliseconds, held: 0.2));

        Assert.Equal($"PostgreSQL: {expected}.", group.Sentence);
    }

    [Fact]
    public void What_a_row_costs_is_the_difference_over_the_rows()
    {
        GroupReport group = Table(Cell("list", "PostgreSQL", 2, 2.5, held: 0.2));

        Assert.Contains("list +0.5 µs.", Reason(group, "What a row costs"), StringComparison.Ordinal);
    }

    [Fact]
    public void Rows_have_no_price_where_no_difference_was_shown()
    {
        GroupReport group = Table(Cell("list", "PostgreSQL", 10, 10, held: 0.2));

        Assert.StartsWith("No difference", Reason(group, "What a row costs"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(12, "Not reproduced.")]
    [InlineData(8, "Reproduced.")]
    public void A_published_gain_is_found_again_or_not_by_todays_verdict(double asyncMilliseconds, string fate)
    {
        ExperimentReport update = Cell("update", "PostgreSQL", 10, asyncMilliseconds, held: 0.2) with { Published = Then(15.7, 9.7) };

        string text = Reason(Table(update), "Faster async when published");

        Assert.Contains("update 61.8% then", text, StringComparison.Ordinal);
        Assert.Contains(fate, text, StringComparison.Ordinal);
        Assert.Contains("nothing overlaps", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Forms_that_send_unequal_commands_are_named()
    {
        ExperimentReport update = Cell("update", "PostgreSQL", 10, 12, held: 0.2);
        GroupReport group = Table(
            update with
            {
                Forms = [update.Forms[0], update.Forms[1] with { Counters = new Dictionary<string, double> { ["commandsPerCall"] = 2 } }],
            });

        Assert.Contains("3 sync, 2 async", Reason(group, "Commands"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_page_and_the_markdown_show_every_cell()
    {
        ReportDocument document = Document(Cell("list", "SQLite", 10, 10.1, held: 0.99), Cell("list", "PostgreSQL", 10, 12, held: 0.2));

        string markdown = ReportMarkdown.Write(document);
        string page = ReportPage.Write(document, ReportJson.Write(document), markdown);

        Assert.Contains("id=\"group.ef\"", page, StringComparison.Ordinal);
        Assert.Contains("list, PostgreSQL: sync 10 ms, async 12 ms", page, StringComparison.Ordinal);
        Assert.Contains("10 → 12 ms, 120%, loss", markdown, StringComparison.Ordinal);
    }

    [Fact]
    public void A_table_says_what_its_own_experiment_brings()
    {
        Explanation own = new() { Key = _ => ("7", "of its own"), Reasons = _ => [new GroupReason("Why", "Because.")] };

        GroupReport group = Assert.Single(ReportGroups.Of([Cell("list", "SQLite", 10, 12, held: 0.2)], Known("ef", own)));

        Assert.Equal(("7", "of its own"), (group.Figure, group.Meaning));
        Assert.Equal([new GroupReason("Why", "Because.")], group.Why);
    }

    [Fact]
    public void A_table_that_nobody_explains_says_how_often_async_was_faster_and_each_result()
    {
        ExperimentReport cell = Cell("list", "SQLite", 12, 10, held: 0.2);

        GroupReport group = Assert.Single(ReportGroups.Of([cell], Known("another", new Explanation { Key = _ => ("7", "of another") })));

        Assert.Equal(("1 of 1", "faster async on SQLite"), (group.Figure, group.Meaning));
        Assert.Equal([new GroupReason(cell.Title, cell.Sentence)], group.Why);
    }

    /// <summary>The row stood at its first form, and with no line of that one at none.</summary>
    [Fact]
    public void A_row_whose_first_form_has_no_answers_is_named_at_the_first_that_has_some()
    {
        ExperimentReport cell = Cell("list", "SQLite", 10, 12, held: 0.2);
        ExperimentReport failed = cell with { Forms = [cell.Forms[0] with { Count = 0 }, cell.Forms[1]] };
        FormTable table = new("Of its own", "The row", [new FormColumn("Nothing", _ => "0")], _ => "");

        Assert.Contains("<th scope=\"row\">list</th>", PageFormTable.Draw(table, [failed]).ToString(), StringComparison.Ordinal);
    }

    private static Explanations Known(string id, Explanation own) =>
        Explanations.None with { ById = new Dictionary<string, Explanation> { [id] = own } };

    private static IReadOnlyList<PublishedFigure> Then(double sync, double async) =>
        [new(Form.Sync, "mean", sync, null, "2014"), new(Form.Async, "mean", async, null, "2014")];

    private static string Reason(GroupReport group, string title) => Assert.Single(group.Why, r => r.Title == title).Text;

    private static GroupReport Table(params ExperimentReport[] cells) =>
        Assert.Single(ReportGroups.Of(cells, BundledExperiments.Explanations));

    private static ReportDocument Document(params ExperimentReport[] cells) => Journals.Report(
        Journals.Run(Journals.TwoForms, Journals.Rounds(8, (Form.Sync, [10]), (Form.Async, [12])))) with
    {
        Experiments = cells,
        Groups = ReportGroups.Of(cells, BundledExperiments.Explanations),
    };

    /// <summary>A cell of 12 equal rounds.</summary>
    private static ExperimentReport Cell(string row, string column, double sync, double async, double held)
    {
        Experiment experiment = Journals.TwoForms with
        {
            Id = $"ef-{row}-{column.ToLowerInvariant()}",
            Group = new ExperimentGroup("ef", "EF Core", "What does async cost?", row, column),
            Load = new CallsInProcess(1),
            MarginPercent = 2,
            Looks = 2,
        };
        IEnumerable<Slot> slots = Journals.Rounds(12, (Form.Sync, [sync]), (Form.Async, [async])).Select(s => s with
        {
            Process = 1 + s.Round / 3,
            Counters = new Dictionary<string, double>
            {
                ["heldShare"] = s.Form == Form.Sync ? 1 : held,
                ["commandsPerCall"] = 3,
                ["rowsPerCall"] = 1000,
            },
        });
        return Assert.Single(Journals.Report(Journals.Run(experiment, slots)).Experiments);
    }
}
