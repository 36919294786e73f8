using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Syncopate.Journaling;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Reporting;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>A comparison of two addresses, from the form to its verdict, in a real browser.</summary>
[Trait("Judges", "time")]
public sealed class CompareTests(Browser browser)
{
    // Rounds until a verdict, on a machine with other work.
    private const float Timeout = 120_000;

    [Fact]
    public async Task What_the_form_begins_comes_to_the_verdict_of_its_report()
    {
        await using TwinSite site = await TwinSite.StartAsync();
        await using Served served = await Served.StartAsync(results: 0);
        await using Tab tab = await served.OpenAsync(browser, "/start");
        await tab.Page.Locator("[name=argument1]").FillAsync(site.Address + "/wait/60");
        await tab.Page.Locator("[name=argument2]").FillAsync(site.Address + "/wait/20");
        await tab.Page.Locator("[name='--users']").FillAsync("4");
        await tab.Page.Locator("[name='--budget']").FillAsync("60s");

        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Begin" }).ClickAsync();
        await Expect(tab.Page).ToHaveURLAsync(new Regex(@"/race\?result="), new() { Timeout = Timeout });
        await Expect(tab.Page.Locator(".lane h3")).ToHaveCountAsync(2, new() { Timeout = Timeout });
        await Expect(tab.Page.Locator("#verdict")).ToContainTextAsync("Decided after", new() { Timeout = Timeout });
        await Expect(tab.Page.Locator("#after")).ToBeVisibleAsync(new() { Timeout = Timeout });
        string told = await tab.Page.Locator("#verdict").InnerTextAsync();
        string folder = Path.Combine(served.Root, Uri.UnescapeDataString(tab.Page.Url.Split("result=")[1]));
        await tab.Page.GetByRole(AriaRole.Link, new() { Name = "Open the result" }).ClickAsync();

        await Expect(tab.Page.GetByRole(AriaRole.Link, new() { Name = "Open the report" })).ToBeVisibleAsync(new() { Timeout = Timeout });
        string report = await File.ReadAllTextAsync(Path.Combine(folder, "report.json"), TestContext.Current.CancellationToken);
        using JsonDocument document = JsonDocument.Parse(report);
        Assert.Equal("gain", Regex.Match(report, "\"verdict\": \"(\\w+)\",\\s+\"winner\"").Groups[1].Value);
        Assert.Equal(Ratio(document.RootElement.GetProperty("headline").GetString() ?? ""), Ratio(told));
        Assert.Empty(tab.Complaints);
    }

