using Microsoft.Playwright;
using Syncopate.Gating;
using Syncopate.History;
using Syncopate.Reporting;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>How the page of a history looks, measured in a real browser.</summary>
public sealed class HistoryPageLooks(Browser browser) : IDisposable
{
    private static readonly (int Width, ColorScheme Colours)[] Views = [(1280, ColorScheme.Light), (820, ColorScheme.Dark), (390, ColorScheme.Dark), (320, ColorScheme.Light)];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-history-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task It_fits_can_be_read_by_day_and_by_night_and_complains_of_nothing()
    {
        ReportDocument specimen = ReportSpecimen.Document();
        HistoryFolder.Write(HistoryBuilder.Build([.. Enumerable.Range(0, 14).Select(i => Run(specimen, i))], ["broken was left out: it is no report."], 1, HistoryBuilder.Usual), _folder.FullName);
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync(new Uri(Path.Combine(_folder.FullName, HistoryFolder.Page)).AbsoluteUri);
        await tab.Page.EvaluateAsync("document.querySelectorAll('details').forEach(fold => fold.open = true)");

        foreach ((int width, ColorScheme colours) in Views)
        {
            await tab.Page.SetViewportSizeAsync(width, 900);
            await tab.Page.EmulateMediaAsync(new() { ColorScheme = colours });

            Assert.Equal((width, 0), (width, await tab.SidewaysScrollAsync()));
            Assert.Empty(await tab.FaintTextsAsync());
        }

        Assert.True(await tab.Page.Locator("line.done").CountAsync() > 0);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>The specimen, a day later each time; from the eighth on every form is a fifth slower.</summary>
    private static GateResult Run(ReportDocument specimen, int day)
    {
        double factor = (day < 7 ? 1 : 1.2) * (1 + 0.01 * (day * 7 % 5 - 2));
        ReportDocument report = specimen with
        {
            Run = specimen.Run with { StartedUtc = specimen.Run.StartedUtc.AddDays(day) },
            Experiments = [.. specimen.Experiments.Select(e => e with { Forms = [.. e.Forms.Select(f => f with { Mean = f.Mean * factor, P95 = f.P95 * factor })] })],
        };
        return GateResult.Of(report, FormattableString.Invariant($"main/2026-11/run-with-a-long-name-{day:00}"));
    }
}
