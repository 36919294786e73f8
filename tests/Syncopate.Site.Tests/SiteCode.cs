using System.Net;
using System.Text.RegularExpressions;
using Syncopate.Crud.Tests;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The pages that show the site's own source.</summary>
[Collection(typeof(SiteGroup))]
[Trait("Judges", "behaviour")]
public sealed partial class SiteCode(SiteProcesses processes)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Pages => [.. SitePaths.Code];

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Every_line_shown_stands_in_the_file_under_that_number(string path)
    {
        IReadOnlyList<Pane> panes = await PanesAsync(path);

        Assert.NotEmpty(panes);
        Assert.All(panes, pane =>
        {
            string[] file = File.ReadAllLines(Path.Combine(SourceTree.Root, "samples", "SampleSite", pane.File));
            Assert.All(pane.Lines.Where(line => line.Number > 0), line => Assert.Equal(file[line.Number - 1], line.Text.Length == 0 ? "" : "    " + line.Text));
        });
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Every_method_is_shown_whole(string path)
    {
        IReadOnlyList<Pane> panes = await PanesAsync(path);

        Assert.All(panes, pane =>
        {
            List<Line> lines = pane.Lines.Where(line => line.Number > 0).ToList();
            Assert.Equal(Enumerable.Range(lines[0].Number, lines.Count), lines.Select(line => line.Number));
            Assert.True(lines[^1].Text == "}" || lines[^1].Text.EndsWith(';'), $"{pane.File} ends with {lines[^1].Text}");
            Assert.Equal(lines.Sum(line => line.Text.Count(letter => letter == '{')), lines.Sum(line => line.Text.Count(letter => letter == '}')));
        });
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Lines_that_both_forms_have_stand_side_by_side_and_the_others_are_marked(string path)
    {
        List<Pane> panes = (await PanesAsync(path)).Where(pane => pane.Form.Length > 0).ToList();

        Assert.All(panes.Chunk(2), pair =>
        {
            Assert.Equal(pair[0].Lines.Count, pair[1].Lines.Count);
            Assert.All(pair[0].Lines.Zip(pair[1].Lines), line => Assert.Equal(
                line.First.Change == "same" && line.Second.Change == "same", line.First.Text == line.Second.Text && line.First.Change != "gap"));
            Assert.Contains(pair[0].Lines, line => line.Change == "removed");
            Assert.Contains(pair[1].Lines, line => line.Change == "added");
        });
    }

    [Fact]
    public async Task The_specimen_of_blocking_is_shown_as_it_is()
    {
        string html = await processes.Site.GetStringAsync("/code/customers-delay", Token);

        Assert.Contains("Task.Delay(ms<mark>).Wait()</mark>;", html, StringComparison.Ordinal);
        Assert.Contains("<mark>await </mark>Task.Delay(ms", html, StringComparison.Ordinal);
    }

    private async Task<IReadOnlyList<Pane>> PanesAsync(string path)
    {
        string html = await processes.Site.GetStringAsync(path, Token);
        return [.. PaneElement().Matches(html).Select(pane => new Pane(pane.Groups["form"].Value, pane.Groups["file"].Value, [.. Lines(pane.Groups["lines"].Value)]))];
    }

    private static IEnumerable<Line> Lines(string html) => LineElement().Matches(html).Select(line => new Line(
        line.Groups["change"].Value,
        int.TryParse(line.Groups["number"].Value, out int number) ? number : 0,
        WebUtility.HtmlDecode(Tag().Replace(line.Groups["text"].Value, ""))));

    [GeneratedRegex("""<figure class="pane ?(?<form>\w*)">.*?<code>(?<file>[^<]+)</code>.*?<span class="lines">(?<lines>.*?)</span></pre>""", RegexOptions.Singleline)]
    private static partial Regex PaneElement();

    [GeneratedRegex("""<span class="line (?<change>\w+)[^"]*"><i(?: data-number="(?<number>\d*)")?></i>(?<text>.*?)</span>""", RegexOptions.Singleline)]
    private static partial Regex LineElement();

    [GeneratedRegex("<[^>]*>")]
    private static partial Regex Tag();

    private sealed record Pane(string Form, string File, IReadOnlyList<Line> Lines);

    // A gap has the number 0.
    private sealed record Line(string Change, int Number, string Text);
}