    /// <summary>It disabled Begin while somebody who had filled in the rest was clicking it, and nothing began.</summary>
    [Fact]
    public async Task What_the_command_says_of_the_form_as_it_was_before_is_not_heard_any_more()
    {
        await using Served served = await Served.StartAsync(results: 0);
        await using Tab tab = await served.OpenAsync(browser, "/start");
        IPage page = tab.Page;
        await Expect(page.Locator("#wrong")).Not.ToBeEmptyAsync(new() { Timeout = Timeout });
        TaskCompletionSource<IRoute> asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await page.RouteAsync("**/start/check", route =>
        {
            asked.TrySetResult(route);
            return Task.CompletedTask;
        });
        await page.Locator("[name=argument1]").FillAsync("http://localhost:1/first");
        TimeSpan longest = TimeSpan.FromMilliseconds(Timeout);
        IRoute held = await asked.Task.WaitAsync(longest, TestContext.Current.CancellationToken);
        // The next question is not asked before this one is answered.
        await page.EvaluateAsync("() => { window.setTimeout = () => 0; }");
        await page.Locator("[name=argument2]").FillAsync("http://localhost:1/second");

        IResponse told = await page.RunAndWaitForResponseAsync(() => held.ContinueAsync(), "**/start/check");
        await told.FinishedAsync();
        await tab.TwoFramesAsync();

        Assert.DoesNotContain("first", await page.Locator("#line").InnerTextAsync(), StringComparison.Ordinal);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>The form asked for URLs, and a run of methods told the page nothing.</summary>
    [Fact]
    public async Task Methods_of_an_assembly_are_compared_from_the_form_followed_round_by_round_and_stopped()
    {
        await using Served served = await Served.StartAsync(results: 0);
        await using Tab tab = await served.OpenAsync(browser, "/start");
        await tab.Page.Locator("[name='--assembly']").FillAsync(Built.Dll("TwinsLibrary"));
        await Expect(tab.Page.Locator("#wrong")).ToContainTextAsync("--assembly takes --twins", new() { Timeout = Timeout });
        await tab.Page.Locator("[name='--method']").FillAsync("Customers.Find(7)");
        await Expect(tab.Page.Locator("#begin")).ToBeEnabledAsync(new() { Timeout = Timeout });

        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Begin" }).ClickAsync();
        await Expect(tab.Page).ToHaveURLAsync(new Regex(@"/race\?result="), new() { Timeout = Timeout });
        await Expect(tab.Page.Locator(".lane h3")).ToHaveTextAsync(["Sync", "Async"], new() { Timeout = Timeout });
        await Expect(tab.Page.Locator("#question")).ToContainTextAsync("Its work is done inside the process");
        await Expect(tab.Page.Locator("#narrowing circle").First).ToBeVisibleAsync(new() { Timeout = Timeout });
        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Stop" }).ClickAsync();
        await Expect(tab.Page.Locator("#after")).ToBeVisibleAsync(new() { Timeout = Timeout });
        await tab.Page.GetByRole(AriaRole.Link, new() { Name = "Open the result" }).ClickAsync();

        await Expect(tab.Page.GetByRole(AriaRole.Link, new() { Name = "Open the report" })).ToBeVisibleAsync(new() { Timeout = Timeout });
        Assert.Empty(tab.Complaints);
    }

    /// <summary>The command that was said to be the same judged one of the four figures.</summary>
    [Fact]
    public async Task Two_results_are_judged_as_the_command_below_them_judges()
    {
        await using Served served = await Served.StartAsync(results: 1);
        AddSlower(Path.Combine(served.Root, "slower"));
        using HttpClient client = await served.ClientAsync();

        string page = WebUtility.HtmlDecode(
            await client.GetStringAsync("/compare?result=slower&result=result-1", TestContext.Current.CancellationToken));
        string[] words = Regex.Match(page, "The same as: syncopate ([^<]+)<").Groups[1].Value.Trim().Split(' ');
        (int code, string output, string error) = await Tool.RunAsync(words);

        string[] marks = ["ok", "FAIL|not judged", "undecided"], chips = ["no", "yes", "cannot tell"];
        int[] printed = [.. marks.Select(mark => Regex.Count(output, $"^({mark}) ", RegexOptions.Multiline))];
        int[] shown = [.. chips.Select(chip => Regex.Count(page, $"</i> {chip}</span>"))];
        Assert.True(printed.Sum() >= 4, output + error); // Four figures of each form, where they were measured.
        Assert.Equal(printed, shown);
        Assert.Equal(printed[1] > 0 ? 3 : 0, code);
        Assert.Contains("Earlier: <a href=\"/result?result=result-1\">", page, StringComparison.Ordinal); // Whatever was marked first.
    }

    /// <summary>A later result whose awaiting form takes twice as long.</summary>
    private static void AddSlower(string folder)
    {
        Directory.CreateDirectory(folder);
        using (JournalWriter journal = JournalWriter.Create(folder))
        {
            IEnumerable<Slot> slots = Journals.Rounds(
                8, (Form.Sync, [200, 200, 400, 400, 600]), (Form.Async, [400, 400, 400, 400, 400]));
            foreach (JournalRecord record in Journals.Run(Journals.TwoForms, slots).Records)
            {
                journal.Append(record is RunHeader header
                    ? header with { StartedUtc = header.StartedUtc.AddHours(9) }
                    : record);
            }
        }

        ReportFolder.Write(folder);
    }

    private static string Ratio(string sentence) => Regex.Match(sentence, "[0-9.]+ times").Value;
}
