using System.Globalization;

namespace Syncopate.Acceptance;

/// <summary>What comparisons of servers that differ by a factor of two said, as Markdown.</summary>
internal static class DecideTable
{
    private const int LeastRight = 18;
    private const int Asked = 20;

    public static string Write(IReadOnlyList<DecideOutcome> outcomes)
    {
        List<string> lines =
        [
            MachineLine.Of(outcomes.Select(o => o.AtUtc)),
            "",
            "| burners | right | wrong | undecided | at least 18 of 20 | within 1.2 budgets | run, s | in all, s | rounds | load before | stolen |",
            "|---|---|---|---|---|---|---|---|---|---|---|",
            .. outcomes.GroupBy(o => o.Burners).OrderBy(g => g.Key).Select(g => Row(g.Key, [.. g])),
            "",
            "| not right | work | users | said | rounds |",
            "|---|---|---|---|---|",
            .. outcomes.Where(o => !o.IsRight).OrderBy(o => o.Burners).ThenBy(o => o.Index).Select(o =>
                Text($"| {o.Burners} burners, {o.Index} | {(o.Waits ? "waiting" : "computing")} | {o.Users} | {o.Verdict} ({o.Ratio:0.00}) instead of {o.Truth} | {o.Rounds} |")),
        ];
        return string.Join('\n', lines) + "\n";
    }

    private static string Row(int burners, List<DecideOutcome> found)
    {
        int right = found.Count(o => o.IsRight);
        string passes = found.Count < Asked ? "not all made yet" : right >= LeastRight ? "passes" : "**misses**";
        string kept = Text($"{found.Count(o => o.KeepsBudget)} of {found.Count}");
        return Text($"| {burners} | {right} | {found.Count(o => o.IsWrong)} | {found.Count(o => o.Verdict == "undecided")} | {passes} | {kept} | {Span(found, o => o.RunSeconds)} | {Span(found, o => o.WallSeconds)} | {found.Min(o => o.Rounds)} to {found.Max(o => o.Rounds)} | {Span(found, o => o.LoadAverage)} | {Span(found, o => 100 * o.StolenShare)} % |");
    }

    private static string Span(List<DecideOutcome> found, Func<DecideOutcome, double> figure) => Text($"{found.Min(figure):0.0} to {found.Max(figure):0.0}");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
