using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Syncopate.Live.Serving;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>The pages in a real browser.</summary>
[Trait("Judges", "behaviour")]
public sealed class PageLooks(ServedWithResults fixture, Browser browser) : IClassFixture<ServedWithResults>
{
    private static readonly (int Width, ColorScheme Colours)[] Views =
        [(1280, ColorScheme.Light), (1280, ColorScheme.Dark), (320, ColorScheme.Dark), (320, ColorScheme.Light), (3840, ColorScheme.Light)];

    // What a page finds that asks for a page of ours: with its text, without it, and as a script.
    private const string Reads = """
        async site => {
            const ask = mode => fetch(`${site}/results`, { mode, credentials: 'include' })
                .then(() => 'answered', () => 'refused');
            const load = new Promise(done => {
                const script = Object.assign(document.createElement('script'), { src: `${site}/assets/theme.js` });
                script.onload = () => done('answered');
                script.onerror = () => done('refused');
                document.head.append(script);
            });
            return [await ask('cors'), await ask('no-cors'), await load];
        }
        """;

    private const string Posts = """
        site => {
            const form = Object.assign(document.createElement('form'), { action: `${site}/delete`, method: 'post' });
            form.append(Object.assign(document.createElement('input'), { name: 'result', value: 'result-1' }));
            document.body.append(form);
            form.submit();
        }
        """;

    private Served Served => fixture.Served;

    public static TheoryData<string> Pages =>
        ["/race", "/results", "/result?result=result-1", "/delete?result=result-1", "/compare?result=result-1&result=result-2", "/plan",
            "/start", "/replay?result=result-1", "/watch"];

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task A_page_fits_and_can_be_read_on_a_desk_and_on_a_telephone_by_day_and_by_night(string path)
    {
        await using Tab tab = await Served.OpenAsync(browser, path);

        await FitsAndCanBeReadAsync(tab);

        Assert.Empty(await tab.Page.EvaluateAsync<string[]>("[...document.querySelectorAll('[role=img]:not([aria-label]), "
            + "button:not([aria-label]):empty')].map(e => e.outerHTML)"));
        Assert.Empty(tab.Complaints);
    }

    /// <summary>Looks at a page in every view.</summary>
    internal static Task FitsAndCanBeReadAsync(Tab tab) => tab.FitsAndCanBeReadAsync(Views);

    [Fact]
    public async Task A_page_on_disk_leads_in_as_open_does_and_the_cookie_is_kept()
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("syncopate-door-");
        string door = Path.Combine(folder.FullName, "open.html");
        await File.WriteAllTextAsync(door, $"<!doctype html><meta http-equiv=\"refresh\" content=\"0;url={Served.Entrance.AbsoluteUri}\">",
            TestContext.Current.CancellationToken);
        await using Tab tab = await browser.OpenAsync();

        // It leaves at once: who waits until it is loaded may wait for a page that is gone.
        await tab.Page.GotoAsync(new Uri(door).AbsoluteUri, new() { WaitUntil = WaitUntilState.Commit });

