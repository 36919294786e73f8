using Microsoft.Playwright;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>What a reader does with the report: opens it from disk, follows links, copies it, changes the theme, by
/// mouse, keyboard or ear.</summary>
[Trait("Judges", "behaviour")]
public sealed class ReportPageUse(Browser browser) : IDisposable
{
    private readonly ReportPageFile _file = new(ReportSpecimen.Document());

    [Fact]
    public async Task Opened_from_disk_the_report_asks_for_nothing_else()
    {
        await using Tab tab = await browser.OpenAsync();
        List<string> requests = [];
        tab.Page.Request += (_, request) => requests.Add(request.Url);

        await tab.Page.GotoAsync(_file.Address.AbsoluteUri);
        // Once the page has nothing more to do. What Playwright calls idle did not come within two minutes on a busy machine.
        await tab.Page.EvaluateAsync("() => new Promise(done => requestIdleCallback(() => done(1)))");

        Assert.Equal([_file.Address.AbsoluteUri], requests.Where(r => !r.StartsWith("data:", StringComparison.Ordinal)));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task With_scripts_off_the_report_says_and_draws_the_same_and_offers_no_dead_button()
    {
        await using Tab with = await browser.OpenAsync();
        await using Tab without = await browser.OpenAsync(javaScript: false);
        await with.Page.GotoAsync(_file.Address.AbsoluteUri);
        await without.Page.GotoAsync(_file.Address.AbsoluteUri);

        Assert.Equal(await with.Page.Locator("main").InnerTextAsync(), await without.Page.Locator("main").InnerTextAsync());
        Assert.Equal(await with.Page.Locator("main svg:visible").CountAsync(), await without.Page.Locator("main svg:visible").CountAsync());
        Assert.Equal(0, await without.Page.Locator("button:visible").CountAsync());
        Assert.Equal(2, await with.Page.Locator("button:visible").CountAsync());
    }

    [Fact]
    public async Task The_policy_lets_no_other_script_and_no_style_run()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(_file.Address.AbsoluteUri);

        string ran = await tab.Page.EvaluateAsync<string>("""
            () => {
                const script = document.createElement('script');
                script.textContent = 'window.ran = true';
                document.body.append(script);
                const text = document.createElement('p');
                text.setAttribute('style', 'color: rgb(1, 2, 3)');
                document.body.append(text);
                return `${window.ran} ${getComputedStyle(text).color === 'rgb(1, 2, 3)'}`;
            }
            """);

        Assert.Equal("undefined false", ran);
        Assert.Contains(tab.Complaints, c => c.Contains("Content Security Policy", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_theme_button_changes_the_colours_and_the_choice_is_kept()
    {
        await using Tab tab = await browser.OpenAsync(colours: ColorScheme.Light);
        await tab.Page.GotoAsync(_file.Address.AbsoluteUri);
        Task<string> Ground() => tab.Page.EvaluateAsync<string>("getComputedStyle(document.body).backgroundColor");
        string light = await Ground();

        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Switch colour theme" }).ClickAsync();
        string dark = await Ground();
        await tab.Page.ReloadAsync();

        Assert.NotEqual(light, dark);
        Assert.Equal(dark, await Ground());
        Assert.Empty(await tab.FaintTextsAsync());
    }

    [Fact]
    public async Task The_report_is_copied_as_markdown()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.Context.GrantPermissionsAsync(["clipboard-read", "clipboard-write"]);
        await tab.Page.GotoAsync(_file.Address.AbsoluteUri);

        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Copy as Markdown" }).ClickAsync();

        await Assertions.Expect(tab.Page.Locator("#report-said")).ToHaveTextAsync("Copied");
        Assert.Equal(ReportSpecimen.Markdown, await tab.Page.EvaluateAsync<string>("navigator.clipboard.readText()"));
    }

    [Fact]
    public async Task Where_the_clipboard_is_refused_the_markdown_is_shown_and_selected()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.AddInitScriptAsync("Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = () => false;");
        await tab.Page.GotoAsync(_file.Address.AbsoluteUri);

        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Copy as Markdown" }).ClickAsync();

        await Assertions.Expect(tab.Page.Locator("#report-said")).ToHaveTextAsync("Selected: press Ctrl+C");
        Assert.True(await tab.Page.GetByText("# Go async where you wait.").IsVisibleAsync());
        Assert.Equal(ReportSpecimen.Markdown.Trim(), (await tab.Page.EvaluateAsync<string>("getSelection().toString()")).Trim());
    }

    [Fact]
    public async Task A_key_figure_leads_to_its_experiment()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(_file.Address.AbsoluteUri);

        await tab.Page.GetByRole(AriaRole.Link, new() { Name = "Waiting under load" }).ClickAsync();

        await Assertions.Expect(tab.Page).ToHaveURLAsync(_file.Address.AbsoluteUri + "#io-bound");
        await Assertions.Expect(tab.Page.GetByRole(AriaRole.Heading, new() { Name = "Waiting under load" })).ToBeInViewportAsync();
    }

    [Fact]
    public async Task A_link_to_what_is_folded_away_opens_it()
    {
        await using Tab tab = await browser.OpenAsync();

        await tab.Page.GotoAsync(_file.Address.AbsoluteUri + "#io-bound.evidence");

        Assert.True(await tab.Page.Locator("[id='io-bound.evidence']").EvaluateAsync<bool>("fold => fold.open"));
        Assert.False(await tab.Page.Locator("[id='delay.evidence']").EvaluateAsync<bool>("fold => fold.open"));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task Everything_that_can_be_used_is_reached_by_keyboard_and_shows_it()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(_file.Address.AbsoluteUri);
        int usable = await tab.Page.Locator("a, button:visible, summary:visible, pre:visible, .wide:visible").CountAsync();

        List<string> reached = [];
        for (int at = 0; at < usable; at++)
        {
            await tab.Page.Keyboard.PressAsync("Tab");
            reached.Add(await tab.Page.EvaluateAsync<string>(ReportPageScripts.Focused));
        }

        Assert.Equal("A Skip to the verdict 2px solid", reached[0]);
        Assert.All(reached, r => Assert.EndsWith("2px solid", r, StringComparison.Ordinal));
        Assert.Equal(usable, reached.Count(r => !r.StartsWith("BODY", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_screen_reader_finds_names_landmarks_and_headings()
    {
        await using Tab tab = await browser.OpenAsync();
        await _file.OpenUnfoldedAsync(tab);

        Assert.Empty(await tab.Page.EvaluateAsync<string[]>(ReportPageScripts.UnspokenThings));
    }

    [Fact]
    public async Task The_reports_data_can_be_read_from_the_page()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(_file.Address.AbsoluteUri);

        Assert.Equal("delay", await tab.Page.EvaluateAsync<string>("JSON.parse(document.getElementById('report-data').textContent).experiments[0].id"));
    }

    [Fact]
    public async Task An_empty_partial_report_is_still_a_page()
    {
        using ReportPageFile file = new(ReportSpecimen.Document() with { Experiments = [], Partial = true, Missing = ["All six experiments."] });
        await using Tab tab = await browser.OpenAsync(390);
        await file.OpenUnfoldedAsync(tab);

        Assert.True(await tab.Page.GetByText("All six experiments.").First.IsVisibleAsync());
        Assert.Equal(0, await tab.SidewaysScrollAsync());
        Assert.Empty(await tab.Page.EvaluateAsync<string[]>(ReportPageScripts.UnspokenThings));
        Assert.Empty(tab.Complaints);
    }

    public void Dispose() => _file.Dispose();
}
