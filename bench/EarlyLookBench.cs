using System.Globalization;
using Syncopate.Judging;
using Syncopate.Tests.Statistics;

namespace Syncopate.Bench;

/// <summary>How often the looks at a comparison are wrong and how soon they are right, by the product's own judge under
/// the noise of the tests, which are seeded: the same figures each time.</summary>
internal static class EarlyLookBench
{
    private const int Runs = 10_000;
    private const int PowerRuns = 2_000;

    private static readonly int[] PlannedLooks = [1, 4];
    private static readonly double[] SmallRatios = [1.03, 1.1, 1.3];

    public static void Run()
    {
        Title($"Equal forms: runs with a gain or a loss, in %. K is the number of regular looks; early is the share of early looks in it, the larger of all K");
        Equal([.. SlotNoise.All]);
        Title($"The same with five to nine looks, at up to 200 rounds");
        EqualLong([.. SlotNoise.All.Where(n => n.Name is "normal 0.10" or "normal 1.00" || n.Name.StartsWith("bursts", StringComparison.Ordinal) || n.Name.StartsWith("noisy", StringComparison.Ordinal))]);
        Title($"Beyond what was asked: noise that no machine was seen to have");
        Equal([.. SlotNoise.Extreme]);
        Title($"Equal forms, slots of real runs (RecordedSlots.txt), K = 1");
        EqualReplayed();
        Title($"True factor: judged rightly in % of runs at last, after five rounds at most, and the mean number of rounds (K = 1: at most 8). Interval: of the runs with an early verdict on a factor of 2, those whose interval holds it, in %");
        Power([.. SlotNoise.All, .. SlotNoise.Extreme, .. SlotNoise.Replayed.Where(n => n.Name.Contains("as it was", StringComparison.Ordinal))]);
        Title($"Small true differences, K = 1: runs with an early verdict, and with an early verdict in the wrong direction, in %");
        Small([.. SlotNoise.All]);
        Title($"Judged rightly by so many rounds, in %, slots of real runs as they were");
        ByRounds([.. SlotNoise.Replayed.Where(n => n.Name.Contains("as it was", StringComparison.Ordinal))]);
    }

    private static void Equal(SlotNoise[] kinds)
    {
        Output.Line($"| noise | early, one pair | early, three pairs | K = 1 | 2 | 3 | 4 | three pairs, K = 1 | 4 | at 99 %, K = 1 | 4 |\n|---|---|---|---|---|---|---|---|---|---|---|");
        foreach (SlotNoise noise in kinds)
        {
            EarlyLookSimulation[] one = [.. Enumerable.Range(1, 4).Select(k => EarlyLookSimulation.Of(noise, Runs, Rules(k)))];
            EarlyLookSimulation[] three = [.. PlannedLooks.Select(k => EarlyLookSimulation.Of(noise, Runs, Rules(k) with { Comparisons = 3 }))];
            EarlyLookSimulation[] high = [.. PlannedLooks.Select(k => EarlyLookSimulation.Of(noise, Runs, Rules(k) with { Confidence = Looks.HighConfidence }))];
            string cells = string.Join(" | ", one.Concat(three).Concat(high).Select(s => Percent(s.Wrong)));
            Output.Line($"| {noise.Name} | {Percent(one.Max(s => s.WrongEarly))} | {Percent(three.Max(s => s.WrongEarly))} | {cells} |");
        }
    }

    private static void EqualLong(SlotNoise[] kinds)
    {
        Output.Line($"| noise | K = 5 | 6 | 7 | 8 | 9 | three pairs, K = 9 | at 99 %, K = 9 |\n|---|---|---|---|---|---|---|---|");
        foreach (SlotNoise noise in kinds)
        {
            ComparisonRules[] rules = [.. Enumerable.Range(5, 5).Select(Rules), Rules(9) with { Comparisons = 3 }, Rules(9) with { Confidence = Looks.HighConfidence }];
            Output.Line($"| {noise.Name} | {string.Join(" | ", rules.Select(r => Percent(EarlyLookSimulation.Of(noise, Runs, r).Wrong)))} |");
        }
    }

    private static void EqualReplayed()
    {
        Output.Line($"| slots | early, one pair | early, three pairs | one pair | three pairs |\n|---|---|---|---|---|");
        foreach (SlotNoise noise in SlotNoise.Replayed)
        {
            EarlyLookSimulation one = EarlyLookSimulation.Of(noise, Runs, Rules(1));
            EarlyLookSimulation three = EarlyLookSimulation.Of(noise, Runs, Rules(1) with { Comparisons = 3 });
            Output.Line($"| {noise.Name} | {Percent(one.WrongEarly)} | {Percent(three.WrongEarly)} | {Percent(one.Wrong)} | {Percent(three.Wrong)} |");
        }
    }

    private static void Power(SlotNoise[] kinds)
    {
        Output.Line($"| noise | 1.5 | 2 | 4 | interval |\n|---|---|---|---|---|");
        foreach (SlotNoise noise in kinds)
        {
            EarlyLookSimulation[] found = [.. new[] { 1.5, 2, 4 }.Select(ratio => EarlyLookSimulation.Of(noise, PowerRuns, Rules(1), ratio))];
            string cells = string.Join(" | ", found.Select(s => string.Create(CultureInfo.InvariantCulture, $"{Share(s.Right, s.Runs)}, {Share(s.RightBy(5), s.Runs)}, {s.MeanRounds:0.0}")));
            Output.Line($"| {noise.Name} | {cells} | {(found[1].EarlyFirst < 20 ? "-" : Share(found[1].Covered, found[1].EarlyFirst))} of {found[1].EarlyFirst} |");
        }
    }

    private static void Small(SlotNoise[] kinds)
    {
        Output.Line($"| noise | 1.03 | 1.10 | 1.30 |\n|---|---|---|---|");
        foreach (SlotNoise noise in kinds)
        {
            EarlyLookSimulation[] found = [.. SmallRatios.Select(ratio => EarlyLookSimulation.Of(noise, Runs, Rules(1), ratio))];
            Output.Line($"| {noise.Name} | {string.Join(" | ", found.Select(s => $"{Percent(s.Early)}, {Percent(s.WrongEarly)}"))} |");
        }
    }

    private static void ByRounds(SlotNoise[] kinds)
    {
        Output.Line($"| slots | factor 2: 4, 5, 6, 7, 8 rounds | factor 3 | factor 4 |\n|---|---|---|---|");
        foreach (SlotNoise noise in kinds)
        {
            EarlyLookSimulation[] found = [.. new[] { 2.0, 3, 4 }.Select(ratio => EarlyLookSimulation.Of(noise, PowerRuns, Rules(1), ratio))];
            Output.Line($"| {noise.Name} | {string.Join(" | ", found.Select(s => string.Join(", ", Enumerable.Range(4, 5).Select(n => Share(s.RightBy(n), s.Runs)))))} |");
        }
    }

    private static ComparisonRules Rules(int looks) => new(looks, 5) { ProcessSpread = 0 };

    private static void Title(FormattableString text) => Output.Line($"\n## {text.ToString(CultureInfo.InvariantCulture)}\n");

    private static string Percent(int count) => (100.0 * count / Runs).ToString("0.00", CultureInfo.InvariantCulture);

    private static string Share(int count, int of) => (100.0 * count / Math.Max(1, of)).ToString("0", CultureInfo.InvariantCulture);
}
