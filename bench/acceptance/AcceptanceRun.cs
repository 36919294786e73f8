using System.Diagnostics;
using System.Globalization;
using Syncopate.Reporting;

namespace Syncopate.Acceptance;

/// <summary>Makes the comparisons of cases that are not in the log yet.</summary>
internal sealed class AcceptanceRun(OutcomeLog<ComparisonOutcome> log)
{
    private const int OverheadBudgetSeconds = 20;

    // Of a core, a burner. Two burners share two cores with two servers and the generator, which leaves them a core or more in all.
    private const double LeastCoresBurned = 0.25;

    public async Task RunAsync(AcceptanceCase entry, int count)
    {
        List<int> missing = [.. Enumerable.Range(1, count).Where(i => !log.Outcomes.Any(o => o.Case == entry.Name && o.Index == i))];
        if (missing.Count == 0)
            return;
        using Burners burners = new(entry.Burners);
        double besides = entry.Ratio == 1 || entry.Test == "short" ? 0 : await OverheadAsync(entry);
        double truth = besides + (1 - besides) * entry.Ratio;
        Say($"{entry.Name}: {missing.Count} comparisons of {entry.BudgetSeconds} s with {entry.Burners} burners; {100 * besides:0.0} % of an answer is not the loop, so the true ratio is {truth:0.0000}.");
        foreach (int index in missing)
            await CompareAsync(entry, index, truth, burners);
    }

    private async Task CompareAsync(AcceptanceCase entry, int index, double truth, Burners burners)
    {
        int seed = 1_000 * (AcceptanceCase.All.TakeWhile(c => c != entry).Count() + 1) + index;
        string folder = Folder(Text($"{entry.Name}-{index}"));
        (long a, long b) = (KnownCostServer.BaseIterations, (long)(KnownCostServer.BaseIterations * entry.Ratio));
        (long started, TimeSpan used) = (Stopwatch.GetTimestamp(), burners.Used);
        ReportDocument report = await CompareTool.CompareAsync((a, b), entry.BudgetSeconds, seed, folder);
        double burned = (burners.Used - used) / Stopwatch.GetElapsedTime(started);
        if (burned < LeastCoresBurned * entry.Burners)
            throw new InvalidOperationException(Text($"{entry.Name} asks for {entry.Burners} burners, which took {burned:0.00} of a core: a comparison without a burden shows nothing of one with it."));
        ComparisonOutcome outcome = Outcome(entry, index, report) with { Seed = seed, Truth = truth, CoresBurned = burned, Identical = await CompareTool.IsIdenticalAsync(folder) };
        log.Add(outcome);
        Say($"{entry.Name} {index}/{entry.Count}: {outcome.Ratio:0.0000} [{outcome.Low:0.0000}, {outcome.High:0.0000}] {outcome.Verdict}, {outcome.Rounds} rounds, load {outcome.LoadAverage:0.0}, {outcome.CoresBurned:0.0} cores burned{(outcome.Covers == false ? ", MISSES the truth" : "")}{(outcome.Identical ? "" : ", NOT identical when made again")}");
    }

    /// <summary>The share of an answer that is not the loop: what a page of no steps costs over what the baseline
    /// costs, under the same load.</summary>
    private async Task<double> OverheadAsync(AcceptanceCase entry)
    {
        ReportDocument report = await CompareTool.CompareAsync((KnownCostServer.BaseIterations, 0), OverheadBudgetSeconds, 7, Folder(Text($"overhead-{entry.Name}")));
        return report.Experiments[0].Comparisons[0].Ratio ?? throw new InvalidOperationException("The overhead could not be measured: no round was complete.");
    }

    private static ComparisonOutcome Outcome(AcceptanceCase entry, int index, ReportDocument report)
    {
        ExperimentReport experiment = report.Experiments[0];
        Comparison primary = experiment.Comparisons[0];
        FormReport[] forms = [.. experiment.Forms];
        double[] ratios = [.. forms[0].EachRound[Metric.Mean].Zip(forms[1].EachRound[Metric.Mean], (a, b) => Math.Log(b / a))];
        double? mean = ratios.Length > 1 ? ratios.Average() : null;
        double? variance = ratios.Length > 1 ? ratios.Sum(r => Math.Pow(r - mean!.Value, 2)) / (ratios.Length - 1) / ratios.Length : null; // There is a mean.
        return new ComparisonOutcome(
            entry.Name, index, 0, DateTimeOffset.UtcNow, 0, primary.Ratio, primary.Low, primary.High, Camel(primary.Verdict.ToString()), experiment.Rounds,
            forms[0].Processes ?? 1, mean, variance, LoadAverage(), CoresBurned: 0, Identical: false);
    }

    /// <summary>A folder that a stopped script left half-full is begun anew.</summary>
    private string Folder(string name)
    {
        string folder = Path.Combine(log.Folder, "runs", name);
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        return folder;
    }

    private static double LoadAverage() => File.Exists("/proc/loadavg")
        ? double.Parse(File.ReadAllText("/proc/loadavg").Split(' ')[0], CultureInfo.InvariantCulture)
        : 0;

    private static string Camel(string name) => char.ToLowerInvariant(name[0]) + name[1..];

    private static void Say(FormattableString text) => Console.Error.WriteLine(Text($"{DateTimeOffset.UtcNow:HH:mm:ss} ") + Text(text));

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
