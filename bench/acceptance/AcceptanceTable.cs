using System.Globalization;

namespace Syncopate.Acceptance;

/// <summary>The results as the Markdown of bench/results/acceptance.md.</summary>
internal static class AcceptanceTable
{
    public static string Write(IReadOnlyList<ComparisonOutcome> outcomes)
    {
        List<string> lines = new()
        {
            MachineLine.Of(outcomes.Select(o => o.AtUtc)),
            "",
            "| test | condition | asked | found | | load average | cores burned | interval half width, median |",
            "|---|---|---|---|---|---|---|---|",
        };
        lines.AddRange(
            from row in AcceptanceCase.All.GroupBy(RowOf)
            let cases = row.ToList()
            let found = outcomes.Where(o => cases.Exists(c => c.Name == o.Case)).ToList()
            where found.Count > 0
            select Row(row.Key, cases, found));
        lines.Add("");
        lines.Add(Text($"A13: {outcomes.Count(o => o.Identical)} of {outcomes.Count} reports made again from their journals had the same bytes."));
        lines.AddRange(
            from row in AcceptanceCase.All.Where(c => c.Test == "a8").GroupBy(RowOf)
            let held = row.SelectMany(c => HoldsLongRun([.. outcomes.Where(o => o.Case == c.Name && o.Ratio is not null)])).ToList()
            where held.Count > 0
            select Text($"{row.Key}: the interval holds the ratio in the long run, the geometric mean of the other comparisons of its case, in {held.Count(h => h)} of {held.Count}."));
        if (ProcessSpread(outcomes) is { } spread)
            lines.Add(Text($"Spread between processes of one build (A2 and A7): s_p = {100 * spread:0.00} %; the product allows for 0.8 %."));
        return string.Join('\n', lines) + "\n";
    }

    // The cases of half of A8 are one row.
    private static string RowOf(AcceptanceCase entry) => entry switch
    {
        { Test: not "a8" } => entry.Name,
        { Burners: > 0 } => "a8-burdened",
        _ => "a8-calm",
    };

    private static string Row(string name, List<AcceptanceCase> cases, List<ComparisonOutcome> found)
    {
        (string asked, int met, bool passes) = Judge(cases[0], cases.Sum(c => c.Count), found);
        double[] halves = [.. found.Where(o => o.Covers is not null).Select(o => Math.Log(o.High!.Value / o.Low!.Value) / 2).Order()]; // Covers is null without an interval.
        string width = halves.Length > 0 ? Text($"{100 * halves[halves.Length / 2]:0.0} %") : "-";
        string condition = Text($"B has {string.Join(" / ", cases.Select(c => c.Ratio))} of A's steps, {cases[0].BudgetSeconds} s{(cases[0].Burners > 0 ? Text($", {cases[0].Burners} burners") : "")}");
        bool whole = found.Count >= cases.Sum(c => c.Count);
        return Text($"| {name} | {condition} | {asked} | {met} of {found.Count} | {(whole ? passes ? "passes" : "**misses**" : "not all made yet")} | {found.Min(o => o.LoadAverage):0.0} to {found.Max(o => o.LoadAverage):0.0} | {found.Average(o => o.CoresBurned):0.0} | {width} |");
    }

    /// <summary>What the test asks for, how often it was so, and whether that is enough.</summary>
    private static (string Asked, int Met, bool Passes) Judge(AcceptanceCase entry, int count, List<ComparisonOutcome> found) => entry.Test switch
    {
        "a2" => (Text($"a difference in at most 4 of {count}"), found.Count(o => o.SaysDifferent), found.Count(o => o.SaysDifferent) <= 4),
        "a6" => (Text($"“B is slower” in at least 17 of {count}"), found.Count(o => o.Verdict == "loss"), found.Count(o => o.Verdict == "loss") >= 17),
        "a7" => (Text($"“no difference” in at least 17 of {count}"), found.Count(o => o.Verdict == "noDifference"), found.Count(o => o.Verdict == "noDifference") >= 17),
        // A comparison without an interval says nothing that could be wrong; it is no cover either.
        _ => (Text($"the interval holds the truth in at least 91 of {count}"), found.Count(o => o.Covers == true), found.Count(o => o.Covers == true) >= 91),
    };

    /// <summary>For each comparison of one case whether its interval holds the geometric mean of all others: nothing
    /// has to be known of what an answer costs besides its loop. Empty for fewer than 10.</summary>
    private static IEnumerable<bool> HoldsLongRun(List<ComparisonOutcome> found)
    {
        if (found.Count < 10)
            return [];
        double sum = found.Sum(o => Math.Log(o.Ratio ?? 1)); // Each has a ratio.
        return found.Select(o => Math.Exp((sum - Math.Log(o.Ratio ?? 1)) / (found.Count - 1))).Zip(found, (others, o) => o.Low <= others && others <= o.High);
    }

    /// <summary>s_p^2 = P (mean of theta^2 - mean of its variance within a comparison), over comparisons of equal
    /// servers; null for fewer than 5.</summary>
    private static double? ProcessSpread(IReadOnlyList<ComparisonOutcome> outcomes)
    {
        List<ComparisonOutcome> equal = [.. outcomes.Where(o => o.Case is "a2" or "a7" && o.LogRatio is not null)];
        if (equal.Count < 5)
            return null;
        double spread = equal.Average(o => o.Processes * (Math.Pow(o.LogRatio ?? 0, 2) - (o.LogRatioVariance ?? 0)));
        return Math.Sqrt(Math.Max(0, spread));
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
