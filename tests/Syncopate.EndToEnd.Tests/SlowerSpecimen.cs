using Syncopate.Reporting;
using Syncopate.Tests.Reporting;

namespace Syncopate.EndToEnd.Tests;

/// <summary>The specimen of a report, a day later each time; from the eighth on every form is a fifth slower.</summary>
internal static class SlowerSpecimen
{
    /// <summary>How many days there are.</summary>
    public const int Days = 14;

    private static readonly ReportDocument Specimen = ReportSpecimen.Document();

    /// <summary>The report of a day, from 0.</summary>
    public static ReportDocument Of(int day)
    {
        double factor = (day < 7 ? 1 : 1.2) * (1 + 0.01 * (day * 7 % 5 - 2));
        return Specimen with
        {
            Run = Specimen.Run with { StartedUtc = Specimen.Run.StartedUtc.AddDays(day) },
            Experiments = [.. Specimen.Experiments.Select(e => e with { Forms = [.. e.Forms.Select(f => f with { Mean = f.Mean * factor, P50 = f.P50 * factor, P95 = f.P95 * factor })] })],
        };
    }
}
