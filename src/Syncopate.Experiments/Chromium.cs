using System.Diagnostics;
using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Units;

namespace Syncopate.Experiments;

/// <summary>A real browser, which opens a page with an empty profile and reports where the page's time went.</summary>
internal sealed partial class Chromium
{
    /// <summary>Environment variable that names the program, or "none" where none may be used.</summary>
    public const string Variable = "SYNCOPATE_CHROMIUM";

    /// <summary>What to say to a user who has none.</summary>
    public const string HowToGet = "Install Chromium or Chrome (Debian: apt-get install chromium), or name the program in "
        + Variable + ".";

    private static readonly string[] Names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    private readonly string _program;

    private Chromium(string program) => _program = program;

    /// <summary>The program that the environment names, else the first on the PATH; null when there is none.</summary>
    public static Chromium? Find()
    {
        string? named = Environment.GetEnvironmentVariable(Variable);
        if (!string.IsNullOrEmpty(named))
            return File.Exists(named) ? new Chromium(named) : null;
        string? program = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .SelectMany(folder => Names.Select(name => Path.Combine(folder, name)))
            .FirstOrDefault(File.Exists);
        return program is null ? null : new Chromium(program);
    }

    /// <summary>Opens a page as a first visit does, and reads what the page's own script has measured.</summary>
    /// <param name="page">A page of the site with the element #page-timing.</param>
    /// <param name="cancellationToken">Ends the browser.</param>
    /// <exception cref="TargetFailedException">The browser could not be used, or the page said nothing.</exception>
    public async Task<SlotWork> OpenAsync(Uri page, CancellationToken cancellationToken)
    {
        string profile = Directory.CreateTempSubdirectory("syncopate-browser-").FullName;
        try
        {
            return Read(await DumpAsync(page, profile, cancellationToken), page);
        }
        finally
        {
            Remove(profile);
        }
    }

    /// <summary>Reads the page as the browser has it when it is loaded.</summary>
    internal static SlotWork Read(string document, Uri page)
    {
        Match timing = PageTiming().Match(document);
        if (!timing.Success)
        {
            throw new TargetFailedException(
                $"The browser opened {page} and found no timing in it. Open that page in a browser to see what is wrong.");
        }

        using JsonDocument json = JsonDocument.Parse(WebUtility.HtmlDecode(timing.Groups[1].Value));
        double Part(string name) => Math.Max(0, json.RootElement.GetProperty(name).GetDouble());
        long total = Math.Max(1, (long)Nanoseconds.FromMilliseconds(Part("total")));
        return new SlotWork([total], new Dictionary<string, double>(StringComparer.Ordinal)
        {
            ["databaseMilliseconds"] = Part("database"),
            ["serverMilliseconds"] = Math.Max(0, Part("server") - Part("database")),
            ["connectionMilliseconds"] = Part("connection"),
            ["transferMilliseconds"] = Part("transfer"),
            ["otherFilesMilliseconds"] = Part("files"),
        });
    }

    private async Task<string> DumpAsync(Uri page, string profile, CancellationToken cancellationToken)
    {
        using CancellationTokenSource timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using CancellationTokenSource late = new(Timeout, TimeProvider.System);
        using CancellationTokenRegistration end = late.Token.Register(timeout.Cancel);
        using Process browser = Start(page, profile);
        try
        {
            Task<string> errors = browser.StandardError.ReadToEndAsync(timeout.Token);
            string document = await browser.StandardOutput.ReadToEndAsync(timeout.Token);
            await errors;
            await browser.WaitForExitAsync(timeout.Token);
            return document;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TargetFailedException(FormattableString.Invariant(
                $"The browser {_program} did not finish {page} within {Timeout.TotalSeconds:0} s. {HowToGet}"));
        }
        finally
        {
            if (!browser.HasExited)
                browser.Kill(entireProcessTree: true);
        }
    }

    private Process Start(Uri page, string profile)
    {
        // Nothing but the page goes over the network. The sandbox needs rights that a container's root has not; the page is our own.
        string[] options =
        [
            "--headless",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--user-data-dir=" + profile, .. Environment.IsPrivilegedProcess ? new[] { "--no-sandbox" } : [], "--dump-dom", page.ToString(),
        ];
        try
        {
            return Process.Start(new ProcessStartInfo(_program, options) { RedirectStandardOutput = true, RedirectStandardError = true })
                ?? throw new TargetFailedException($"The browser {_program} could not be started. {HowToGet}");
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            throw new TargetFailedException($"The browser {_program} could not be started: {e.Message}. {HowToGet}");
        }
    }

    private static void Remove(string profile)
    {
        try
        {
            Directory.Delete(profile, recursive: true);
        }
        catch (IOException)
        {
            // A helper of the browser still writes its last file; the system empties the folder of temporary files.
        }
    }

    [GeneratedRegex("id=\"page-timing\"[^>]*data-timing=\"([^\"]*)\"")]
    private static partial Regex PageTiming();
}
