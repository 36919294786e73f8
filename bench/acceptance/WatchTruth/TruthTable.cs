using System.Globalization;

namespace Syncopate.Acceptance.WatchTruth;

/// <summary>What verdicts said of generated programs beside what was measured, as Markdown.</summary>
internal static class TruthTable
{
    public static string Write(IReadOnlyList<TruthOutcome> outcomes)
    {
        TruthOutcome[] starved = [.. outcomes.Where(o => o.IsStarved)];
        List<string> lines =
        [
            MachineLine.Of(outcomes.Select(o => o.AtUtc)),
            "",
            Text($"{outcomes.Count} programs, {starved.Length} of them starved beyond doubt; {outcomes.Sum(o => o.Claims.Count)} claims, ")
                + Text($"{outcomes.Sum(o => o.False.Count())} of them false; what would help is left open ")
                + Text($"for {starved.Count(o => o.IsOpen)} of {starved.Length}."),
            "",
            "| claim | made | false |",
            "|---|--:|--:|",
            .. outcomes.SelectMany(o => o.Claims.Select(claim => (claim.Kind, IsFalse: o.False.Contains(claim))))
                .GroupBy(claim => claim.Kind)
                .OrderBy(same => same.Key)
                .Select(same => Text($"| {same.Key} | {same.Count()} | {same.Count(claim => claim.IsFalse)} |")),
            "",
            "| cause | programs | starved | left open |",
            "|---|--:|--:|--:|",
            .. outcomes.GroupBy(o => o.Cause, StringComparer.Ordinal).OrderByDescending(same => same.Count())
                .Select(same => Text($"| {same.Key} | {same.Count()} | {same.Count(o => o.IsStarved)} | {same.Count(o => o.IsOpen)} |")),
            "",
            "| false or open | program | claim | a second as it is | 60 threads | awaited | threads as told |",
            "|--:|---|---|--:|--:|--:|--:|",
            .. outcomes.Where(o => o.IsOpen || o.False.Any()).OrderBy(o => o.Seed).Select(Row),
        ];
        return string.Join('\n', lines) + "\n";
    }

    private static string Row(TruthOutcome outcome)
    {
        TruthFigures figures = outcome.Figures;
        string claims = outcome.False.Any() ? string.Join(", ", outcome.False) : $"open ({outcome.Cause})";
        return Text($"| {outcome.Seed} | {outcome.Told} | {claims} | {figures.PerSecond:0.0} | ")
            + Text($"{figures.WithThreads:0.0} | {figures.Awaited:0.0} | ")
            + (figures.Told is { } told ? Text($"{told:0.0} |") : "– |");
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
