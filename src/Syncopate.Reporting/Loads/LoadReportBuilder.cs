using Syncopate.Journaling;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Runs;
using Syncopate.Reporting.Sentences;
using Syncopate.Units;

namespace Syncopate.Reporting.Loads;

/// <summary>Makes the report of a load from its journal, and from nothing else: the same journal gives the same report.</summary>
internal static class LoadReportBuilder
{
    /// <summary>Version of the schema.</summary>
    public const int Schema = 1;

    // Doubts that say that the generator, not the server, set the pace.
    private static readonly string[] LimitCodes = ["generator-limit", "generator-resources", "large-bodies", "late-sends"];

    /// <summary>Builds the report. A damaged or unfinished journal gives a partial report that says what is missing.</summary>
    /// <param name="reading">The journal of a load.</param>
    /// <exception cref="ArgumentException">It is the journal of something else.</exception>
    public static LoadReport Build(JournalReading reading) => Build(LoadJournal.Of(reading));

    /// <summary>The same of a journal that has been sorted.</summary>
    public static LoadReport Build(LoadJournal journal)
    {
        MeasuredLoad load = new(journal);
        FormReport figures = load.Figures with { Runtime = journal.Runtime };
        List<string> missing = journal.Missing().ToList();
        Machine machine = journal.Header?.Machine ?? ReportBuilder.UnknownMachine;
        List<LoadThreshold> thresholds = [.. journal.Description.Thresholds.Select(condition => Held(condition, figures))];
        return new LoadReport
        {
            Schema = Schema,
            Tool = new ReportTool("syncopate", journal.Header?.ToolVersion ?? "unknown"),
            Run = Run(journal, load),
            Machine = machine,
            Target = journal.Description,
            LoadSentence = LoadText.Of(journal.Description.Load, journal.Description.Steps?.Count),
            Sentence = LoadText.Sentence(figures, load.Seconds, load.Drain),
            Figures = figures,
            Min = MeasuredOrNull.OfAny(load.Latencies, load.Latencies.Minimum),
            Percentiles = load.Percentiles,
            ErrorsByKind = load.ErrorsByKind,
            Distribution = load.Distribution,
            Steps = load.Steps,
            FirstByte = load.FirstByte,
            Connects = load.Connects,
            Service = load.Service,
            Lateness = load.Lateness,
            Corrected = load.Corrected,
            Rate = load.Rate,
            Drain = load.Drain,
            Reopened = load.Reopened,
            Bytes = load.Bytes,
            InFlight = load.InFlight,
            Generator = Generator(journal, load),
            Agents = [.. journal.Agents.Select(AgentText.Of)],
            Together = AgentText.Together(journal.Agents),
            Process = load.Process,
            Intervals = [.. journal.Intervals.Select(interval => interval.Report)],
            Thresholds = thresholds,
            Warnings = [.. journal.Doubts, .. AgentText.Doubts(journal.Agents), .. LoadText.Doubts(load.Rate, load.HeadShare, machine)],
            Partial = missing.Count > 0,
            Missing = missing,
        };
    }

    private static ReportRun Run(LoadJournal journal, MeasuredLoad load) => new(
        journal.Header?.Mode ?? "unknown",
        journal.Header?.Seed ?? 0,
        journal.Header?.Command ?? "",
        journal.Header?.StartedUtc ?? DateTimeOffset.UnixEpoch,
        load.Seconds,
        RunEnding.Name(journal.End?.Outcome));

    private static GeneratorFigures Generator(LoadJournal journal, MeasuredLoad load) => new(
        load.Elapsed > 0 ? load.GeneratorCpuSeconds : double.NaN,
        load.Elapsed > 0 ? load.GeneratorCpuSeconds / load.Elapsed : double.NaN,
        load.Requests > 0 ? Microseconds.FromSeconds(load.GeneratorCpuSeconds) / load.Requests : null,
        BusyShares(journal.Generator),
        journal.Doubts.Any(doubt => LimitCodes.Contains(doubt.Code)) ? true
            : journal.Generator is null ? (bool?)null
            : false);

    // A thread that drove a load was at work: where all have nothing, the system does not report it.
    private static IReadOnlyList<double> BusyShares(GeneratorUse? use) =>
        use is { BusyShares: var shares } && shares.Any(share => share > 0) ? shares : [];

    private static LoadThreshold Held(string condition, FormReport figures)
    {
        try
        {
            ThresholdResult result = Threshold.Parse(condition).Evaluate(figures);
            return new LoadThreshold(condition, result.Passed, result.Sentence)
            {
                IsJudged = result.Value is not null,
            };
        }
        catch (FormatException e)
        {
            // Only in a journal that somebody changed: the line is checked before anything is measured.
            return new LoadThreshold(condition, Passed: false, e.Message) { IsJudged = false };
        }
    }
}
