using System.Globalization;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;

namespace Syncopate.Acceptance;

/// <summary>A new process of the sample site with a known history, and the feed service behind it where a case needs it.</summary>
internal sealed class PlanSite : IAsyncDisposable
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    // Requests on a pool that collapses wait for minutes; that is what is measured.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    // A new process compiles its views.
    private const int FirstPages = 20;

    // What an address has room for.
    private const int Lengths = 200;

    private readonly MonitorListener _monitors;
    private readonly ServerProcess? _feeds;
    private readonly ServerProcess _site;

    private PlanSite(MonitorListener monitors, ServerProcess? feeds, ServerProcess site) => (_monitors, _feeds, _site) = (monitors, feeds, site);

    public static async Task<PlanSite> StartAsync(PlanCase entry, string folder)
    {
        MonitorListener monitors = new();
        ServerProcess? feeds = null;
        try
        {
            List<(string, string)> variables = [("Database__Open", "when-asked")];
            if (entry.IsDashboard)
            {
                feeds = await ServerProcess.StartAsync(Command("FeedService", []), 1, monitors, Path.Combine(folder, "feeds.log"), CancellationToken.None);
                variables.Add(("Feeds__Url", feeds.Address.ToString()));
            }

            if (entry.Scenario.MinimumThreads is { } minimum)
                variables.Add(("DOTNET_ThreadPool_ForceMinWorkerThreads", minimum.ToString("X", CultureInfo.InvariantCulture)));
            if (entry.Scenario.MaximumThreads < short.MaxValue)
                variables.Add(("DOTNET_ThreadPool_ForceMaxWorkerThreads", entry.Scenario.MaximumThreads.ToString("X", CultureInfo.InvariantCulture)));
            return new PlanSite(monitors, feeds, await ServerProcess.StartAsync(Command("SampleSite", variables), 2, monitors, Path.Combine(folder, "site.log"), CancellationToken.None));
        }
        catch
        {
            if (feeds is not null)
                await feeds.DisposeAsync();
            await monitors.DisposeAsync();
            throw;
        }
    }

    /// <summary>The history, then the load.</summary>
    public async Task<PlanMeasurement> MeasureAsync(PlanCase entry, int index)
    {
        using ILoadEngine engine = LoadEngine.Open(_site.Target, new LoadOptions { TotalTimeout = Timeout });
        PoolScenario scenario = entry.Scenario;
        await engine.RunAsync(new LoadRequest($"/planned/{Form(scenario.Style)}?microseconds=1&ms=0&waits=0", new UsersTimesLoops(1, scenario.WarmRequests)) { ThinkTime = TimeSpan.FromSeconds(scenario.WarmGapSeconds) });
        if (entry.IsDashboard)
            await engine.RunAsync(new LoadRequest($"/dashboard/{Form(scenario.Style)}?delay=1", new UsersTimesLoops(1, FirstPages)));
        long before = _site.CpuNanoseconds ?? 0;
        LoadResult result = await engine.RunAsync(new LoadRequest(Page(entry), scenario.Load));
        double cpu = ((_site.CpuNanoseconds ?? 0) - before) / 1e3 / Math.Max(1, result.Count);
        if (result.Failure is { } failure)
            throw new InvalidOperationException($"{entry.Name}: {failure.What}");
        return new PlanMeasurement(
            entry.Name, index, DateTimeOffset.UtcNow, result.Count, result.Errors.Values.Sum(),
            result.LatencySumNanoseconds / result.Count / 1e6, result.Latencies.ValueAtQuantile(0.5) / 1e6, result.Latencies.ValueAtQuantile(0.99) / 1e6,
            TimeProvider.System.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp).TotalSeconds, Threads(result), cpu, MachineReader.Read().LoadAverage ?? 0);
    }

    /// <summary>The word for a way of waiting in the site's paths.</summary>
    public static string Form(WaitStyle style) => style switch
    {
        WaitStyle.Blocking => "sync",
        WaitStyle.BlockingOnTask => "sync-over-async",
        WaitStyle.Awaiting => "async",
        _ => "parallel",
    };

    private static string Page(PlanCase entry)
    {
        (string form, PlannedEndpoint request) = (Form(entry.Scenario.Style), entry.Scenario.Endpoints[0]);
        FormattableString page = entry.IsDashboard
            ? $"/dashboard/{form}?delay={request.Demand.WaitSeconds * 1e3:0}"
            : (FormattableString)$"/planned/{form}?microseconds={request.Demand.CpuSeconds * 1e6:0}&ms={Milliseconds(request.Wait)}&waits={request.Waits}";
        return FormattableString.Invariant(page);
    }

    private static string Milliseconds(WaitTime wait) =>
        string.Join(',', wait.InParts(wait.Shape == WaitShape.Equal ? 1 : Lengths).Select(seconds => (seconds * 1e3).ToString("0", CultureInfo.InvariantCulture)));

    private List<int> Threads(LoadResult result)
    {
        IReadOnlyList<PoolSample> samples = _site.Pool?.Between(result.StartedTimestamp, result.EndedTimestamp) ?? [];
        List<int> threads = [];
        for (int i = 0; i < samples.Count; i++)
        {
            if (i == samples.Count - 1 || samples[i].AtNanoseconds >= threads.Count * NanosecondsPerSecond)
                threads.Add(samples[i].Threads);
        }

        return threads;
    }

    private static ServerCommand Command(string project, IEnumerable<(string Name, string Value)> variables)
    {
        string folder = Path.Combine(Path.GetDirectoryName(CompareTool.Dll)!, "samples", project); // The tool's program lies in a folder.
        return new ServerCommand(
            project, "dotnet", [Path.Combine(folder, project + ".dll"), "--urls", "http://127.0.0.1:0"], folder,
            variables.Append(("ASPNETCORE_ENVIRONMENT", "Production")).ToDictionary(v => v.Item1, v => v.Item2, StringComparer.Ordinal), EndsInOrder: true);
    }

    public async ValueTask DisposeAsync()
    {
        await _site.DisposeAsync();
        if (_feeds is not null)
            await _feeds.DisposeAsync();
        await _monitors.DisposeAsync();
    }
}
