using Microsoft.Playwright;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Docs.Tests;

/// <summary>The site in a real browser, from the disk and without a network.</summary>
/// <param name="site">The site.</param>
/// <param name="browser">The browser.</param>
[Trait("Judges", "behaviour")]
public sealed class SiteLooks(MadeSite site, Browser browser)
{
    private static readonly (int Width, ColorScheme Colours)[] Views =
        [(1440, ColorScheme.Light), (1440, ColorScheme.Dark), (320, ColorScheme.Dark), (320, ColorScheme.Light)];

    [Theory]
    [InlineData("index.html")]
    [InlineData("library.html")]
    [InlineData("from-others.html")]
    [InlineData("which-tool.html")]
    [InlineData("report-schema.html")]
    [InlineData("architecture.html")]
    [InlineData("rules/SYNC2001.html")]
    [InlineData("decisions/index.html")]
    public async Task A_page_fits_and_can_be_read_on_a_desk_and_on_a_telephone_by_day_and_by_night(string page)
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(site.At(page));

        await tab.FitsAndCanBeReadAsync(Views);

        Assert.Empty(tab.Complaints);
    }

    /// <summary>A word of one paragraph in the middle of a page.</summary>
    [Fact]
    public async Task The_search_finds_a_word_and_leads_to_its_heading()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(site.At("index.html"));

        await tab.Page.Keyboard.PressAsync("/");
        await tab.Page.Keyboard.TypeAsync("hodges mann-whitney");
        await Expect(tab.Page.Locator("#found a").First).ToContainTextAsync("How a regression is judged");
        await tab.Page.Keyboard.PressAsync("Enter");

        await Expect(tab.Page).ToHaveURLAsync(site.At("ci.html") + "#how-a-regression-is-judged");
        await Expect(tab.Page.Locator("h2#how-a-regression-is-judged")).ToBeInViewportAsync();
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task The_search_works_from_a_page_in_a_folder_by_arrow_keys()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(site.At("rules/SYNC2001.html"));

        await tab.Page.Locator("#find").FillAsync("tab completion");
        await Expect(tab.Page.Locator("#found a").Nth(1)).ToBeVisibleAsync();
        await Expect(tab.Page.Locator("#found a[aria-selected=true]")).ToHaveCountAsync(1);
        await tab.Page.Keyboard.PressAsync("ArrowDown");
        await tab.Page.Keyboard.PressAsync("ArrowUp");
        await Expect(tab.Page.Locator("#found a[aria-selected=true]")).ToContainTextAsync("How does my shell complete it");
        await tab.Page.Keyboard.PressAsync("Enter");

        await Expect(tab.Page).ToHaveURLAsync(site.At("shells.html"));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task What_is_nowhere_is_said_to_be_nowhere_and_escape_closes()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(site.At("index.html"));

        await tab.Page.Locator("#find").FillAsync("<b>zebra</b>crossing");
        await Expect(tab.Page.Locator("#found p")).ToHaveTextAsync("Nothing has “<b>zebra</b>crossing”.");
        await tab.Page.Keyboard.PressAsync("Escape");

        await Expect(tab.Page.Locator("#found")).ToBeHiddenAsync();
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task Chapters_links_and_neighbours_lead_through_the_site()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(site.At("index.html"));

        await tab.Page.Locator("nav.chapters a", new() { HasText = "Your own code, in five lines" }).ClickAsync();
        await Expect(tab.Page).ToHaveURLAsync(site.At("library.html"));
        await Expect(tab.Page.Locator("nav.chapters a[aria-current=page]")).ToHaveTextAsync("Your own code, in five lines");
        await tab.Page.Locator("main a", new() { HasText = "why" }).First.ClickAsync();
        await Expect(tab.Page).ToHaveURLAsync(site.At("decisions/0016-forms-in-processes.html"));
        await tab.Page.Locator("nav.turn a[rel=next]").ClickAsync();
        await Expect(tab.Page).ToHaveURLAsync(site.At("decisions/0017-site-by-markdig.html"));
        await tab.Page.Locator("a.brand").ClickAsync();

        await Expect(tab.Page).ToHaveURLAsync(site.At("index.html"));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task The_theme_that_was_chosen_stays_on_the_next_page()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(site.At("index.html"));
        string Ground() => "getComputedStyle(document.body).backgroundColor";
        string light = await tab.Page.EvaluateAsync<string>(Ground());

        await tab.Page.Locator("#theme").ClickAsync();
        await tab.Page.GotoAsync(site.At("plan.html"));

        Assert.NotEqual(light, await tab.Page.EvaluateAsync<string>(Ground()));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task Without_scripts_every_page_can_be_read_and_no_dead_button_stands_there()
    {
        await using Tab tab = await browser.OpenAsync(javaScript: false);

        await tab.Page.GotoAsync(site.At("library.html"));

        await Expect(tab.Page.Locator("main h1")).ToBeVisibleAsync();
        await Expect(tab.Page.Locator("nav.chapters li").First).ToBeVisibleAsync();
        await Expect(tab.Page.Locator("#theme")).ToBeHiddenAsync();
        await Expect(tab.Page.Locator("#find")).ToBeHiddenAsync();
    }
}
