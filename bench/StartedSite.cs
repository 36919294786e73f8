using System.Diagnostics;
using System.Globalization;
using Syncopate.Load;
using Syncopate.Running.Machines;

namespace Syncopate.Bench;

/// <summary>A sample site as the tool starts it, with the monitor of a build of the tool inside.</summary>
internal sealed class StartedSite : IDisposable
{
    private const string Mark = "Now listening on: ";

    private readonly Process _process;

    private StartedSite(Process process, HttpTarget target) => (_process, Target) = (process, target);

    public HttpTarget Target { get; }

    /// <summary>Processor time of all its threads since its start.</summary>
    public double CpuMilliseconds => ProcessCpu.Nanoseconds(_process.Id) / 1e6 ?? throw new InvalidOperationException("This system does not tell the processor time of another process: run it on Linux.");

    /// <summary>Starts it and returns when it listens.</summary>
    /// <param name="tool">Folder of a built tool, which holds samples and the start-up hook.</param>
    /// <param name="monitors">What its monitor connects to.</param>
    public static async Task<StartedSite> StartAsync(string tool, MonitorListener monitors)
    {
        tool = Path.GetFullPath(tool);
        string folder = Path.Combine(tool, "samples", "SampleSite");
        ProcessStartInfo start = new("dotnet", [Path.Combine(folder, "SampleSite.dll"), "--urls", "http://127.0.0.1:0"]) { RedirectStandardOutput = true, WorkingDirectory = folder };
        monitors.Expect(start.Environment);
        string agent = Path.Combine(tool, "Syncopate.Agent.dll");
        start.Environment["DOTNET_STARTUP_HOOKS"] = File.Exists(agent) ? agent : Path.Combine(tool, "Syncopate.dll"); // Of an older build the latter.
        start.Environment["Database__Open"] = "when-asked";
        start.Environment["ASPNETCORE_ENVIRONMENT"] = "Production";
        Process process = Process.Start(start)!; // Never null: no shell is involved.
        while (await process.StandardOutput.ReadLineAsync() is { } line)
        {
            if (line.IndexOf(Mark, StringComparison.Ordinal) is var at and >= 0)
            {
                _ = process.StandardOutput.ReadToEndAsync(); // It must not wait for a reader.
                return new StartedSite(process, new HttpTarget(new Uri(line[(at + Mark.Length)..])));
            }
        }

        throw new InvalidOperationException($"The site of {tool} ended before it listened.");
    }

    /// <summary>Megabytes that it holds: in all, and those that no other process shares.</summary>
    public (double Resident, double Private) Memory()
    {
        Dictionary<string, double> status = File.ReadLines($"/proc/{_process.Id}/status").Where(line => line.StartsWith("VmRSS", StringComparison.Ordinal) || line.StartsWith("Rss", StringComparison.Ordinal))
            .Select(line => line.Split([':', ' ', '\t'], StringSplitOptions.RemoveEmptyEntries)).ToDictionary(words => words[0], words => double.Parse(words[1], CultureInfo.InvariantCulture) * 1024 / 1e6);
        return (status["VmRSS"], status["RssAnon"] + status["RssShmem"]);
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }
}
