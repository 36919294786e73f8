using Microsoft.Playwright;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>The button for light and dark, which wins over what the system prefers.</summary>
[Trait("Judges", "behaviour")]
public sealed class ThemeTests(ServedWithResults fixture, Browser browser) : IClassFixture<ServedWithResults>
{
    [Fact]
    public async Task The_button_changes_the_colours_of_page_and_picture_and_the_choice_is_kept_on_other_pages()
    {
        using ToldRun run = new(fixture.Served, "themed", ToldRun.Question("five-1"), ToldRun.Slot, ToldRun.Frame);
        await using Tab tab = await fixture.Served.OpenAsync(browser, run.Address);
        await Expect(tab.Page.Locator(".lane")).ToHaveCountAsync(2);
        string light = await GroundAsync(tab.Page);
        string ink = await tab.Page.EvaluateAsync<string>("syncopate.player.ink.sync");

        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Switch colour theme" }).ClickAsync();
        await Expect(tab.Page.Locator("html")).ToHaveAttributeAsync("data-theme", "dark");
        string dark = await GroundAsync(tab.Page);
        string drawn = await tab.Page.EvaluateAsync<string>("syncopate.player.ink.sync");
        await tab.Page.GotoAsync(fixture.Served.Site + "/plan");
        await Expect(tab.Page.Locator("html")).ToHaveAttributeAsync("data-theme", "dark");

        Assert.NotEqual(light, dark);
        Assert.NotEqual(ink, drawn);
        Assert.Equal(dark, await GroundAsync(tab.Page));
        Assert.Empty(await tab.FaintTextsAsync());
        Assert.Empty(tab.Complaints);
    }

    private static Task<string> GroundAsync(IPage page) =>
        page.EvaluateAsync<string>("getComputedStyle(document.body).backgroundColor");
}
