using System.Text;
using System.Xml.Linq;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Tests.Gating;

/// <summary>A report.json may come from another machine, another version, or from somebody who means no good: it is
/// refused in words, or judged and drawn.</summary>
public sealed class ReportMutationTests
{
    private const int Dear = 5;

    private static readonly byte[] Run = Encoding.UTF8.GetBytes(ReportJson.Write(GateResults.Report(GateResults.Around(200))));
    private static readonly byte[] Load = Encoding.UTF8.GetBytes(LoadReportJson.Write(LoadReportBuilder.Build(LoadJournals.Whole())));
    private static readonly GateResult Sound = GateResults.Of(GateResults.Around(200));
    private static readonly GateRules Rules = new([], [RegressionLimit.Usual]);
    private static readonly byte[][] Pieces = Damage.Bytes(
        "\"schema\": 1,", "\"target\":", "\"rounds\":", "null", "1e999", "-", "[", "]", "{", "}", ",", ":", "\"\\ud800\"", "\u00FF");

    [Fact]
    public void A_damaged_report_is_judged_or_refused_in_words() =>
        Damage.Try<FormatException>(random => Damage.To(Run, Pieces, random), JudgeRun, Damage.Inputs / Dear);

    [Fact]
    public void A_report_of_odd_values_is_judged_or_refused_in_words() =>
        Damage.Try<FormatException>(random => Damage.ToValuesOf(Run, random), JudgeRun, Damage.Inputs / Dear);

    [Fact]
    public void A_damaged_report_of_a_load_is_judged_or_refused_in_words() =>
        Damage.Try<FormatException>(random => Damage.To(Load, Pieces, random), JudgeLoad, Damage.Inputs / Dear);

    [Fact]
    public void A_report_of_a_load_with_odd_values_is_judged_or_refused_in_words() =>
        Damage.Try<FormatException>(random => Damage.ToValuesOf(Load, random), JudgeLoad, Damage.Inputs / Dear);

    private static void JudgeRun(byte[] json) => Judge(GateResult.Of(ReportJson.Read(json), "main"));

    private static void JudgeLoad(byte[] json) => Judge(GateResult.Of(LoadReportJson.Read(json), "main"));

    private static void Judge(GateResult result)
    {
        if (result.Subjects.Count == 0)
            return; // Such a file is refused before.
        Compare(result, result);
        Compare(result, Sound);
        Compare(Sound, result);
        HistoryReport history = HistoryBuilder.Build([Sound, result], [], seed: 1, HistoryBuilder.Usual);
        HistoryPage.Write(history);
        HistoryJson.Write(history);
    }

    private static void Compare(GateResult result, GateResult baseline)
    {
        try
        {
            GateReport report = Gate.Judge(result, baseline, Rules);
            XDocument.Parse(JUnitReport.Write(report));
            GateMarkdown.Write(report, 1_000_000);
            GateJson.Write(report);
            _ = WorkflowErrors.Of(report).ToList();
        }
        catch (NotSupportedException)
        {
            // They have nothing in common, or are of different machines.
        }
    }
}
