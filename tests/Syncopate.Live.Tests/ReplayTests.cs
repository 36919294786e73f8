using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>The controls of a replay, and what it says where there is nothing to show.</summary>
[Trait("Judges", "behaviour")]
public sealed class ReplayTests(ServedWithResults fixture, Browser browser) : IClassFixture<ServedWithResults>
{
    private Served Served => fixture.Served;

    /// <summary>Its button said Pause at the end, and the first press went back to the beginning and stayed there.</summary>
    [Fact]
    public async Task A_replay_that_is_over_is_played_again_by_one_press()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/replay?result=result-1");
        await Expect(tab.Page.Locator(".lane h3")).ToHaveCountAsync(2);
        await tab.Page.Locator("#speed").SelectOptionAsync("0.25");
        await tab.Page.Locator("#seek").PressAsync("End");
        await Expect(tab.Page.Locator("#play")).ToHaveTextAsync("Play");

        await tab.Page.Locator("#play").ClickAsync();

        await Expect(tab.Page.Locator("#play")).ToHaveTextAsync("Pause");
        Assert.Empty(tab.Complaints);
    }

    /// <summary>It stood still from its first use on, as it kept the focus.</summary>
    [Fact]
    public async Task The_slider_of_a_replay_goes_on_after_it_was_used_and_its_moment_can_be_heard()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/replay?result=result-1");
        ILocator slider = tab.Page.Locator("#seek");
        await Expect(tab.Page.Locator(".lane h3")).ToHaveCountAsync(2);

        await slider.PressAsync("Home");

        await Expect(slider).ToBeFocusedAsync();
        await Expect(slider).Not.ToHaveValueAsync("0");
        await Expect(slider).ToHaveAttributeAsync("aria-valuetext", new Regex("^[0-9.]+ of [0-9.]+ s$"));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_journal_that_ended_before_its_first_turn_is_not_called_one_of_a_load_alone()
    {
        string folder = Directory.CreateDirectory(Path.Combine(Served.Root, "cut")).FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, "run.jsonl"), "", TestContext.Current.CancellationToken);
        await using Tab tab = await Served.OpenAsync(browser, "/replay?result=cut");

        await Expect(tab.Page.Locator("#title")).ToContainTextAsync("a watch, or a run that ended before its first turn");

        Assert.Empty(tab.Complaints);
    }

    /// <summary>The page said that it was reading the journal, or nothing at all.</summary>
    [Theory]
    [InlineData(404, "Its result is not there any more.")]
    [InlineData(0, "The server does not answer.")]
    public async Task A_replay_whose_journal_does_not_come_says_why(int status, string said)
    {
        await using Tab tab = await Served.OpenAsync(browser, "/results");
        await tab.Page.RouteAsync("**/replay/data?*", route => status == 0 ? route.AbortAsync()
            : route.FulfillAsync(new() { Status = status }));

        await tab.Page.GotoAsync(Served.Site + "/replay?result=result-1");

        await Expect(tab.Page.Locator("#title")).ToHaveTextAsync(said);
    }
}
