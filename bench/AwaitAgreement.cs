using System.Globalization;
using System.Text.Json;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

namespace Syncopate.Bench;

/// <summary>Has BenchmarkDotNet measure the loops, and puts its figures beside those of a run of <c>tight-loop</c>.</summary>
internal static class AwaitAgreement
{
    /// <summary>Runs the benchmarks and writes both tools' figures as a table.</summary>
    /// <param name="folder">Folder of a run of <c>tight-loop</c>; null for none.</param>
    /// <param name="isShort">Whether three iterations are enough, to see that it works.</param>
    /// <returns>0; 1 when a benchmark failed.</returns>
    public static int Run(string? folder, bool isShort)
    {
        IReadOnlyDictionary<(string, string), double> ours = folder is null ? new Dictionary<(string, string), double>() : Read(Path.Combine(folder, "report.json"));
        // In this process: a project that it writes and builds itself does not fit into a tree with settings and
        // package versions of its own.
        Job job = (isShort ? Job.ShortRun : Job.Default).WithToolchain(InProcessEmitToolchain.Instance);
        Summary summary = BenchmarkRunner.Run<AwaitBench>(DefaultConfig.Instance.AddJob(job));
        Output.Machine();
        Output.Line($"");
        Output.Line($"| loop | form | BenchmarkDotNet, ns per call | Syncopate, ns per call | Syncopate ÷ BenchmarkDotNet |");
        Output.Line($"| --- | --- | --: | --: | --: |");
        foreach (BenchmarkReport report in summary.Reports)
        {
            string id = (string)report.BenchmarkCase.Parameters["Id"];
            string form = report.BenchmarkCase.Descriptor.WorkloadMethod.Name == nameof(AwaitBench.Plain) ? "sync" : "async";
            double? theirs = report.ResultStatistics?.Median;
            double? own = ours.TryGetValue((id, form), out double nanoseconds) ? nanoseconds : null;
            Output.Line($"| {id} | {form} | {Text(theirs, "0.0")} | {Text(own, "0.0")} | {Text(own / theirs, "0.00")} |");
        }

        return summary.Reports.All(r => r.Success) ? 0 : 1;
    }

    /// <summary>The centre of the rounds of each form with the state machines of C#.</summary>
    private static Dictionary<(string Id, string Form), double> Read(string path)
    {
        using JsonDocument report = JsonDocument.Parse(File.ReadAllText(path));
        Dictionary<(string, string), double> figures = new();
        foreach (JsonElement experiment in report.RootElement.GetProperty("experiments").EnumerateArray())
        {
            if (experiment.GetProperty("cost") is not { ValueKind: JsonValueKind.Object } cost || !experiment.GetProperty("id").GetString()!.StartsWith("tight-loop-", StringComparison.Ordinal)) // every experiment has an id
                continue;
            string id = experiment.GetProperty("id").GetString()!["tight-loop-".Length..]; // as above
            figures[(id, "sync")] = cost.GetProperty("syncNanoseconds").GetDouble();
            figures[(id, "async")] = cost.GetProperty("asyncNanoseconds").GetDouble();
        }

        return figures;
    }

    private static string Text(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "–";
}
