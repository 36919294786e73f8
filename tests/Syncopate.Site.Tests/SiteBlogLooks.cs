using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The blog in a real browser.</summary>
[Trait("Judges", "behaviour")]
public sealed partial class SiteBlogLooks(SqliteBlogSite site, Browser browser) : IClassFixture<SqliteBlogSite>
{
    [Theory]
    [InlineData("sync", 1280, ColorScheme.Light)]
    [InlineData("async", 390, ColorScheme.Dark)]
    public async Task A_visitor_creates_edits_and_deletes_a_post(string form, int width, ColorScheme colours)
    {
        await using Tab tab = await browser.OpenAsync(width, colours);
        await OpenAsync(tab, $"/posts/{form}");
        await tab.Page.GetByRole(AriaRole.Link, new() { Name = "New post" }).ClickAsync();
        await tab.Page.GetByLabel("Title").FillAsync("Written in a browser");
        await tab.Page.GetByLabel("Blogger").SelectOptionAsync("1");
        await tab.Page.GetByLabel("Coffee").CheckAsync();
        await tab.Page.GetByLabel("Text").FillAsync("Some text.");
        await ClickAsync(tab, "Create the post");
        await Assertions.Expect(tab.Page.Locator(".message")).ToHaveTextAsync("The post was created.");
        await SiteLooks.AssertFitsAndReadsAsync(tab);
        await tab.Page.GetByRole(AriaRole.Link, new() { Name = "Edit" }).ClickAsync();
        await tab.Page.GetByLabel("Title").FillAsync("Changed in a browser");
        await tab.Page.GetByLabel("Coffee").UncheckAsync();
        await tab.Page.GetByLabel("Patience").CheckAsync();
        await ClickAsync(tab, "Save the post");
        await Assertions.Expect(tab.Page.Locator("h1")).ToHaveTextAsync("Changed in a browser");
        await Assertions.Expect(tab.Page.Locator(".chips li")).ToHaveTextAsync("Patience");
        await tab.Page.GetByRole(AriaRole.Link, new() { Name = "Delete" }).ClickAsync();
        await ClickAsync(tab, "Delete the post");
        await Assertions.Expect(tab.Page.Locator(".message")).ToHaveTextAsync("The post was deleted.");

        Assert.Equal(0, await tab.Page.GetByText("Changed in a browser").CountAsync());
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task Mistakes_stand_beside_their_fields_and_a_reader_of_the_screen_is_told_too()
    {
        await using Tab tab = await browser.OpenAsync(javaScript: false);
        await OpenAsync(tab, "/posts/async/create");

        await ClickAsync(tab, "Create the post");

        ILocator title = tab.Page.GetByLabel("Title");
        await Assertions.Expect(title).ToHaveAttributeAsync("aria-describedby", AnyId());
        string? described = await title.GetAttributeAsync("aria-describedby");
        Assert.Equal("Give the post a title.", await tab.Page.Locator($"#{described}").InnerTextAsync());
        await using Tab looking = await browser.OpenAsync();
        await OpenAsync(looking, "/posts/async/create");
        await ClickAsync(looking, "Create the post");
        await Assertions.Expect(looking.Page.GetByLabel("Title")).ToHaveAttributeAsync("aria-describedby", AnyId());
        await SiteLooks.AssertFitsAndReadsAsync(looking);
        // The browser itself notes the status on its console.
        Assert.Contains("the server responded with a status of 422", Assert.Single(looking.Complaints), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_edit_that_comes_too_late_is_shown_beside_what_the_post_holds_now()
    {
        await using Tab mine = await browser.OpenAsync();
        await using Tab theirs = await browser.OpenAsync();
        await OpenAsync(mine, "/posts/sync/4/edit");
        await OpenAsync(theirs, "/posts/async/4/edit");
        await theirs.Page.GetByLabel("Text").FillAsync("Theirs, saved first.");
        await ClickAsync(theirs, "Save the post");
        await mine.Page.GetByLabel("Text").FillAsync("Mine, saved too late.");

        await ClickAsync(mine, "Save the post");

        await Assertions.Expect(mine.Page.Locator("h1")).ToHaveTextAsync("Somebody else was faster.");
        await Assertions.Expect(mine.Page.Locator("#current")).ToContainTextAsync("Theirs, saved first.");
        await SiteLooks.AssertFitsAndReadsAsync(mine);
        await ClickAsync(mine, "Save mine over it");
        await Assertions.Expect(mine.Page.Locator("article .text")).ToHaveTextAsync("Mine, saved too late.");
        // The browser itself notes the status 409 on its console.
        Assert.All(mine.Complaints, complaint => Assert.Contains("the server responded with a status of 409", complaint, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("/posts/sync")]
    [InlineData("/posts/async")]
    [InlineData("/tags/async")]
    [InlineData("/blogs")]
    public async Task A_list_tells_where_its_time_went(string path)
    {
        await using Tab tab = await browser.OpenAsync();
        await OpenAsync(tab, path);
        await Assertions.Expect(tab.Page.Locator("#page-timing .shares")).ToBeVisibleAsync();

        Dictionary<string, double> times = JsonSerializer.Deserialize<Dictionary<string, double>>(await tab.Page.Locator("#page-timing").GetAttributeAsync("data-timing") ?? "{}") ?? [];

        Assert.Equal(["server", "database", "connection", "transfer", "files", "total"], times.Keys);
        Assert.All(times, time => Assert.InRange(time.Value, 0, times["total"]));
        Assert.InRange(times["database"], 0.001, times["server"]);
        // The browser's clock is coarse on purpose, and on a busy machine a script may wait between two of its readings.
        double slack = Math.Max(1, 0.05 * times["total"]);
        double parts = times["server"] + times["connection"] + times["transfer"] + times["files"];
        Assert.InRange(parts, times["total"] - slack, times["total"] + times["server"] + slack);
        // The sentence and the bars: one clock, so one figure.
        Match told = Regex.Match(await tab.Page.Locator("#page-timing header").InnerTextAsync(), @"(?<database>[\d.,]+)\sms of the server’s (?<server>[\d.,]+)\sms");
        Assert.All(["server", "database"], part => Assert.Equal(times[part], double.Parse(told.Groups[part].Value, CultureInfo.InvariantCulture), 0.051));
        await SiteLooks.AssertFitsAndReadsAsync(tab);
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_list_without_scripts_tells_of_the_servers_part()
    {
        await using Tab tab = await browser.OpenAsync(javaScript: false);

        await OpenAsync(tab, "/posts/async");

        Assert.Matches(@"ms of the server’s [\d.,]+\sms passed in the database, in 2 commands\.", await tab.Page.Locator("#page-timing").InnerTextAsync());
    }

    [Fact]
    public async Task The_proof_on_the_internals_page_can_be_read_everywhere()
    {
        await using Tab tab = await browser.OpenAsync();
        await OpenAsync(tab, "/internals");

        await ClickAsync(tab, "Measure it");

        await Assertions.Expect(tab.Page.Locator(".verdict")).ToContainTextAsync("synchronous");
        await SiteLooks.AssertFitsAndReadsAsync(tab);
        Assert.Empty(tab.Complaints);
    }

    private static Task ClickAsync(Tab tab, string button) => tab.Page.GetByRole(AriaRole.Button, new() { Name = button }).ClickAsync();

    private Task<IResponse?> OpenAsync(Tab tab, string path) => tab.Page.GotoAsync(new Uri(site.Address, path).AbsoluteUri);

    [GeneratedRegex(".")]
    private static partial Regex AnyId();
}
