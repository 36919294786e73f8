using Syncopate.Planning.Formulas;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>
/// Where the closed network is exact and where it is not, by the Markov chain itself: users think, compute on shared
/// cores and wait, each for an exponential time, and who finds all threads taken queues.
/// Its stationary distribution is found by iteration, without any product form.
/// </summary>
public sealed class ThreadLimitTests
{
    private const int Users = 5;
    private const double Cpu = 0.05;
    private const double Wait = 0.15;
    private const double Cores = 1.5;

    [Theory]
    [InlineData(0.4, 5)]
    [InlineData(0.4, 9)]
    [InlineData(2, 5)]
    public void With_threads_for_all_users_the_network_is_exact(double think, int threads) =>
        Assert.Equal(1, Network(think, threads) / Chain(think, threads), 1e-6);

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    public void With_too_few_threads_and_users_who_think_it_is_an_approximation_of_a_few_percent(int threads)
    {
        double error = Math.Abs(Network(0.4, threads) / Chain(0.4, threads) - 1);

        Assert.InRange(error, 1e-6, 0.03);
    }

    private static double Network(double think, int threads) =>
        ClosedNetwork.Solve(new RequestDemand(Cpu, Wait), Cores, threads, Users, think).RequestsPerSecond;

    /// <summary>Answers per second: the rate at which waits end.</summary>
    private static double Chain(double think, int threads)
    {
        (int Computing, int Waiting, int Queued)[] states =
        [
            .. from computing in Enumerable.Range(0, Users + 1)
               from waiting in Enumerable.Range(0, Users + 1 - computing)
               from queued in Enumerable.Range(0, Users + 1 - computing - waiting)
               where computing + waiting <= threads && (queued == 0 || computing + waiting == threads)
               select (computing, waiting, queued),
        ];
        double fastest = Users * (1 / think + 1 / Cpu + 1 / Wait);
        Dictionary<(int Computing, int Waiting, int Queued), double> share = states.ToDictionary(s => s, _ => 1.0 / states.Length);
        for (int i = 0; i < 20_000; i++)
        {
            // Uniformisation: in a step so short that at most one thing happens, it happens with its rate over the greatest one.
            Dictionary<(int Computing, int Waiting, int Queued), double> next = share.ToDictionary(s => s.Key, _ => 0.0);
            foreach (((int Computing, int Waiting, int Queued) state, double p) in share)
            {
                double left = p;
                foreach (((int, int, int) to, double rate) in Moves(state, think, threads))
                {
                    next[to] += p * rate / fastest;
                    left -= p * rate / fastest;
                }

                next[state] += left;
            }

            share = next;
        }

        return share.Sum(s => s.Value * s.Key.Waiting / Wait);
    }

    private static IEnumerable<((int, int, int) To, double Rate)> Moves(
        (int Computing, int Waiting, int Queued) state, double think, int threads)
    {
        (int computing, int waiting, int queued) = state;
        int thinking = Users - computing - waiting - queued;
        if (thinking > 0)
        {
            yield return (
                computing + waiting < threads ? (computing + 1, waiting, queued) : (computing, waiting, queued + 1),
                thinking / think);
        }

        if (computing > 0)
            yield return ((computing - 1, waiting + 1, queued), Math.Min(computing, Cores) / Cpu);
        if (waiting > 0)
            yield return (queued > 0 ? (computing + 1, waiting - 1, queued - 1) : (computing, waiting - 1, queued), waiting / Wait);
    }
}
