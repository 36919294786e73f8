using Microsoft.Playwright;
using Xunit;

[assembly: AssemblyFixture(typeof(Syncopate.EndToEnd.Tests.Browser))]

namespace Syncopate.EndToEnd.Tests;

/// <summary>
/// One Chromium for all tests, started by the first that opens a tab. Any test class gets it as a constructor parameter; a test is
/// skipped where no Chromium is found.
/// </summary>
public sealed class Browser : IAsyncLifetime
{
    private static readonly string[] Names = ["chromium", "chromium-browser", "google-chrome", "chrome"];

    // Nothing but the pages under test goes over the network.
    private static readonly string[] Arguments =
        ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

    // What is expected of a page comes at once; a busy machine may let it wait.
    private const float TimeoutMilliseconds = 120_000;

    private readonly SemaphoreSlim _gate = new(1); // Guards both below.
    private IPlaywright? _driver;
    private IBrowser? _browser;

    /// <inheritdoc/>
    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    /// <summary>Opens an empty tab with a profile of its own.</summary>
    /// <param name="widthPixels">Of the page, without bars.</param>
    /// <param name="colours">What the visitor's system prefers.</param>
    /// <param name="javaScript">Whether scripts of the page may run.</param>
    public async Task<Tab> OpenAsync(int widthPixels = 1280, ColorScheme colours = ColorScheme.Light, bool javaScript = true)
    {
        IBrowser browser = await StartedAsync();
        IBrowserContext context = await browser.NewContextAsync(new()
        {
            ViewportSize = new() { Width = widthPixels, Height = 900 },
            ColorScheme = colours,
            JavaScriptEnabled = javaScript,
            ReducedMotion = ReducedMotion.Reduce,
        });

        context.SetDefaultTimeout(TimeoutMilliseconds);
        context.SetDefaultNavigationTimeout(TimeoutMilliseconds);

        return new Tab(context, await context.NewPageAsync());
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
            await _browser.DisposeAsync();
        _driver?.Dispose();
        _gate.Dispose();
    }

    private async Task<IBrowser> StartedAsync()
    {
        await _gate.WaitAsync(TestContext.Current.CancellationToken);
        try
        {
            return _browser ??= await StartAsync();
        }
        finally
        {
            _gate.Release();
        }
    }

    private async Task<IBrowser> StartAsync()
    {
        string? path = Environment.GetEnvironmentVariable("SYNCOPATE_CHROMIUM") ?? OnPath();
        Assert.SkipWhen(path is null, "No Chromium found. Put one on the PATH, or set SYNCOPATE_CHROMIUM to its path.");

        _driver ??= await Playwright.CreateAsync();
        Assertions.SetDefaultExpectTimeout(TimeoutMilliseconds);
        // The sandbox needs rights that a container's root has not; the pages are our own.
        return await _driver.Chromium.LaunchAsync(new() { ExecutablePath = path, ChromiumSandbox = false, Args = Arguments });
    }

    private static string? OnPath() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .SelectMany(folder => Names.Select(name => Path.Combine(folder, name)))
            .FirstOrDefault(File.Exists);
}
