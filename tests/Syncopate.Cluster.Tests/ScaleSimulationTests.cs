using Syncopate.Cluster.Conducting;
using Syncopate.Cluster.Tests.Simulating;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>A thousand agents in virtual time. The figures are those of docs/scale.md; all of them are counts and virtual times, and the
/// same on every machine.</summary>
public sealed class ScaleSimulationTests
{
    private const int Agents = 1_000;

    [Fact]
    public void A_thousand_agents_begin_send_and_end_as_one_and_ask_little_of_the_database()
    {
        SimulatedCrowd crowd = Run(killsOne: false);

        Assert.True(crowd.Outcome.IsComplete);
        Assert.Equal(Agents * crowd.Length, crowd.Kept);
        Tell(crowd);
        // Four questions a second, and an interval stored: docs/scale.md counts with 5.
        Assert.InRange(crowd.CallsPerAgentAndSecond, 3, 6);
        Assert.InRange(crowd.PreparedFor.TotalSeconds, 0.3, 2);
    }

    /// <summary>Agents, their database and who coordinates may share processors, and whoever waits for one begins late. Without
    /// regard to the start some hundred of a thousand would ask in these 10 ms, and the conductor in every third run.</summary>
    [Fact]
    public void Nobody_asks_the_database_just_before_the_load_begins()
    {
        SimulatedCrowd crowd = Run(killsOne: false);

        Assert.Equal((0, 0), (crowd.AskedByAgentsBeforeStart, crowd.AskedByConductorBeforeStart));
    }

    /// <summary>Each way takes up to 20 ms, by chance, and an agent of the simulation asks for the clock twice: by these two answers alone
    /// a quarter of them would begin more than 4 ms too early or too late. All that it hears says what the clock is.</summary>
    [Fact]
    public void All_that_agents_hear_before_a_start_has_them_begin_as_one()
    {
        IReadOnlyList<TimeSpan> begun = Run(killsOne: false).Begun;

        TimeSpan middle = begun[Agents / 2];
        Assert.Equal(Agents, begun.Count);
        Assert.InRange(begun.Count(at => (at - middle).Duration() > TimeSpan.FromMilliseconds(4)), 0, Agents / 20);
    }

    [Fact]
    public void One_of_a_thousand_that_is_killed_is_told_within_a_tenth_of_a_second_and_harms_nobody()
    {
        SimulatedCrowd crowd = Run(killsOne: true);

        Tell(crowd);
        PartOutcome lost = Assert.Single(crowd.Outcome.Parts, part => !part.IsComplete);
        Assert.Equal("its session ended and did not come back", lost.Missing);
        Assert.NotNull(crowd.ToldAfter);
        Assert.InRange(crowd.ToldAfter.Value.TotalMilliseconds, 1, 100); // Two looks, with up to 40 ms of ways in each.
    }

    // On a thread without a context, on which all that the world does is done.
    private static SimulatedCrowd Run(bool killsOne)
    {
        SimulatedCrowd? crowd = null;
        Exception? wrong = null;
        Thread thread = new(() =>
        {
            try
            {
                crowd = SimulatedCrowd.Run(Agents, killsOne);
            }
            catch (InvalidOperationException e)
            {
                wrong = e;
            }
        });
        thread.Start();
        thread.Join();
        return crowd ?? throw wrong!; // One of the two is there.
    }

    private static void Tell(SimulatedCrowd crowd) => TestContext.Current.TestOutputHelper?.WriteLine(FormattableString.Invariant(
        $"{crowd.CallsPerAgentAndSecond:0.00} calls per second of each agent; begun {crowd.PreparedFor.TotalMilliseconds:0} ms after the ")
        + FormattableString.Invariant($"order; told {crowd.ToldAfter?.TotalMilliseconds:0} ms after the kill; {crowd.Kept} intervals"));
}
