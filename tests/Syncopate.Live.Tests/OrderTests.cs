using System.Globalization;
using System.Net;
using Microsoft.Playwright;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>What is asked of a run by its page: everything arrives, in the order in which it was asked.</summary>
[Trait("Judges", "behaviour")]
public sealed class OrderTests(ServedWithResults fixture, Browser browser) : IClassFixture<ServedWithResults>
{
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(5);

    private Served Served => fixture.Served;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>Both went side by side: a pause that arrived after the stop that followed it was obeyed last.</summary>
    [Fact]
    public async Task Orders_of_a_page_arrive_one_after_the_other()
    {
        using ToldRun run = new(Served, "in-order", ToldRun.Question("five-1"), ToldRun.Slot, ToldRun.Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        IPage page = tab.Page;
        await Expect(page.Locator("#lanes")).ToHaveAttributeAsync("data-drawn", "sync");
        TaskCompletionSource<IRoute> first = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await page.RouteAsync("**/race/order", route => first.TrySetResult(route) ? Task.CompletedTask : route.ContinueAsync());

        await page.Locator("#pause").ClickAsync();
        IRoute held = await first.Task.WaitAsync(Longest, Token);
        await page.Locator("#stop").ClickAsync();
        await tab.TwoFramesAsync();
        IResponse last = await page.RunAndWaitForResponseAsync(
            () => held.ContinueAsync(),
            answer => answer.Request.PostData?.Contains("order=stop", StringComparison.Ordinal) == true);

        Assert.Equal(204, last.Status);
        Assert.Equal(["""{"pause":true}""", """{"pause":false,"stop":true}"""], await OrdersAsync("in-order"));
        Assert.Empty(tab.Complaints);
    }

    /// <summary>Each was appended where the file ended when it was opened: of two at once one overwrote the other.</summary>
    [Fact]
    public async Task Orders_of_several_tabs_at_once_are_all_written()
    {
        int[] users = [.. Enumerable.Range(1, 40)];
        using ToldRun run = new(Served, "at-once");
        using HttpClient client = await Served.ClientAsync();

        HttpResponseMessage[] answers = await Task.WhenAll(users.Select(number => Served.PostAsync(client, "/race/order",
            ("result", "at-once"), ("order", "users"), ("users", number.ToString(CultureInfo.InvariantCulture)))));

        Assert.All(answers, answer => Assert.Equal(HttpStatusCode.NoContent, answer.StatusCode));
        Assert.Equal(
            users.Select(number => FormattableString.Invariant($$"""{"users":{{number}}}""")).Order(StringComparer.Ordinal),
            (await OrdersAsync("at-once")).Order(StringComparer.Ordinal));
    }

    private Task<string[]> OrdersAsync(string result) =>
        File.ReadAllLinesAsync(Path.Combine(Served.Root, result, "control.jsonl"), Token);
}
