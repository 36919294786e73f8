using Microsoft.Playwright;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>How the report looks, measured in a real browser: fits, can be read, nothing overlaps.</summary>
[Trait("Judges", "behaviour")]
public sealed class ReportPageLooks(Browser browser)
{
    private static readonly (int Width, ColorScheme Colours)[] Views =
    [
        (1280, ColorScheme.Light), (1280, ColorScheme.Dark), (820, ColorScheme.Dark), (390, ColorScheme.Dark), (390, ColorScheme.Light), (320, ColorScheme.Light),
    ];

    [Fact]
    public async Task The_report_fits_on_a_desk_and_on_a_telephone_and_can_be_read_by_day_and_by_night()
    {
        using ReportPageFile file = new(ReportSpecimen.Document());
        await using Tab tab = await browser.OpenAsync();
        await file.OpenUnfoldedAsync(tab);

        await tab.FitsAndCanBeReadAsync(Views);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>One screen an experiment: sentence, picture, change.</summary>
    [Fact]
    public async Task Six_experiments_are_at_most_6_000_pixels_tall_until_the_evidence_is_asked_for()
    {
        using ReportPageFile file = new(ReportSpecimen.Document());
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(file.Address.AbsoluteUri);

        Assert.InRange(await tab.Page.EvaluateAsync<int>("document.documentElement.scrollHeight"), 1_000, 6_000);
        Assert.Equal(6, await tab.Page.Locator("details.evidence:not([open])").CountAsync());
    }

    [Fact]
    public async Task No_label_covers_another_or_leaves_its_card()
    {
        using ReportPageFile file = new(ReportSpecimen.Document());
        await using Tab tab = await browser.OpenAsync();
        await file.OpenUnfoldedAsync(tab);

        foreach (var (width, _) in Views)
        {
            await tab.Page.SetViewportSizeAsync(width, 900);

            Assert.Empty(await tab.Page.EvaluateAsync<string[]>(ReportPageScripts.MisplacedLabels));
        }
    }

    [Fact]
    public async Task Pictures_of_the_forms_of_one_experiment_stand_at_one_height_and_have_one_size()
    {
        using ReportPageFile file = new(ReportSpecimen.Document());
        await using Tab tab = await browser.OpenAsync();
        await file.OpenUnfoldedAsync(tab);

        Assert.Empty(await tab.Page.EvaluateAsync<string[]>(ReportPageScripts.UnequalPictures));
    }

    [Fact]
    public async Task On_paper_everything_is_unfolded_and_the_buttons_are_gone()
    {
        using ReportPageFile file = new(ReportSpecimen.Document());
        await using Tab tab = await browser.OpenAsync(colours: ColorScheme.Dark, javaScript: false);
        await tab.Page.GotoAsync(file.Address.AbsoluteUri);
        await tab.Page.EmulateMediaAsync(new() { Media = Media.Print });

        Assert.False(await tab.Page.Locator("#report-copy").IsVisibleAsync());
        Assert.False(await tab.Page.Locator("#report-markdown").IsVisibleAsync());
        foreach (ILocator table in await tab.Page.Locator("#delay details table").AllAsync())
            Assert.NotEqual(0, (await table.BoundingBoxAsync())?.Height ?? 0);
        Assert.Equal("rgb(255, 255, 255)", await tab.Page.EvaluateAsync<string>("getComputedStyle(document.body).backgroundColor"));
        Assert.Empty(await tab.FaintTextsAsync());
    }

    [Fact]
    public async Task A_report_full_of_hostile_and_endless_names_runs_nothing_and_fits()
    {
        const string Poison = "<img src=x onerror=\"window.ran=1\"><script>window.ran=1</script>\u001b[31m\u202e{0}withoutanyspacewithoutanyspacewithoutanyspacewithoutanyspacewithoutanyspace";
        using ReportPageFile file = new(ReportPoison.Spread(ReportSpecimen.Document(), Poison));
        await using Tab tab = await browser.OpenAsync(390);
        await file.OpenUnfoldedAsync(tab);

        Assert.Null(await tab.Page.EvaluateAsync<int?>("window.ran"));
        Assert.Equal(0, await tab.SidewaysScrollAsync());
        Assert.Equal(0, await tab.Page.Locator("img").CountAsync());
        Assert.Empty(tab.Complaints);
    }
}
