using System.Globalization;

namespace Syncopate.Acceptance;

/// <summary>The results of quick runs as the Markdown of bench/results/first-minute.md.</summary>
internal static class FirstMinuteTable
{
    public static string Write(IReadOnlyList<FirstMinuteOutcome> outcomes)
    {
        List<string> lines = new()
        {
            MachineLine.Of(outcomes.Select(o => o.AtUtc)),
            "",
            "| burners | runs | asked | found | wrong verdicts | wall s, median and most | first verdict s, median and most | time left over time told, worst | in slots, median | load before | stolen | cores burned |",
            "|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
        };
        lines.AddRange(outcomes.GroupBy(o => o.Burners).OrderBy(g => g.Key).Select(g => Row(g.Key, [.. g])));
        lines.AddRange(["", "| question | " + string.Join(" | ", outcomes.Select(o => o.Burners).Distinct().Order().Select(b => Text($"{b} burners"))) + " |", "|---|" + string.Concat(outcomes.Select(o => o.Burners).Distinct().Select(_ => "---|"))]);
        lines.AddRange(outcomes.SelectMany(o => o.Verdicts.Keys).Distinct(StringComparer.Ordinal).Select(id =>
            $"| {id} | " + string.Join(" | ", outcomes.GroupBy(o => o.Burners).OrderBy(g => g.Key).Select(g => Counts(id, [.. g]))) + " |"));
        return string.Join('\n', lines) + "\n";
    }

    private static string Row(int burners, IReadOnlyList<FirstMinuteOutcome> found)
    {
        int least = burners == 2 ? 4 : 5;
        (int share, int right) = (burners == 0 ? 19 : 18, found.Count(o => o.Right >= least));
        string asked = Text($"{least} right in {share} of 20");
        return Text($"| {burners} | {found.Count} | {asked} | {right} of {found.Count} | {found.Sum(o => o.Wrong)} | {Spread(found.Select(o => o.WallSeconds))} | {Spread(found.Select(o => o.FirstVerdictSeconds ?? double.PositiveInfinity))} ")
            + Text($"| {found.Max(o => o.WorstPromise):0.00} | {100 * Median(found.Select(o => o.SlotShare)):0} % | {found.Min(o => o.LoadAverage):0.0} to {found.Max(o => o.LoadAverage):0.0} | {100 * found.Max(o => o.StolenShare):0} % at most | {found.Average(o => o.CoresBurned):0.0} |");
    }

    private static string Counts(string id, IReadOnlyList<FirstMinuteOutcome> found) =>
        string.Join(", ", found.GroupBy(o => o.Verdicts.GetValueOrDefault(id, "not asked"), StringComparer.Ordinal).OrderByDescending(g => g.Count()).Select(g => Text($"{g.Count()} {g.Key}")));

    private static string Spread(IEnumerable<double> values)
    {
        double[] all = [.. values];
        return Text($"{Median(all):0.0}, {all.Max():0.0}");
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
