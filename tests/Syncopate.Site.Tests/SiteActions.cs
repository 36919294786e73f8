using System.Globalization;
using System.Net;
using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>Long actions, as a browser shows them and as the server keeps them.</summary>
[Trait("Judges", "time")]
public sealed partial class SiteActions(SqliteBlogSite site, Browser browser) : IClassFixture<SqliteBlogSite>
{
    // Every percent that the page shows, noted within it: a question from outside comes too late for most on a busy machine.
    private const string NotePercents = """
        addEventListener("DOMContentLoaded", () => {
            const percent = document.getElementById("percent");
            if (!percent) return;
            window.percents = [percent.textContent];
            new MutationObserver(() => window.percents.push(percent.textContent)).observe(percent, { childList: true });
        });
        """;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Progress_is_pushed_to_the_page_until_the_result()
    {
        await using Tab tab = await StartAsync("2000", script: NotePercents);

        await Assertions.Expect(tab.Page.Locator("#state")).ToHaveTextAsync("done");

        Assert.Equal("52px", await tab.Page.Locator("#percent").EvaluateAsync<string>("number => getComputedStyle(number).fontSize"));
        string[] told = await tab.Page.EvaluateAsync<string[]>("percents");
        int[] percents = [.. told.Select(text => int.Parse(text, CultureInfo.InvariantCulture))];
        Assert.Equal(100, percents[^1]);
        Assert.Equal(percents.Order(), percents);
        Assert.True(percents.Distinct().Count() > 3, string.Join(' ', percents));
        Assert.Contains("posts have", await tab.Page.Locator("#action-message").InnerTextAsync(), StringComparison.Ordinal);
        Assert.Equal(0, await tab.Page.Locator("#cancel").CountAsync());
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_page_that_is_loaded_again_finds_the_running_action_and_a_click_cancels_it()
    {
        await using Tab tab = await StartAsync("60000");
        await tab.Page.ReloadAsync();
        await tab.Page.GotoAsync(new Uri(site.Address, "/actions").AbsoluteUri);
        await tab.Page.Locator("table a").First.ClickAsync();
        string found = await StateAsync(tab);

        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel" }).ClickAsync();
        await Assertions.Expect(tab.Page.Locator("#state")).ToHaveTextAsync("cancelled");

        Assert.Equal("running", found);
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_failure_reaches_its_user_in_words()
    {
        await using Tab tab = await StartAsync("400", fails: true);

        await Assertions.Expect(tab.Page.Locator("#state")).ToHaveTextAsync("failed");

        Assert.Contains("Nothing was counted.", await tab.Page.Locator("#action-message").InnerTextAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_scripts_the_page_loads_itself_again_until_the_end()
    {
        await using Tab tab = await StartAsync("1000", javaScript: false);

        await Assertions.Expect(tab.Page.Locator("#state")).ToHaveTextAsync("done");

        Assert.Equal(0, await tab.Page.Locator("meta[http-equiv=refresh]").CountAsync());
    }

    [Fact]
    public async Task Two_users_see_and_stop_their_own_actions_only()
    {
        using Visitor one = site.Visit();
        using Visitor two = site.Visit();
        string path = (await one.FillInAsync("/actions", "/actions/background", ("milliseconds", "60000"))).Location ?? "";
        Seen others = await two.FillInAsync("/actions", "/actions/background", ("milliseconds", "60000"));

        Seen read = await two.GetAsync(path);
        Seen heard = await two.GetAsync($"{path}/events");
        Seen stopped = await two.FillInAsync("/actions", $"{path}/cancel");
        Seen list = await two.GetAsync("/actions");
        Seen own = await one.GetAsync(path);

        Assert.Equal([HttpStatusCode.NotFound, HttpStatusCode.NotFound, HttpStatusCode.NotFound], [read.Status, heard.Status, stopped.Status]);
        Assert.DoesNotContain(path, list.Html, StringComparison.Ordinal);
        Assert.Contains(others.Location ?? "nothing", list.Html, StringComparison.Ordinal);
        Assert.Contains("data-state=\"running\"", own.Html, StringComparison.Ordinal);
        await one.FillInAsync(path, $"{path}/cancel");
        await two.FillInAsync(others.Location ?? "", $"{others.Location}/cancel");
    }

    [Fact]
    public async Task The_background_answers_before_the_work_is_done_and_the_blocking_page_after_it()
    {
        using Visitor visitor = site.Visit();

        // A minute's work has not ended when its page is asked for, however busy the machine is.
        Seen started = await visitor.FillInAsync("/actions", "/actions/background", ("milliseconds", "60000"));
        Seen soon = await visitor.GetAsync(started.Location ?? "");
        await visitor.FillInAsync(started.Location ?? "", $"{started.Location}/cancel");
        Seen shorter = await visitor.FillInAsync("/actions", "/actions/background", ("milliseconds", "500"));
        Seen waited = await visitor.FillInAsync("/actions", "/actions/blocking", ("milliseconds", "500"));
        Seen events = await visitor.GetAsync($"{shorter.Location}/events");

        Assert.Contains("data-state=\"running\"", soon.Html, StringComparison.Ordinal);
        Assert.Matches("posts have [0-9,]+ words. You have waited [0-9,]+ ms", waited.Words);
        Assert.EndsWith("words.\"}\n\n", events.Html, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("-1")]
    [InlineData("60001")]
    [InlineData("soon")]
    public async Task A_time_that_cannot_be_is_refused(string milliseconds)
    {
        using Visitor visitor = site.Visit();

        Seen blocking = await visitor.FillInAsync("/actions", "/actions/blocking", ("milliseconds", milliseconds));
        Seen background = await visitor.FillInAsync("/actions", "/actions/background", ("milliseconds", milliseconds));

        Assert.Equal((HttpStatusCode.BadRequest, HttpStatusCode.BadRequest), (blocking.Status, background.Status));
        Assert.Contains("from 0 to 60000", background.Words, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Nobody_starts_more_than_his_share()
    {
        using Visitor visitor = site.Visit();
        List<string> started = new();
        for (int at = 0; at < 3; at++)
            started.Add((await visitor.FillInAsync("/actions", "/actions/background", ("milliseconds", "60000"))).Location ?? "");

        Seen tooMuch = await visitor.FillInAsync("/actions", "/actions/background", ("milliseconds", "60000"));

        Assert.Equal(HttpStatusCode.ServiceUnavailable, tooMuch.Status);
        Assert.Contains("Wait until something ends, or cancel it.", tooMuch.Words, StringComparison.Ordinal);
        foreach (string path in started)
            await visitor.FillInAsync(path, $"{path}/cancel");
    }

    [Fact]
    public async Task Measured_actions_are_counted_when_their_work_is_done()
    {
        using HttpClient client = Measurer();
        await PostAsync(client, "/actions/measure/reset");

        await PostAsync(client, "/actions/measure/blocking?milliseconds=0"); // Warms the way, and is not counted.
        await PostAsync(client, "/actions/measure/blocking?milliseconds=100");
        await PostAsync(client, "/actions/measure/background?milliseconds=100");
        string statistics = await StatisticsAsync(client, told => told.Contains("\"done\":2", StringComparison.Ordinal));

        Assert.Contains("\"started\":2", statistics, StringComparison.Ordinal);
        Assert.Matches("\"meanDoneMilliseconds\":(9[0-9]|[1-9][0-9]{2,})", statistics);
    }

    [Fact]
    public async Task A_measured_action_that_began_before_the_reset_is_no_part_of_the_count()
    {
        using HttpClient client = Measurer();
        await PostAsync(client, "/actions/measure/background?milliseconds=300");
        await PostAsync(client, "/actions/measure/reset");

        await PostAsync(client, "/actions/measure/background?milliseconds=600"); // Ends after the other.
        string statistics = await StatisticsAsync(client, told => !told.Contains("\"done\":0", StringComparison.Ordinal));

        Assert.Matches("\"started\":1,\"done\":1,\"meanDoneMilliseconds\":(59[0-9]|[6-9][0-9]{2}|[1-9][0-9]{3,})", statistics);
    }

    [GeneratedRegex("/actions/(?!background)[^/]+$")]
    private static partial Regex ActionPage();

    private static Task<string> StateAsync(Tab tab) => tab.Page.Locator("#state").InnerTextAsync();

    private HttpClient Measurer()
    {
        HttpClient client = new() { BaseAddress = site.Address };
        client.DefaultRequestHeaders.Add("X-Run-Key", "key");
        return client;
    }

    /// <summary>Asks for the count of measured actions until it says so.</summary>
    private static async Task<string> StatisticsAsync(HttpClient client, Func<string, bool> isSo)
    {
        while (true)
        {
            string told = await client.GetStringAsync("/actions/measure/statistics", Token);
            if (isSo(told))
                return told;
        }
    }

    private static async Task PostAsync(HttpClient client, string path)
    {
        using HttpResponseMessage response = await client.PostAsync(path, null, Token);
        response.EnsureSuccessStatusCode();
    }

    private async Task<Tab> StartAsync(string milliseconds, bool fails = false, bool javaScript = true, string? script = null)
    {
        Tab tab = await browser.OpenAsync(javaScript: javaScript);
        if (script is not null)
            await tab.Page.AddInitScriptAsync(script);
        await tab.Page.GotoAsync(new Uri(site.Address, "/actions").AbsoluteUri);
        ILocator form = tab.Page.Locator("form[action='/actions/background']");
        await form.GetByLabel("Takes").FillAsync(milliseconds);
        if (fails)
            await form.GetByLabel("Fail halfway").CheckAsync();
        await form.GetByRole(AriaRole.Button).ClickAsync();
        // Asked for again and again: an event of its loading may have passed before anybody waits for it.
        await Assertions.Expect(tab.Page).ToHaveURLAsync(ActionPage());
        return tab;
    }
}
