using Microsoft.Playwright;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The pages in a real browser; as many tests as all others of the site together, so with processes of their
/// own beside them.</summary>
[Trait("Judges", "behaviour")]
public sealed class SiteLooks(SiteProcesses processes, Browser browser) : IClassFixture<SiteProcesses>
{
    private const string Usable = "a, button, input:not([type=hidden]), select, textarea, pre";

    private static readonly (int Width, ColorScheme Colours)[] Views =
        [(1280, ColorScheme.Light), (1280, ColorScheme.Dark), (390, ColorScheme.Dark), (390, ColorScheme.Light), (320, ColorScheme.Light)];

    public static TheoryData<string> Pages => [.. SitePaths.Pages, "/dashboard/parallel?delay=0&fail=tasks"];

    public static TheoryData<string> Mistakes => [.. SitePaths.Mistakes];

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task A_page_fits_and_can_be_read_on_a_desk_and_on_a_telephone_by_day_and_by_night(string path)
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(new Uri(processes.Address, path).AbsoluteUri);

        await AssertFitsAndReadsAsync(tab);

        Assert.Empty(tab.Complaints);
    }

    [Theory]
    [MemberData(nameof(Mistakes))]
    public async Task A_mistake_fits_and_can_be_read_too(string path)
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(new Uri(processes.Address, path).AbsoluteUri);

        await AssertFitsAndReadsAsync(tab);

        // The browser itself notes the status on its console.
        Assert.All(tab.Complaints, complaint => Assert.Contains("the server responded with a status of", complaint, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/dashboard/parallel")]
    [InlineData("/customers")]
    [InlineData("/code/delays")]
    [InlineData("/posts/async")]
    [InlineData("/posts/sync/1/edit")]
    [InlineData("/actions")]
    public async Task Everything_that_can_be_used_is_reached_by_keyboard_and_shows_it(string path)
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(new Uri(processes.Address, path).AbsoluteUri);
        int usable = await tab.Page.Locator(Usable).CountAsync();

        for (int at = 0; at < usable; at++)
        {
            await tab.Page.Keyboard.PressAsync("Tab");
            string shown = await tab.Page.EvaluateAsync<string>(
                "(({ outlineStyle, outlineWidth }) => `${outlineStyle} ${outlineWidth}`)(getComputedStyle(document.activeElement))");
            Assert.Equal("solid 2px", shown);
        }

        Assert.True(await tab.Page.EvaluateAsync<bool>($"document.activeElement === [...document.querySelectorAll('{Usable}')].at(-1)"));
    }

    [Fact]
    public async Task A_page_too_short_for_a_scroll_bar_stands_where_a_long_one_does()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(processes.Address.AbsoluteUri);

        Assert.Equal("stable", await tab.Page.EvaluateAsync<string>("getComputedStyle(document.documentElement).scrollbarGutter"));
    }

    [Fact]
    public async Task A_visitor_changes_the_delay_goes_to_another_form_and_keeps_it()
    {
        await using Tab tab = await browser.OpenAsync(javaScript: false);
        await tab.Page.GotoAsync($"{processes.Address}dashboard/sync?delay=0");

        await tab.Page.GetByLabel("Each feed waits").FillAsync("7");
        await tab.Page.GetByLabel("Failing feed").SelectOptionAsync("notes");
        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Ask again" }).ClickAsync();
        ILocator other = tab.Page.GetByRole(AriaRole.Link, new() { Name = "Async, all at once" });
        await Assertions.Expect(other).ToHaveAttributeAsync("href", "/dashboard/parallel?delay=7&fail=notes");
        await other.ClickAsync();

        await Assertions.Expect(tab.Page).ToHaveURLAsync($"{processes.Address}dashboard/parallel?delay=7&fail=notes");
        Assert.Equal("7", await tab.Page.GetByLabel("Each feed waits").InputValueAsync());
        Assert.Equal("Notes", await tab.Page.Locator(".failed h2").InnerTextAsync());
    }

    /// <summary>Looks at the page as it is now, in every view.</summary>
    internal static Task AssertFitsAndReadsAsync(Tab tab) => tab.FitsAndCanBeReadAsync(Views);
}