        await Expect(tab.Page).ToHaveURLAsync(Served.Site + "/race");
        await Expect(tab.Page.GetByRole(AriaRole.Button, new() { Name = "Begin" })).ToBeVisibleAsync();
        folder.Delete(recursive: true);
    }

    [Fact]
    public async Task The_back_button_and_a_deep_link_lead_where_they_say()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/results");
        await tab.Page.Locator("ul.results a").First.ClickAsync();
        await Expect(tab.Page).ToHaveURLAsync(new Regex(@"/result\?result="));
        string deep = tab.Page.Url;
        await tab.Page.GetByRole(AriaRole.Link, new() { Name = "Plan" }).ClickAsync();
        await Expect(tab.Page).ToHaveURLAsync(new Regex("/plan"));

        await tab.Page.GoBackAsync();

        await Expect(tab.Page).ToHaveURLAsync(deep);
        await Expect(tab.Page.Locator("h2", new() { HasText = "Files" })).ToBeVisibleAsync();
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task The_report_is_shown_as_it_is_and_cannot_reach_the_page_that_shows_it()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/report?result=result-1");

        await Expect(tab.Page.Locator("#report-tools")).ToBeVisibleAsync(); // Its own script has run.

        Assert.Equal("null", await tab.Page.EvaluateAsync<string>("origin"));
        await Assert.ThrowsAsync<PlaywrightException>(() => tab.Page.EvaluateAsync("localStorage.length"));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_file_is_downloaded_whole()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/result?result=result-2");

        IDownload download = await tab.Page.RunAndWaitForDownloadAsync(() => tab.Page
            .GetByRole(AriaRole.Link, new() { Name = "run.jsonl" }).ClickAsync());

        Assert.Equal(await File.ReadAllBytesAsync(Path.Combine(Served.Root, "result-2", "run.jsonl"),
            TestContext.Current.CancellationToken), await File.ReadAllBytesAsync(await download.PathAsync(),
            TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_result_is_kept_or_deleted_as_the_question_is_answered()
    {
        string folder = Directory.CreateDirectory(Path.Combine(Served.Root, "doomed")).FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, "run.jsonl"), "", TestContext.Current.CancellationToken);
        await using Tab tab = await Served.OpenAsync(browser, "/result?result=doomed");
        ILocator delete = tab.Page.GetByRole(AriaRole.Link, new() { Name = "Delete…" });

        await delete.ClickAsync();
        await Expect(tab.Page.Locator("h1")).ToHaveTextAsync("Delete doomed?");
        await tab.Page.GetByRole(AriaRole.Link, new() { Name = "Keep it" }).ClickAsync();
        await Expect(tab.Page).ToHaveURLAsync(Served.Site + "/result?result=doomed");
        Assert.True(Directory.Exists(folder));
        await delete.ClickAsync();
        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Delete it" }).ClickAsync();

        await Expect(tab.Page).ToHaveURLAsync(Served.Site + "/results");
        await Expect(tab.Page.Locator("ul.results")).Not.ToContainTextAsync("doomed");
        Assert.False(Directory.Exists(folder));
        Assert.Empty(tab.Complaints);
    }

    /// <summary>Browsers do not separate cookies by port: what another server of this machine shows has ours.</summary>
    [Fact]
    public async Task A_page_at_another_port_in_the_same_browser_reads_nothing_and_deletes_nothing()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/results");
        await tab.Page.RouteAsync("http://127.0.0.1:9999/**",
            route => route.FulfillAsync(new() { ContentType = "text/html", Body = "<!doctype html><title>Another</title>" }));
        await tab.Page.GotoAsync("http://127.0.0.1:9999/");

        string[] read = await tab.Page.EvaluateAsync<string[]>(Reads, Served.Site);
        IResponse deleted = await tab.Page.RunAndWaitForResponseAsync(() => tab.Page.EvaluateAsync(Posts, Served.Site), "**/delete");

        Assert.Equal(["refused", "refused", "refused"], read);
        Assert.Equal(403, deleted.Status);
        Assert.True(Directory.Exists(Path.Combine(Served.Root, "result-1")));
    }

    [Fact]
    public async Task The_trend_over_all_results_is_a_page_that_cannot_reach_the_others()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/results");

        await tab.Page.GetByRole(AriaRole.Link, new() { Name = "Trend over all of them" }).ClickAsync();

        await Expect(tab.Page).ToHaveURLAsync(Served.Site + "/trend");
        await Expect(tab.Page.Locator("#report-verdict")).Not.ToBeEmptyAsync();
        Assert.Equal("null", await tab.Page.EvaluateAsync<string>("origin"));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_slider_of_the_plan_changes_the_answer_its_address_and_the_equal_command()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/plan?cores=4&users=8&cpu=2&wait=200");
        string before = await tab.Page.Locator("#answer > .answer").InnerTextAsync();

        await tab.Page.GetByLabel("Users, each").FocusAsync();
        await tab.Page.Keyboard.PressAsync("End");

        await Expect(tab.Page.Locator("#plan-figures code"))
            .ToHaveTextAsync("syncopate plan --cpu 2ms --wait 200ms --users 500 --cores 4 --forms sync --forms async");
        await Expect(tab.Page.Locator("#answer > .answer")).Not.ToHaveTextAsync(before);
        await Expect(tab.Page.Locator("#answer h3"))
            .ToHaveTextAsync(["Requests per second", "Threads of the pool, at the end", "99th percentile, ms"]);
        await Expect(tab.Page.Locator("#answer circle.onset.sync").First).ToBeVisibleAsync();
        await Expect(tab.Page).ToHaveURLAsync(new Regex(@"/plan\?cores=4&users=500&cpu=2&wait=200$"));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task The_sentence_of_a_plan_is_heard_without_its_charts()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/plan?cores=4&users=8&cpu=2&wait=200");

        await tab.Page.GetByLabel("Users, each").FocusAsync();
        await tab.Page.Keyboard.PressAsync("End");

        await Expect(tab.Page.Locator("#said")).Not.ToBeEmptyAsync();
        Assert.Equal(await tab.Page.Locator("#answer > .answer").InnerTextAsync(), await tab.Page.Locator("#said").TextContentAsync());
        Assert.Equal(0, await tab.Page.Locator("#answer[aria-live]").CountAsync());
    }

    [Fact]
    public async Task The_first_screen_with_a_result_moves_and_its_form_is_judged_by_the_command()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/race");
        await Expect(tab.Page.Locator(".chip", new() { HasText = "Replay" })).ToBeVisibleAsync();
        await Expect(tab.Page.Locator(".lane h3")).ToHaveCountAsync(2);

        await tab.Page.Locator("[name=a]").FillAsync("http://localhost:1/alone");

        await Expect(tab.Page.Locator("#wrong")).ToContainTextAsync("'http://localhost:1/alone' cannot be raced.");
        await Expect(tab.Page.Locator("#begin")).ToBeDisabledAsync();
        await tab.Page.Locator("[name=a]").FillAsync("");
        await Expect(tab.Page.Locator("#begin")).ToBeEnabledAsync();
        await tab.Page.GetByLabel("Users at once").FillAsync("201");
        await Expect(tab.Page.Locator("#wrong")).ToContainTextAsync("--users takes a whole number from 1 to 200; found '201'.");
        await Expect(tab.Page.Locator("#begin")).ToBeDisabledAsync();
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task The_form_has_every_option_of_the_command_and_no_other_and_speaks_its_words()
    {
        (int _, string help, string _) = await Tool.RunAsync("compare", "--help");
        string[] options = [.. Regex.Matches(help, @"^ +(?:-\w, )?(--[a-z0-9-]+)",
            RegexOptions.Multiline).Select(m => m.Groups[1].Value)
            .Except(["--help", "--out", "--json", "--open", "--resume", "--debug"])];
        await using Tab tab = await Served.OpenAsync(browser, "/start");

        Assert.True(options.Length > 25, help);
        string[] fields = await tab.Page.EvaluateAsync<string[]>("[...document.querySelectorAll('[name^=\"--\"]')].map(e => e.name)");
        Assert.Equal(options.Order(StringComparer.Ordinal), fields.Order(StringComparer.Ordinal));

        await tab.Page.Locator("[name=argument1]").FillAsync("http://localhost:1/a");
        await tab.Page.Locator("[name=argument2]").FillAsync("http://localhost:1/b");
        await tab.Page.Locator("[name='--users']").FillAsync("zero");
        (int code, string _, string said) = await Tool.RunAsync("compare", "http://localhost:1/a", "http://localhost:1/b", "--users",
            "zero");

        Assert.Equal(2, code);
        await Expect(tab.Page.Locator("#wrong")).ToHaveTextAsync(said.Replace("error: ", "", StringComparison.Ordinal).Trim());
        await Expect(tab.Page.Locator("#line")).ToHaveTextAsync("syncopate compare http://localhost:1/a http://localhost:1/b --users zero");
        await Expect(tab.Page.Locator("#begin")).ToBeDisabledAsync();

        await tab.Page.Locator("[name='--users']").FillAsync("7");

        await Expect(tab.Page.Locator("#wrong")).ToBeEmptyAsync();
        await Expect(tab.Page.Locator("#begin")).ToBeEnabledAsync();
        Assert.Empty(tab.Complaints);
    }

    /// <summary>The line of the command grew while the button was held down, which moved away, and nothing began.</summary>
    [Fact]
    public async Task A_click_is_not_lost_where_the_command_grows_above_it()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/start");
        await FillAsync(tab.Page);
        await tab.Page.EvaluateAsync("""
            () => document.querySelector('[data-check]').addEventListener('submit', event => {
                event.preventDefault();
                document.title = 'Begun';
            })
            """);
        await tab.Page.Locator("#begin").HoverAsync();
        await tab.Page.Mouse.DownAsync();

        IResponse told = await tab.Page.RunAndWaitForResponseAsync(
            () => tab.Page.EvaluateAsync("""
                () => {
                    const body = document.querySelector("[name='--body']");
                    body.value = 'word '.repeat(400);
                    body.dispatchEvent(new Event('input', { bubbles: true }));
                }
                """),
            "**/start/check");
        await told.FinishedAsync();
        await tab.TwoFramesAsync();
        await tab.Page.Mouse.UpAsync();

        await Expect(tab.Page).ToHaveTitleAsync("Begun");
        await Expect(tab.Page.Locator("#line")).ToContainTextAsync("word word");
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task The_equal_command_is_copied_as_it_is_shown()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/start");
        await tab.Page.Context.GrantPermissionsAsync(["clipboard-read", "clipboard-write"]);
        string line = await FillAsync(tab.Page);
        // The button says so for a moment only: what it says first is kept.
        await tab.Page.EvaluateAsync("""
            () => {
                const button = document.getElementById('copy');
                window.said = new Promise(done =>
                    new MutationObserver(() => done(button.textContent)).observe(button, { childList: true }));
            }
            """);

        await tab.Page.Locator("#copy").ClickAsync();

        Assert.Equal("Copied", await tab.Page.EvaluateAsync<string>("said"));
        Assert.Equal(line, await tab.Page.EvaluateAsync<string>("navigator.clipboard.readText()"));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task Where_the_clipboard_is_refused_the_equal_command_is_marked()
    {
        await using Tab tab = await browser.OpenAsync();
        await tab.Page.AddInitScriptAsync("Object.defineProperty(navigator, 'clipboard', { value: undefined });");
        await Served.EnterAsync(tab.Page, "/start");
        string line = await FillAsync(tab.Page);

        await tab.Page.Locator("#copy").ClickAsync();

        Assert.Equal(line, (await tab.Page.EvaluateAsync<string>("getSelection().toString()")).Trim());
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_plan_says_that_its_server_is_out_of_reach_and_answers_when_it_is_not()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/plan?cores=4&users=8&cpu=2&wait=200");
        await tab.Page.GetByLabel("Users, each").FocusAsync();

        await tab.Page.Context.SetOfflineAsync(true);
        await tab.Page.Keyboard.PressAsync("End");
        await Expect(tab.Page.Locator("#answer")).ToHaveTextAsync("The server does not answer.");
        await tab.Page.Context.SetOfflineAsync(false);
        await tab.Page.Keyboard.PressAsync("Home");

        await Expect(tab.Page.Locator("#plan-figures code")).ToContainTextAsync(" --users 1 ");
    }

    [Fact]
    public async Task A_replay_says_that_it_is_one_and_comes_to_the_verdict_of_the_report()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/replay?result=result-1");
        await Expect(tab.Page.Locator(".chip", new() { HasText = "Replay" })).ToBeVisibleAsync();
        await Expect(tab.Page.Locator(".lane h3")).ToHaveCountAsync(2);

        await tab.Page.Locator("#speed").SelectOptionAsync("16");

        await Expect(tab.Page.Locator("#verdict")).ToContainTextAsync("times faster than sync");
        await Expect(tab.Page.Locator("#verdict")).ToContainTextAsync("Decided after");
        await Expect(tab.Page.Locator(".lane header small").First)
            .ToHaveTextAsync(new Regex("replay|last turn"));
        Assert.Empty(tab.Complaints);
    }

    [Theory]
    [InlineData("result-1", true)]
    [InlineData("loaded", false)]
    public async Task A_replay_is_offered_of_what_has_turns(string result, bool isOffered)
    {
        string folder = Directory.CreateDirectory(Path.Combine(Served.Root, "loaded")).FullName;
        foreach (string file in new[] { "run.jsonl", "load.hlog" })
            await File.WriteAllTextAsync(Path.Combine(folder, file), "", TestContext.Current.CancellationToken);
        using HttpClient client = await Served.ClientAsync();

        string page = await client.GetStringAsync("/result?result=" + result, TestContext.Current.CancellationToken);

        Assert.Equal(isOffered, page.Contains("Replay it from its journal", StringComparison.Ordinal));
        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void All_scripts_together_are_small()
    {
        System.Reflection.Assembly assembly = typeof(LiveServer).Assembly;
        long bytes = assembly.GetManifestResourceNames().Where(n => n.EndsWith(".js", StringComparison.Ordinal)).Sum(n =>
            assembly.GetManifestResourceStream(n)?.Length ?? 0);

        Assert.InRange(bytes, 1_000, 30 * 1024);
    }

    /// <summary>Fills in two addresses, one of which a shell would take apart.</summary>
    /// <returns>The command that the form shows then.</returns>
    private static async Task<string> FillAsync(IPage page)
    {
        await page.Locator("[name=argument1]").FillAsync("http://localhost:1/a?x=1&y=2");
        await page.Locator("[name=argument2]").FillAsync("http://localhost:1/b");
        await Expect(page.Locator("#line")).ToContainTextAsync(" http://localhost:1/b");
        return await page.Locator("#line").InnerTextAsync();
    }
}
