using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;

namespace Syncopate.Bench;

/// <summary>How many requests a second one core simulates, in each form of a plan; and whether equal seeds gave equal
/// figures each time.</summary>
internal static class PlanBench
{
    private const double Seconds = 200;

    public static void Run(int rounds)
    {
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{Environment.ProcessorCount} cores, {RuntimeInformation.RuntimeIdentifier}, {RuntimeInformation.FrameworkDescription}; {rounds} rounds, one thread, seed 1\n\n| form | load | simulated requests/s: median | lowest | highest | equal each time |\n|---|---|---|---|---|---|"));
        foreach (WaitStyle style in Enum.GetValues<WaitStyle>())
        {
            // 2 ms on four cores at 1,000/s: half of them busy. The forms that block have threads for all, or there
            // would be nothing but a queue to simulate.
            PoolScenario scenario = new()
            {
                Endpoints = [new PlannedEndpoint(new RequestDemand(0.002, 0.05))],
                Style = style,
                Load = Arrivals.AtRate(1_000, TimeSpan.FromSeconds(Seconds)),
                ArrivesAtRandom = true,
                Cores = 4,
                MinimumThreads = 100,
            };
            PoolSimulation.Run(scenario, PoolConstants.Net10, 1); // Compiles the code.
            List<(double PerSecond, PoolOutcome Outcome)> found = [.. Enumerable.Range(0, rounds).Select(_ => Once(scenario))];
            double[] speeds = [.. found.Select(f => f.PerSecond).Order()];
            bool equal = found.All(f => f.Outcome.MeanMilliseconds.Equals(found[0].Outcome.MeanMilliseconds) && f.Outcome.Pool.SequenceEqual(found[0].Outcome.Pool));
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"| {style} | 1,000/s of 2 + 50 ms | {speeds[rounds / 2]:N0} | {speeds[0]:N0} | {speeds[^1]:N0} | {(equal ? "yes" : "NO")} |"));
        }
    }

    private static (double PerSecond, PoolOutcome Outcome) Once(PoolScenario scenario)
    {
        long started = Stopwatch.GetTimestamp();
        PoolOutcome outcome = PoolSimulation.Run(scenario, PoolConstants.Net10, 1);
        return (outcome.Count / Stopwatch.GetElapsedTime(started).TotalSeconds, outcome);
    }
}
