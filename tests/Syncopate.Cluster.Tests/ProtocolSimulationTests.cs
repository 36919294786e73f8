using System.Globalization;
using Syncopate.Cluster.Tests.Simulating;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>The protocol in virtual time: kills, pauses, cuts, lost messages, wrong clocks, a store and a conductor that die, by a seed.
/// SYNCOPATE_CASES says how many schedules; each is run again alone by its seed.</summary>
public sealed class ProtocolSimulationTests
{
    private const int Schedules = 2_000;

    // Enough to find each planted mistake many times over.
    private const int PlantedSchedules = 400;

    [Fact]
    public void No_schedule_of_faults_loses_or_doubles_an_interval_or_hangs_or_lies()
    {
        int schedules = int.TryParse(Environment.GetEnvironmentVariable("SYNCOPATE_CASES"), NumberStyles.None,
            CultureInfo.InvariantCulture, out int asked)
            ? Math.Max(asked, Schedules)
            : Schedules;

        List<string> wrong = Wrong(schedules, PlantedFault.None);

        Assert.True(wrong.Count == 0, $"{wrong.Count} of {schedules} schedules: {string.Join("\n", wrong.Take(10))}");
    }

    [Theory]
    [InlineData("SentAgainIsNew", "that counts is")]
    [InlineData("AcknowledgedBeforeStored", "was acknowledged and is not stored")]
    [InlineData("ConductorIsAlwaysThere", "after its conductor died")]
    [InlineData("LeavesWithItsResults", "was acknowledged and is not stored")]
    public void A_mistake_that_is_planted_is_found(string planted, string what) =>
        Assert.Contains(Wrong(PlantedSchedules, Enum.Parse<PlantedFault>(planted)), wrong =>
            wrong.Contains(what, StringComparison.Ordinal));

    [Fact]
    public void A_schedule_is_the_same_each_time()
    {
        List<string> first = Wrong(100, PlantedFault.SentAgainIsNew);

        Assert.NotEmpty(first);
        Assert.Equal(first.Order(), Wrong(100, PlantedFault.SentAgainIsNew).Order());
    }

    // Each on a thread without a context, on which all that a world does is done.
    private static List<string> Wrong(int schedules, PlantedFault planted)
    {
        List<string> wrong = [];
        int next = -1;
        Thread[] threads = [.. Enumerable.Range(0, Math.Max(1, Environment.ProcessorCount)).Select(_ => new Thread(Work))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        return wrong;

        void Work()
        {
            for (int seed = Interlocked.Increment(ref next); seed < schedules; seed = Interlocked.Increment(ref next))
            {
                string? found = Found(seed, planted);
                if (found is null)
                    continue;
                lock (wrong)
                    wrong.Add(found);
            }
        }
    }

    private static string? Found(int seed, PlantedFault planted)
    {
        try
        {
            return new SimulatedWorld((ulong)seed, planted).Run();
        }
        catch (InvalidOperationException e)
        {
            return $"seed {seed}: {e.Message}";
        }
    }
}
