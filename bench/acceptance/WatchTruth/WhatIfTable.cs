using System.Globalization;

namespace Syncopate.Acceptance.WatchTruth;

/// <summary>What experiments within processes said beside what processes of their own did, as Markdown.</summary>
internal static class WhatIfTable
{
    public static string Write(IReadOnlyList<WhatIfOutcome> outcomes)
    {
        List<string> lines =
        [
            MachineLine.Of(outcomes.Select(o => o.AtUtc)),
            "",
            Text($"{outcomes.Count} programs; the experiment agrees with {outcomes.Count(o => o.Agrees)} of them, ")
                + Text($"and has no ratio for {outcomes.Count(o => o.Ratio is null)}."),
            "",
            "| does not agree | program | per second as it is | with 60 threads | ratio | the experiment says |",
            "|--:|---|--:|--:|--:|---|",
            .. outcomes.Where(o => !o.Agrees).OrderBy(o => o.Seed).Select(o =>
                Text($"| {o.Seed} | {TruthProgram.Of(o.Seed)} | {o.PerSecond:0.0} | {o.WithThreads:0.0} | {o.Truth:0.00} | {Said(o)} |")),
        ];
        return string.Join('\n', lines) + "\n";
    }

    private static string Said(WhatIfOutcome outcome) =>
        outcome.Ratio is { } ratio ? Text($"{ratio:0.00} ({outcome.Low:0.00} to {outcome.High:0.00})") : outcome.Sentence;

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
