using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Gating;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Journals whose lines are whole and whose figures were changed, as by another version or by somebody who
/// means no good: there is a report, and it says what it was told.</summary>
public sealed class ForgedJournalTests
{
    private const int Dear = 10;

    private static readonly IReadOnlyList<JournalRecord> Run = GateResults.Journal(Journals.Header, GateResults.Around(200)).Records;
    private static readonly IReadOnlyList<JournalRecord> Load = LoadJournals.Whole("p99 > 300ms").Records;

    [Fact]
    public void A_forged_run_is_reported() => Report(Run, reading =>
    {
        ReportDocument report = Journals.Report(reading);
        string json = ReportJson.Write(report);
        ReportPage.Write(report, json, ReportMarkdown.Write(report));
        GateResult.Of(report, "main");
    });

    [Fact]
    public void A_forged_load_is_reported() => Report(Load, reading =>
    {
        LoadReport report = LoadReportBuilder.Build(reading);
        string json = LoadReportJson.Write(report);
        LoadReportPage.Write(report, json, LoadReportMarkdown.Write(report));
        GateResult.Of(report, "main");
    });

    private static void Report(IReadOnlyList<JournalRecord> records, Action<JournalReading> report)
    {
        int changed = 0;
        byte[] Forge(Random random) => Damage.ToValuesOf(JournalCodec.Write(records[changed = random.Next(records.Count)]), random);

        Damage.Try<FormatException>(
            Forge,
            json =>
            {
                JournalRecord forged = JournalCodec.Read(json, out string problem) ?? throw new FormatException(problem);
                report(new JournalReading([.. records.Select((record, i) => i == changed ? forged : record)], []));
            },
            Damage.Inputs / Dear);
    }
}
