using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Syncopate.Journaling;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Reporting;

namespace Syncopate.Live.Tests;

/// <summary>The real <c>syncopate serve</c> on a folder of its own; with results in it where they are wanted.</summary>
internal sealed class Served : IAsyncDisposable
{
    private readonly DirectoryInfo _folder;
    private Tool _tool;

    private Served(DirectoryInfo folder, Tool tool, Uri address)
    {
        _folder = folder;
        _tool = tool;
        Entrance = address;
    }

    /// <summary>The address that was printed, with its token.</summary>
    public Uri Entrance { get; private set; }

    /// <summary>Scheme, host and port.</summary>
    public string Site => Entrance.GetLeftPart(UriPartial.Authority);

    /// <summary>The folder of the results.</summary>
    public string Root => Path.Combine(_folder.FullName, "out");

    /// <summary>The process of the server.</summary>
    public int ProcessId => _tool.ProcessId;

    /// <summary>Starts it.</summary>
    /// <param name="results">How many results are there already, the newest last: "result-1", "result-2".</param>
    public static async Task<Served> StartAsync(int results)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("syncopate-serve-");
        for (int i = 1; i <= results; i++)
            AddResult(Path.Combine(folder.FullName, "out"), i);
        (Tool tool, Uri address) = await RunAsync(folder, "0");
        return new Served(folder, tool, address);
    }

    /// <summary>Kills the server by kill -9 and starts another at the same port.</summary>
    public async Task RestartAsync()
    {
        _tool.Signal("KILL");
        await _tool.ExitAsync();
        (_tool, Entrance) = await RunAsync(_folder, Entrance.Port.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>A tab that has been let in, on a page.</summary>
    public async Task<Tab> OpenAsync(Browser browser, string path)
    {
        Tab tab = await browser.OpenAsync();
        await EnterAsync(tab.Page, path);
        return tab;
    }

    /// <summary>Lets a tab in.</summary>
    public async Task EnterAsync(IPage page, string path)
    {
        // A page of its own, which begins nothing: the first page may start the demonstration.
        await page.GotoAsync(new Uri(Entrance, "/results" + Entrance.Query).AbsoluteUri);
        if (path != "/results")
            await page.GotoAsync(Site + path);
    }

    /// <summary>An HTTP client that has been let in, and follows nothing.</summary>
    public async Task<HttpClient> ClientAsync()
    {
        HttpClient client = new(new HttpClientHandler { AllowAutoRedirect = false }) { BaseAddress = new Uri(Site) };
        using HttpResponseMessage let = await client.GetAsync(Entrance);
        return client;
    }

    /// <summary>Sends a form as the pages do: with the key of this start.</summary>
    public static async Task<HttpResponseMessage> PostAsync(
        HttpClient client, string path, params (string Name, string Value)[] fields)
    {
        string page = await client.GetStringAsync("/start");
        string key = Regex.Match(page, "name=\"key\" value=\"([0-9a-f]+)\"").Groups[1].Value;
        return await client.PostAsync(path, new FormUrlEncodedContent(
            [new("key", key), .. fields.Select(field => new KeyValuePair<string, string>(field.Name, field.Value))]));
    }

    public async ValueTask DisposeAsync()
    {
        _tool.Signal("TERM");
        await _tool.ExitAsync();
        await _tool.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    private static async Task<(Tool Tool, Uri Address)> RunAsync(DirectoryInfo folder, string port)
    {
        Tool tool = Tool.StartIn(folder.FullName, "serve", "--port", port, "--out", Path.Combine(folder.FullName, "out"));
        await tool.SeeAsync("Syncopate is at ");
        return (tool, new Uri(tool.Output.Split("Syncopate is at ")[1].Split('\n')[0].Trim()));
    }

    /// <summary>A finished run of eight rounds with all of its requests: five users, of whom the blocking form
    /// serves two at a time.</summary>
    private static void AddResult(string root, int number)
    {
        string folder = Path.Combine(root, string.Create(CultureInfo.InvariantCulture, $"result-{number}"));
        Directory.CreateDirectory(folder);
        using (JournalWriter journal = JournalWriter.Create(folder))
        {
            IEnumerable<JournalRecord> records = Journals.Run(
                Journals.TwoForms,
                Journals.Rounds(8, (Form.Sync, [200, 200, 400, 400, 600]), (Form.Async, [200 + number, 200, 200, 200, 200]))
                    .Select(WithRequests)).Records;
            foreach (JournalRecord record in records)
                journal.Append(record is RunHeader header ? header with { StartedUtc = header.StartedUtc.AddHours(number) } : record);
        }

        ReportFolder.Write(folder);
    }

    private static Slot WithRequests(Slot slot) => slot with
    {
        Users = 5,
        Traces = slot.Form == Form.Sync ? Journals.Requests(0, 0, 200, 200, 400) : Journals.Requests(0, 0, 0, 0, 0),
        Pool = [new PoolSample(0, 3, 2, 30, 0, slot.Form == Form.Sync ? 3 : 0, 0),
            new PoolSample(300_000_000, 4, 2, 30, 0, slot.Form == Form.Sync ? 1 : 0, 2)],
    };
}
