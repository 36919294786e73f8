using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Runs;
using Syncopate.Units;

namespace Syncopate.Reporting.Plans;

/// <summary>The requests of a run or a load as kinds of requests of a plan: CPU per request as the server's monitor reported
/// it; what each answer took beyond that is its wait.</summary>
internal static class RunRequests
{
    // What the server takes around the code of a request is in its processor time, and simulated besides.
    private static readonly double OfServer = PoolConstants.Net10.RequestCpuSeconds;

    /// <summary>Reads the folder of a run, each experiment a kind of request, or that of a load.</summary>
    /// <exception cref="ArgumentException">The journal does not have the processor time of a request, or an answer took
    /// more than an hour.</exception>
    /// <exception cref="FormatException">A histogram cannot be read.</exception>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    public static IReadOnlyList<PlannedEndpoint> Read(string folder) => Of(JournalReader.Read(Path.Combine(folder, "run.jsonl")));

    /// <summary>The same of a journal that has been read.</summary>
    /// <exception cref="ArgumentException">It does not have the processor time of a request, or an answer took more than an
    /// hour.</exception>
    /// <exception cref="FormatException">A histogram cannot be read.</exception>
    public static IReadOnlyList<PlannedEndpoint> Of(JournalReading reading)
    {
        List<PlannedEndpoint> kinds = reading.Records.OfType<LoadDescription>().Any() ? [.. OfLoad(reading)] : [.. OfRun(reading)];
        return kinds.Count > 0
            ? kinds
            : throw new ArgumentException("this run has no processor time per request. Run it on servers that the tool starts");
    }

    /// <summary>A page that was asked for and measured as a kind of request: its waits vary as they did.</summary>
    /// <param name="latencies">How long its answers took, in nanoseconds.</param>
    /// <param name="cpu">Processor time of one.</param>
    /// <param name="name">What a reader calls it.</param>
    /// <exception cref="ArgumentException">There is no answer, or one took more than an hour.</exception>
    public static PlannedEndpoint Of(Histogram latencies, TimeSpan cpu, string name) =>
        Kind(name, cpu.TotalSeconds, WaitSource.Of(latencies));

    /// <summary>The form that queued least, which is the fastest one, shows a request best.</summary>
    private static IEnumerable<PlannedEndpoint> OfRun(JournalReading reading)
    {
        foreach (ExperimentReport experiment in ReportBuilder.Build(reading).Experiments)
        {
            FormReport? fastest = experiment.Forms.Where(f => f.CpuPerRequest is not null && f.Count > 0).MinBy(f => f.P50);
            if (fastest is { CpuPerRequest: { } cpu } form)
            {
                IEnumerable<Slot> slots = reading.Records.OfType<Slot>()
                    .Where(s => s.Experiment == experiment.Id && s.Form == form.Form && s.Kind == SlotKind.Measured);
                yield return Kind(
                    experiment.Id, Milliseconds.ToSeconds(Math.Min(cpu, form.P50)), Buckets(slots.Select(s => s.Histogram)));
            }
        }
    }

    /// <summary>At a rate without the wait to be sent, which is the client's.</summary>
    private static IEnumerable<PlannedEndpoint> OfLoad(JournalReading reading)
    {
        FormReport figures = LoadReportBuilder.Build(reading).Figures;
        if (figures is { CpuPerRequest: { } cpu, Count: > 0 })
        {
            IEnumerable<string> answers = reading.Records.OfType<IntervalRecord>().Select(i => i.Services ?? i.Histogram);
            yield return Kind("load", Milliseconds.ToSeconds(Math.Min(cpu, figures.P50)), Buckets(answers));
        }
    }

    private static IEnumerable<HistogramBucket> Buckets(IEnumerable<string> histograms) =>
        histograms.SelectMany(h => WaitSource.Of(HistogramCodec.Decode(h)));

    private static PlannedEndpoint Kind(string name, double cpuSeconds, IEnumerable<HistogramBucket> latencies) =>
        new(Math.Max(0, cpuSeconds - OfServer), WaitTime.Of(latencies, cpuSeconds), name: name);
}
