using Microsoft.Playwright;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>How the page of a history looks, measured in a real browser.</summary>
[Trait("Judges", "behaviour")]
public sealed class HistoryPageLooks(Browser browser) : IDisposable
{
    private static readonly (int Width, ColorScheme Colours)[] Views = [(1280, ColorScheme.Light), (820, ColorScheme.Dark), (390, ColorScheme.Dark), (320, ColorScheme.Light)];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-history-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task It_fits_can_be_read_by_day_and_by_night_and_complains_of_nothing()
    {
        HistoryFolder.Write(HistoryBuilder.Build([.. Enumerable.Range(0, SlowerSpecimen.Days).Select(day => GateResult.Of(SlowerSpecimen.Of(day), FormattableString.Invariant($"main/2026-11/run-with-a-long-name-{day:00}")))], ["broken was left out: it is no report."], 1, HistoryBuilder.Usual), _folder.FullName);
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(new Uri(Path.Combine(_folder.FullName, HistoryFolder.Page)).AbsoluteUri);
        await tab.Page.EvaluateAsync("document.querySelectorAll('details').forEach(fold => fold.open = true)");

        await tab.FitsAndCanBeReadAsync(Views);

        Assert.True(await tab.Page.Locator("line.done").CountAsync() > 0);
        Assert.Empty(tab.Complaints);
    }
}
