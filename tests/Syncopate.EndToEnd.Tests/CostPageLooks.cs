using Syncopate.Reporting;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>How the tables of costs look, measured in a real browser.</summary>
[Trait("Judges", "behaviour")]
public sealed class CostPageLooks(Browser browser)
{
    [Fact]
    public async Task The_tables_of_costs_fit_on_a_desk_and_on_a_telephone()
    {
        ReportDocument loops = CallCosts.Loops(("Task that waits once", 0.0015, 0.2, []), ("On a context, ConfigureAwait(false) inside", 0.0015, 24, []), ("1 ms per call, await Task.Run for each", 1000, 1006, []));
        ReportDocument calls = CallCosts.FirstCalls(24, 386);
        using ReportPageFile file = new(loops with { Experiments = [.. loops.Experiments, .. calls.Experiments], Groups = [.. loops.Groups, .. calls.Groups] });
        await using Tab tab = await browser.OpenAsync();
        await file.OpenUnfoldedAsync(tab);

        foreach (int width in new[] { 1280, 820, 390, 320 })
        {
            await tab.Page.SetViewportSizeAsync(width, 900);

            Assert.Equal((width, 0), (width, await tab.SidewaysScrollAsync()));
            Assert.Empty(await tab.Page.EvaluateAsync<string[]>(ReportPageScripts.MisplacedLabels));
        }

        Assert.Empty(await tab.FaintTextsAsync());
        Assert.Empty(tab.Complaints);
    }
}
