using System.Globalization;
using Microsoft.Playwright;
using Syncopate.Watch.Tests;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>A process to be watched, a server without results, and a page of it.</summary>
internal sealed class WatchedPage : IAsyncDisposable
{
    private WatchedPage(WatchedProcess process, Served served, Tab tab) =>
        (Process, Served, Tab) = (process, served, tab);

    /// <summary>The process.</summary>
    public WatchedProcess Process { get; }

    /// <summary>The server.</summary>
    public Served Served { get; }

    /// <summary>The tab.</summary>
    public Tab Tab { get; }

    /// <summary>What is in it.</summary>
    public IPage Page => Tab.Page;

    /// <summary>The button that begins to watch the process.</summary>
    public ILocator Choice => ChoiceOf(Page, Process.ProcessId);

    /// <summary>Starts both, and opens a page.</summary>
    /// <param name="browser">The browser.</param>
    /// <param name="path">Of the page.</param>
    /// <param name="program">What the process does.</param>
    public static async Task<WatchedPage> OpenAsync(Browser browser, string path, params string[] program)
    {
        WatchedProcess process = await WatchedProcess.StartAsync(program);
        Served? served = null;
        try
        {
            served = await Served.StartAsync(results: 0);
            return new WatchedPage(process, served, await served.OpenAsync(browser, path));
        }
        catch
        {
            if (served is not null)
                await served.DisposeAsync();
            await process.DisposeAsync();
            throw;
        }
    }

    /// <summary>The button of the list that begins to watch a process.</summary>
    public static ILocator ChoiceOf(IPage page, int process)
    {
        string id = process.ToString(CultureInfo.InvariantCulture);
        return page.GetByRole(AriaRole.Row, new() { Name = $"({id})" }).GetByRole(AriaRole.Button);
    }

    /// <summary>Begins to watch the process, and waits for its first second.</summary>
    public async Task WatchAsync()
    {
        await Choice.ClickAsync();
        await SeeCourseAsync();
    }

    /// <summary>Waits for the first second of a watch.</summary>
    public Task SeeCourseAsync() => Expect(Page.Locator("#watch-course")).ToBeVisibleAsync();

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await Tab.DisposeAsync();
        await Served.DisposeAsync();
        await Process.DisposeAsync();
    }
}
