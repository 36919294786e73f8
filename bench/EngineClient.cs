using System.Diagnostics;
using System.Globalization;
using Syncopate.Load;
using Syncopate.Load.Client;
using Syncopate.Load.Engines;

namespace Syncopate.Bench;

/// <summary>An engine of ours in a process of its own, which stays for all slots: what it does first is compile its code.</summary>
internal sealed class EngineClient : IDisposable
{
    public const string Argument = "engine";

    private readonly string _name;
    private readonly Process _process;

    public EngineClient(string name)
    {
        _name = name;
        _process = BenchProcess.StartSelf(BenchProcess.ClientCore, Argument, name);
    }

    /// <summary>What the process does: a load for each line of users, seconds and address, and its figures as a line.</summary>
    public static async Task RunAsync(string name)
    {
        while (await Console.In.ReadLineAsync() is { } line)
        {
            string[] words = line.Split(' ');
            Uri page = new(words[2]);
            HttpTarget target = new(new Uri(page, "/"));
            LoadOptions options = new() { Threads = 1 };
            using ILoadEngine engine = name == "HttpClient" ? new HttpClientEngine(target, options) : LoadEngine.Open(target, options);
            LoadShape shape = new UsersForTime(int.Parse(words[0], CultureInfo.InvariantCulture), TimeSpan.FromSeconds(int.Parse(words[1], CultureInfo.InvariantCulture)));
            LoadResult result = await engine.RunAsync(new LoadRequest(page.PathAndQuery, shape));
            double seconds = Stopwatch.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp).TotalSeconds;
            string errors = string.Join(", ", result.Errors);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{result.Count / seconds} {result.GeneratorCpuNanoseconds / 1e3 / result.Count} {result.LatencySumNanoseconds / 1e6 / result.Count} {errors}"));
        }
    }

    public LoadClient ToClient() => new(_name, DriveAsync);

    private async Task<LoadSlot> DriveAsync(Uri page, int users, int seconds)
    {
        await _process.StandardInput.WriteLineAsync($"{users} {seconds} {page}");
        string line = await _process.StandardOutput.ReadLineAsync() ?? "ended";
        return line.Split(' ', 4) is [var rate, var cpu, var mean, ""]
            ? new LoadSlot(double.Parse(rate, CultureInfo.InvariantCulture), double.Parse(cpu, CultureInfo.InvariantCulture), double.Parse(mean, CultureInfo.InvariantCulture))
            : throw new InvalidOperationException($"The engine failed: {line}");
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}
