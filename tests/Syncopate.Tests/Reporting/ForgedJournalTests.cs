using Syncopate.Gating;
using Syncopate.Measuring;
using Syncopate.Reporting;
using Syncopate.Tests.Gating;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Journals whose lines are whole and whose figures were changed, as by another version or by somebody who means no good: there is a report, and it tells what it was told.</summary>
public sealed class ForgedJournalTests
{
    private const int Dear = 20;

    private static readonly byte[][] Run = [.. GateResults.Journal(Journals.Header, GateResults.Around(200)).Records.Select(JournalCodec.Write)];
    private static readonly byte[][] Load = [.. LoadJournals.Whole("p99 > 300ms").Records.Select(JournalCodec.Write)];

    [Fact]
    public void A_forged_run_is_reported() => Report(Run, reading =>
    {
        ReportDocument report = ReportBuilder.Build(reading);
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

    private static void Report(byte[][] lines, Action<JournalReading> report)
    {
        int changed = 0;
        byte[] Forge(Random random) => Damage.ToValuesOf(lines[changed = random.Next(lines.Length)], random);

        Damage.Try<FormatException>(
            Forge,
            json =>
            {
                JournalRecord forged = JournalCodec.Read(json, out string problem) ?? throw new FormatException(problem);
                report(new JournalReading([.. lines.Select((line, i) => i == changed ? forged : JournalCodec.Read(line, out _)!)], []));
            },
            Damage.Inputs / Dear);
    }
}
