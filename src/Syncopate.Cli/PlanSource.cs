using Syncopate.Capacity;
using Syncopate.Measuring;
using Syncopate.Reporting;

namespace Syncopate.Cli;

/// <summary>Where a plan's requests come from when they are not on the line: a scenario, or a run.</summary>
internal static class PlanSource
{
    // What the server takes around the code of a request is in its processor time, and simulated besides.
    private static readonly double OfServer = 1_000 * PoolConstants.Net10.RequestCpuSeconds;

    /// <summary>Reads a scenario, or the folder of a run as one: each of its experiments a kind of request.</summary>
    /// <exception cref="UsageException">It is neither.</exception>
    public static PlanFile Read(string name)
    {
        try
        {
            PlanFile file = Directory.Exists(name) ? OfRun(name) : PlanFile.Parse(IsYaml(name) ? PlanYaml.ToJson(File.ReadAllText(name)) : File.ReadAllText(name));
            _ = file.Kinds(); // What no kind of request can be is told with the file's name.
            return file;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or JournalException)
        {
            throw new UsageException($"Cannot read the scenario '{name}': {UsageException.Sentence(e).TrimEnd('.')}.");
        }
    }

    private static bool IsYaml(string name) => Path.GetExtension(name).ToLowerInvariant() is ".yaml" or ".yml";

    /// <summary>CPU a request as the server's monitor told it; the rest of the median is waiting. The form that queued least, which is the fastest one, tells it best.</summary>
    private static PlanFile OfRun(string folder)
    {
        ReportDocument report = ReportBuilder.Build(JournalReader.Read(Path.Combine(folder, "run.jsonl")));
        List<PlanFileEndpoint> endpoints = [];
        foreach (ExperimentReport experiment in report.Experiments)
        {
            if (experiment.Forms.Where(f => f.CpuPerRequest is not null && f.Count > 0).MinBy(f => f.P50) is { CpuPerRequest: { } cpu } form)
                endpoints.Add(new PlanFileEndpoint(experiment.Id, 1, Math.Max(0, Math.Min(cpu, form.P50) - OfServer), Math.Max(0, form.P50 - cpu)));
        }

        return endpoints.Count > 0
            ? new PlanFile { Endpoints = endpoints }
            : throw new ArgumentException("this run does not tell the processor time of a request. Run it on servers that the tool starts");
    }
}
