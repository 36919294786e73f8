using Syncopate.Judging;
using Syncopate.Statistics;

namespace Syncopate.Tests.Statistics;

/// <summary>Comparisons of forms whose true ratio is known, under a kind of noise, judged by
/// <see cref="SequentialComparison"/>: how often is the verdict early, wrong, right?</summary>
/// <param name="Runs">Runs that were simulated.</param>
/// <param name="Early">Runs with an early gain or loss, of any pair.</param>
/// <param name="Wrong">Runs with a gain or loss that the truth does not bear out, of any pair and any look.</param>
/// <param name="WrongEarly">Those of them in which an early look said it.</param>
/// <param name="Right">Runs in which the first pair was judged rightly.</param>
/// <param name="RightAt">Those of them in which it was after so many rounds; the index is the number of rounds.</param>
/// <param name="Covered">Runs in which the first pair was judged early and the printed interval holds the truth.</param>
/// <param name="EarlyFirst">Runs in which the first pair was judged early.</param>
/// <param name="MeanRounds">Rounds until the first pair was decided, or until the last look.</param>
internal sealed record EarlyLookSimulation(
    int Runs, int Early, int Wrong, int WrongEarly, int Right, int[] RightAt, int Covered, int EarlyFirst,
    double MeanRounds)
{
    /// <summary>Simulates.</summary>
    /// <param name="noise">What chance adds to each slot.</param>
    /// <param name="runs">Runs, each from a seed of its own.</param>
    /// <param name="rules">The rules; with more than one comparison there are three forms, of which each takes a turn.</param>
    /// <param name="ratio">True ratio of the last form over the others.</param>
    /// <param name="judge">What decides in place of <see cref="SequentialComparison"/>: a mutant.</param>
    public static EarlyLookSimulation Of(
        SlotNoise noise, int runs, ComparisonRules rules, double ratio = 1, Func<RoundPair[], Decision>? judge = null)
    {
        var (forms, most) = (rules.Comparisons > 1 ? 3 : 2, Looks.RoundsAt(rules.Looks));
        EarlyLookSimulation total = new(runs, 0, 0, 0, 0, new int[most + 1], 0, 0, 0);
        judge ??= rounds => new SequentialComparison(rules).Judge(rounds);
        for (int run = 0; run < runs; run++)
        {
            Decision[] decisions = Pairs(new Xoshiro256((ulong)run), noise, (forms, most), ratio).Select(judge).ToArray();
            Decision[] wrong = decisions.Where((d, i) => IsWrong(d, i < forms - 1 ? ratio : 1)).ToArray();
            Decision first = decisions[0];
            bool isRight = first.Verdict is Verdict.Gain or Verdict.Loss && !IsWrong(first, ratio);
            bool isEarly = first.Basis == DecisionBasis.FarApart;
            if (isRight)
                total.RightAt[first.Rounds]++;
            total = total with
            {
                Early = total.Early + (decisions.Any(d => d.Basis == DecisionBasis.FarApart) ? 1 : 0),
                Wrong = total.Wrong + (wrong.Length > 0 ? 1 : 0),
                WrongEarly = total.WrongEarly + (wrong.Any(d => d.Basis == DecisionBasis.FarApart) ? 1 : 0),
                Right = total.Right + (isRight ? 1 : 0),
                EarlyFirst = total.EarlyFirst + (isEarly ? 1 : 0),
                Covered = total.Covered + (isEarly && first.Low <= ratio && ratio <= first.High ? 1 : 0),
                MeanRounds = total.MeanRounds + first.Rounds / (double)runs,
            };
        }

        return total;
    }

    /// <summary>Runs in which the first pair was judged rightly after so many rounds at most.</summary>
    public int RightBy(int rounds) => RightAt.Take(rounds + 1).Sum();

    /// <summary>The last form against each other one, then the others against each other. Every round has new
    /// processes, so that no allowance hides an error.</summary>
    private static IEnumerable<RoundPair[]> Pairs(Xoshiro256 random, SlotNoise noise, (int Forms, int Rounds) size, double ratio)
    {
        double[] slots = noise.Draw(random, size.Forms * size.Rounds);
        var (latencies, orders) = (new double[size.Rounds][], new int[size.Rounds][]);
        for (int round = 0; round < size.Rounds; round++)
        {
            int[] places = Enumerable.Range(0, size.Forms).ToArray();
            for (int last = size.Forms - 1; last > 0; last--)
            {
                int other = random.Below(last + 1);
                (places[last], places[other]) = (places[other], places[last]);
            }

            orders[round] = places;
            latencies[round] =
            [
                .. places.Select((place, form) =>
                    100 * Math.Exp(slots[round * size.Forms + place]) * (form == size.Forms - 1 ? ratio : 1)),
            ];
        }

        for (int candidate = size.Forms - 1; candidate > 0; candidate--)
        {
            for (int baseline = 0; baseline < candidate; baseline++)
            {
                yield return
                [
                    .. latencies.Select(
                        (l, i) => new RoundPair(
                            l[baseline], l[candidate], i + 1, null, orders[i][baseline] < orders[i][candidate])),
                ];
            }
        }
    }

    private static bool IsWrong(Decision decision, double ratio) => decision.Verdict switch
    {
        Verdict.Gain => ratio >= 1,
        Verdict.Loss => ratio <= 1,
        _ => false,
    };
}
