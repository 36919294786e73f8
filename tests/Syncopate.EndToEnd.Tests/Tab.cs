using Microsoft.Playwright;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>A tab of the browser that writes down whatever a visitor's browser would complain about.</summary>
public sealed class Tab : IAsyncDisposable
{
    private readonly IBrowserContext _context;
    private readonly List<string> _complaints = [];

    internal Tab(IBrowserContext context, IPage page)
    {
        _context = context;
        Page = page;
        page.Console += (_, message) => Note(message.Type == "error", $"console: {message.Text}");
        page.PageError += (_, error) => Note(true, $"script: {error}");
        page.Request += (_, request) => Note(IsForeign(request), $"foreign request: {request.Url}");
    }

    /// <summary>The page, to look at and act on.</summary>
    public IPage Page { get; }

    /// <summary>Errors on the console and in scripts, and requests to any other origin than the page's; empty when all is well.</summary>
    public IReadOnlyList<string> Complaints
    {
        get
        {
            lock (_complaints)
                return [.. _complaints];
        }
    }

    /// <summary>By how many pixels the page can be scrolled sideways; 0 when it fits.</summary>
    public async Task<int> SidewaysScrollAsync()
    {
        await Page.WaitForLoadStateAsync(); // Until its styles are there.
        return await Page.EvaluateAsync<int>(
            "(page => page.scrollWidth - Math.round(page.getBoundingClientRect().width))(document.documentElement)");
    }

    /// <summary>Waits for two frames: what the page was given before is shown then. The first may have been under way.</summary>
    public Task TwoFramesAsync() =>
        Page.EvaluateAsync("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");

    /// <summary>The texts whose contrast to the ground is below 4.5:1, with the ratio; empty when all can be read.</summary>
    public async Task<IReadOnlyList<string>> FaintTextsAsync()
    {
        await Page.WaitForLoadStateAsync();
        return await Page.EvaluateAsync<string[]>(Contrast.Script);
    }

    /// <summary>Expects that the page as it is now fits in each view, and that all its text can be read there.</summary>
    /// <param name="views">Widths in pixels, and what the visitor's system prefers.</param>
    public async Task FitsAndCanBeReadAsync(params (int Width, ColorScheme Colours)[] views)
    {
        foreach ((int width, ColorScheme colours) in views)
        {
            await Page.SetViewportSizeAsync(width, 900);
            await Page.EmulateMediaAsync(new() { ColorScheme = colours });

            Assert.Equal((width, 0), (width, await SidewaysScrollAsync()));
            Assert.Empty(await FaintTextsAsync());
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _context.DisposeAsync();

    // What the page's own address does not begin with; a page from disk may ask for nothing, and data: goes nowhere.
    private bool IsForeign(IRequest request)
    {
        if (request.IsNavigationRequest || request.Url.StartsWith("data:", StringComparison.Ordinal))
            return false;

        return new Uri(request.Url).GetLeftPart(UriPartial.Authority) != new Uri(Page.Url).GetLeftPart(UriPartial.Authority);
    }

    private void Note(bool isBad, string complaint)
    {
        if (!isBad)
            return;

        lock (_complaints)
            _complaints.Add(complaint);
    }
}
