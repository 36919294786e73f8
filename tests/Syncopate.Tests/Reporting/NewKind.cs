using Syncopate.Experiments;
using Syncopate.Experiments.Bundled;
using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;
using Syncopate.Running.Rounds;
using Syncopate.Tests.Statistics;

namespace Syncopate.Tests.Reporting;

/// <summary>An experiment of a kind that no article knew, as somebody adds one: this file, and one line where experiments are
/// registered.</summary>
internal static class NewKind
{
    private const string Id = "brand-new";
    private const int Answers = 20;

    private static readonly IReadOnlyList<PublishedFigure> Published =
    [
        new(Form.Sync, "mean", 210, null, "Nobody, 2026"),
        new(Form.Async, "mean", 110, null, "Nobody, 2026"),
        new(Form.Async, "novelty", 3, null, "Nobody, 2026"),
    ];

    public static BundledExperiment Entry { get; } = new(Id, "work of a kind that no article knew", "Nobody (2026)", Plan)
    {
        Published = Published,
        Explanation = new Explanation
        {
            Why = (measured, cores) => [$"{measured.Forms.Count} forms were asked on {cores} cores."],
            Advice = _ => "Do what is new.",
            Published = new PublishedAdvice("what is new in all cases (Nobody, 2026)", Verdict.Gain),
            Measures = new Dictionary<string, PublishedMeasure> { ["novelty"] = new("How new it was", "new things") },
            Headline = HeadlineClass.Waiting,
            Slogan = new Slogan(0, "Take the new way."),
            Picture = ReportPicture.Bars,
            NeedsNoCrowd = _ => "What is new needs no crowd.",
        },
    };

    /// <summary>The line.</summary>
    public static Explanations Registered { get; } = BundledExperiments.Explain([.. BundledExperiments.All, Entry]);

    /// <summary>Its journal and all files of its report, in a folder; eight rounds in which sync takes twice as long.</summary>
    public static ReportDocument Report(string folder)
    {
        using SampleServers servers = new(folder, firstPort: 0);
        Experiment experiment = Entry.Plans(RunMode.Quick, servers)[0].Experiment;
        using (JournalWriter journal = JournalWriter.Create(folder))
        {
            journal.Append(Header);
            journal.Append(experiment);
            for (int round = 1; round <= 8; round++)
            {
                journal.Append(Slot(round, 1, Form.Sync, 200));
                journal.Append(Slot(round, 2, Form.Async, 100));
            }

            journal.Append(new RunEnd(RunOutcome.Finished, "", 200_000_000_000));
        }

        ReportDocument document = ReportFolder.Write(folder, Registered);
        ReportFolder.WriteTables(folder, document);
        return document;
    }

    private static RunHeader Header => new()
    {
        Schema = 1,
        ToolVersion = "0.1.0",
        Command = $"syncopate run {Id} --quick --seed 7",
        Mode = "quick",
        Seed = 7,
        StartedUtc = Given.Start,
        Machine = new Machine(".NET 10.0.12", "Debian GNU/Linux 12 (bookworm)", "X64", 2, 8L << 30, 0.3),
        Experiments = [Id],
    };

    private static ExperimentPlan Plan(RunMode mode, SampleServers servers)
    {
        Experiment experiment = Given.Experiment(Form.Sync, Form.Async) with
        {
            Id = Id,
            Title = "What nobody has asked",
            Question = "Is the new way faster?",
            Source = "Nobody (2026)",
            Workload = new Workload("Work of a new kind", UseCase.Other,
            [
                new WorkloadForm(Form.Sync, "Sync", "/new/sync", 0),
                new WorkloadForm(Form.Async, "Async", "/new/async", 0),
            ])
            {
                StatedTraits = new WorkTraits { OnlyComputes = true },
            },
            NoiseForm = null,
            Published = Published,
            Change = "- Old();\n+ await NewAsync();",
            Caveats = ["What is new has no history."],
        };
        return SitePlans.Warm(experiment, servers, mode, (5, 0.5));
    }

    private static Slot Slot(int round, int position, Form form, double milliseconds)
    {
        Histogram histogram = new(1000);
        for (int answer = 0; answer < Answers; answer++)
            histogram.Record((long)(milliseconds * 1e6));
        return Given.Slot(round, position, form, 0) with
        {
            Experiment = Id,
            DurationNanoseconds = 2_000_000_000,
            Count = Answers,
            Histogram = HistogramCodec.Encode(histogram),
            LatencySumNanoseconds = Answers * milliseconds * 1e6,
            Target = new TargetUse(
                40_000_000, 81_920, 0, 0, 0, 0, 0, form == Form.Sync ? 12 : 4, form == Form.Sync ? 30 : 0),
        };
    }
}
