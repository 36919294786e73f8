using System.Globalization;

namespace Syncopate.Acceptance;

/// <summary>Measures the cases of the capacity model that are not in the log yet, and prints the table.</summary>
internal static class PlanAcceptance
{
    public const string Usage = """
        usage: plan | plan-rows | plan-dashboard | plan-onset | plan-coverage | CASE
                                                                       the capacity model compared with this machine: rows of known loads, the dashboard, the onset of queueing,
                                                                       and how often the band of a plan that knows nothing of the server holds what a server does
               plan-table                                              the results so far, as Markdown
               --out DIR (artifacts/acceptance-plan)                   it goes on with results that are there
        """;

    /// <summary>The cases of a word; null for no such word, none for the table alone.</summary>
    public static IReadOnlyList<PlanCase>? Find(string word) => word switch
    {
        "plan" => [.. PlanCase.All, .. PlanCoverage.Cases],
        "plan-rows" => PlanCase.Rows,
        "plan-dashboard" => PlanCase.Dashboard,
        "plan-onset" => PlanCase.Onsets,
        "plan-coverage" => PlanCoverage.Cases,
        "plan-table" => [],
        _ => PlanCase.All.Concat(PlanCoverage.Cases).Where(c => c.Name == word).ToList() is { Count: > 0 } found ? found : null,
    };

    public static async Task<int> RunAsync(IReadOnlyList<PlanCase> cases, string folder)
    {
        OutcomeLog<PlanMeasurement> log = new(folder);
        foreach (PlanCase entry in cases)
        {
            foreach (int index in Enumerable.Range(1, entry.Runs).Where(i => !log.Outcomes.Any(o => o.Case == entry.Name && o.Index == i)))
                log.Add(await MeasureAsync(entry, index, log.Folder));
        }

        Console.Write(PlanTable.Write(log.Outcomes));
        if (PlanCoverage.Judge(log.Outcomes) is not { } coverage)
            return 0;
        Console.Write(coverage.Table);
        // A few cases say nothing of a share.
        bool isWhole = PlanCoverage.Cases.All(c => log.Outcomes.Any(o => o.Case == c.Name));
        return isWhole && coverage.Share is < PlanCoverage.Least or > PlanCoverage.Most ? 3 : 0;
    }

    private static async Task<PlanMeasurement> MeasureAsync(PlanCase entry, int index, string folder)
    {
        await using PlanSite site = await PlanSite.StartAsync(entry, folder);
        PlanMeasurement found = await site.MeasureAsync(entry, index);
        await Console.Error.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"{found.AtUtc:HH:mm:ss} {entry.Name} {index}/{entry.Runs}: {found.Count} answers, mean {found.MeanMilliseconds:0.0} ms, p99 {found.P99Milliseconds:0.0} ms in {found.MakespanSeconds:0.00} s, threads {found.Of(PlanFigure.Threads)}, load {found.LoadAverage:0.0}"));
        return found;
    }
}
