using Syncopate.Experiments;
using Syncopate.Experiments.Bundled;
using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Statistics;

namespace Syncopate.Tests.Reporting;

/// <summary>Small journals whose figures can be worked out on paper.</summary>
internal static class Journals
{
    public static readonly RunHeader Header = new()
    {
        Schema = 1,
        ToolVersion = "0.1.0",
        Command = "syncopate run io-bound --quick --seed 7",
        Mode = "quick",
        Seed = 7,
        StartedUtc = Given.Start,
        Machine = new Machine(".NET 10.0.12", "Debian GNU/Linux 12 (bookworm)", "X64", 2, 8L << 30, 0.3),
        Experiments = ["io-bound"],
    };

    public static readonly RunEnd Finished = new(RunOutcome.Finished, "", 200_000_000_000);

    public static readonly Experiment TwoForms = Given.Experiment(Form.Sync, Form.Async) with { NoiseForm = null };

    public static JournalReading Of(params IEnumerable<JournalRecord> records) => new([.. records], []);

    /// <summary>A whole run of one experiment.</summary>
    public static JournalReading Run(Experiment experiment, IEnumerable<Slot> slots) =>
        Of(
            [
                Header with { Experiments = [experiment.Id] },
                experiment,
                .. slots.Select(s => s with { Experiment = experiment.Id }),
                Finished,
            ]);

    /// <summary>The report as the tool makes it: with the words of the bundled experiments, and of those of its kind for one that a test
    /// invents.</summary>
    public static ReportDocument Report(JournalReading reading) =>
        ReportBuilder.Build(new RunJournal(reading, WordsFor(reading)));

    /// <summary>Rounds in which each form has the same latencies every time.</summary>
    public static IEnumerable<Slot> Rounds(int count, params (Form Form, double[] Milliseconds)[] forms) =>
        from round in Enumerable.Range(1, count)
        from position in Enumerable.Range(0, forms.Length)
        select Slot(round, position + 1, forms[position].Form, forms[position].Milliseconds);

    /// <summary>A slot of 2 s with these latencies, in ms.</summary>
    public static Slot Slot(int round, int position, Form form, double[] milliseconds)
    {
        Histogram histogram = new(1000);
        foreach (double latency in milliseconds)
            histogram.Record((long)(latency * 1e6));
        return Given.Slot(round, position, form, 0) with
        {
            DurationNanoseconds = 2_000_000_000,
            Count = milliseconds.Length,
            Histogram = HistogramCodec.Encode(histogram),
            LatencySumNanoseconds = milliseconds.Sum() * 1e6,
            Target = new TargetUse(40_000_000, 81_920, 0, 0, 0, 0, 0, form == Form.Sync ? 12 : 4, form == Form.Sync ? 30 : 0),
        };
    }

    /// <summary>Requests sent at 0 that are served after a wait, in ms, and take 200 ms from then.</summary>
    public static IReadOnlyList<RequestTrace> Requests(params IEnumerable<int> waits) =>
        [.. waits.Select((wait, user) => new RequestTrace(user, 0, wait * 1_000_000L, (wait + 200) * 1_000_000L, []))];

    private static Explanations WordsFor(JournalReading reading)
    {
        Dictionary<string, Explanation> byId = new(BundledExperiments.Explanations.ById);
        foreach (Experiment experiment in reading.Records.OfType<Experiment>().Where(IsInvented))
            byId[experiment.ListedId] = new Explanation { OfRow = row => OfKind(row.Workload.UseCase) };
        return new Explanations(byId);
    }

    private static bool IsInvented(Experiment experiment) => experiment.Group is { } table
        ? !BundledExperiments.Explanations.ById.ContainsKey(table.Id)
        : experiment.Id != "first-wins";

    private static Explanation OfKind(UseCase useCase) => useCase switch
    {
        UseCase.IoBound => SharedExplanations.Waiting,
        UseCase.Aggregating => SharedExplanations.Aggregating,
        UseCase.CpuBound => SharedExplanations.Computing,
        UseCase.DataAccess => SharedExplanations.DataAccess,
        UseCase.Cancellable => Like("first-wins"),
        UseCase.LongRunning => Like("long-running"),
        UseCase.TightLoop => Like("tight-loop"),
        UseCase.FirstCall => Like("first-call"),
        _ => Explanation.None,
    };

    // What one experiment says of its own counters, another one cannot.
    private static Explanation Like(string id) =>
        BundledExperiments.Explanations.ById[id] with { Why = null, Key = null, Reasons = null };
}
