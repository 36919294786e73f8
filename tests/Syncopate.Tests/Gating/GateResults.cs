using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Reporting.Gates;
using Syncopate.Tests.Reporting;

namespace Syncopate.Tests.Gating;

/// <summary>Results to be judged, made the way the product makes them: journal, report, gate.</summary>
internal static class GateResults
{
    /// <summary>Rounds 1, 2, ... in which async answers in these times, in ms, and sync in twice as long.</summary>
    public static ReportDocument Report(params double[] async) => Report(Journals.Header, async);

    /// <summary>The same with another header.</summary>
    public static ReportDocument Report(RunHeader header, params double[] async) => Journals.Report(Journal(header, async));

    /// <summary>The journal of <see cref="Report(RunHeader, double[])"/>.</summary>
    public static JournalReading Journal(RunHeader header, params double[] async) => Journals.Of(
    [
        header, Journals.TwoForms,
        .. async.SelectMany((ms, i) => new[] { Slot(i + 1, 1, Form.Sync, 2 * ms), Slot(i + 1, 2, Form.Async, ms) }),
        Journals.Finished,
    ]);

    /// <summary>A result of one experiment, "io-bound", with a sync and an async form.</summary>
    public static GateResult Of(params double[] async) => GateResult.Of(Report(async), "result");

    /// <summary>Eight rounds around a mean, which differ by 1 % or so.</summary>
    public static double[] Around(double milliseconds, int rounds = 8) =>
        [.. Enumerable.Range(0, rounds).Select(i => milliseconds * (1 + 0.005 * (i * 7 % 5 - 2)))];

    private static Slot Slot(int round, int position, Form form, double milliseconds) =>
        Journals.Slot(round, position, form, [.. Enumerable.Repeat(milliseconds, 100)]) with { Experiment = Journals.TwoForms.Id };
}
