using Syncopate.Capacity;
using Syncopate.Measuring;
using Syncopate.Reporting;

namespace Syncopate.Cli;

/// <summary>Where a plan's requests come from when they are not on the line: a scenario, or a run.</summary>
internal static class PlanSource
{
    /// <summary>Reads a scenario, or the folder of a run as one: each of its experiments a kind of request.</summary>
    /// <exception cref="UsageException">It is neither.</exception>
    public static PlanFile Read(string name)
    {
        try
        {
            return Directory.Exists(name) ? OfRun(name) : PlanFile.Parse(File.ReadAllText(name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or JournalException)
        {
            throw new UsageException($"Cannot read the scenario '{name}': {e.Message.Split(" (Parameter")[0].TrimEnd('.')}.");
        }
    }

    /// <summary>CPU a request as the server's monitor told it; the rest of the median is waiting. The form that queued least, which is the fastest one, tells it best.</summary>
    private static PlanFile OfRun(string folder)
    {
        ReportDocument report = ReportBuilder.Build(JournalReader.Read(Path.Combine(folder, "run.jsonl")));
        List<PlanFileEndpoint> endpoints = [];
        foreach (ExperimentReport experiment in report.Experiments)
        {
            if (experiment.Forms.Where(f => f.CpuPerRequest is not null && f.Count > 0).MinBy(f => f.P50) is { CpuPerRequest: { } cpu } form)
                endpoints.Add(new PlanFileEndpoint(experiment.Id, 1, Math.Min(cpu, form.P50), Math.Max(0, form.P50 - cpu)));
        }

        return endpoints.Count > 0
            ? new PlanFile { Endpoints = endpoints }
            : throw new ArgumentException("this run does not tell the processor time of a request. Run it on servers that the tool starts");
    }
}
