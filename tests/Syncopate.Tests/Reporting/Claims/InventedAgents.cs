using System.Globalization;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>Agents of invented figures: whole, late, busy, lost, with and without what each may leave out.</summary>
internal static class InventedAgents
{
    private static readonly string[] Reasons = ["its session ended", "its process was started anew",
        "it sent nothing for 4 s, though its session was there",
        "it was stopped, as another agent was lost"];

    /// <summary>Two to four agents; none for a load from one process.</summary>
    public static IReadOnlyList<AgentPart>? Of(Random random) => random.Next(2) == 0 ? null
        : [.. Enumerable.Range(1, random.Next(1, 5)).Select(number => Part(random, number))];

    private static AgentPart Part(Random random, int number)
    {
        bool isLost = random.Next(3) == 0;
        double? late = random.Next(4) == 0 ? null : Math.Exp(12 * random.NextDouble());
        return new AgentPart
        {
            Name = string.Create(CultureInfo.InvariantCulture, $"a{number}"),
            Machine = random.Next(2) == 0 ? "m1" : "m2",
            Cores = random.Next(1, 9),
            PerSecond = random.Next(2) == 0 ? null : 40_000 * random.NextDouble(),
            Part = random.Next(2) == 0 ? "17 users" : "400 requests/s",
            Count = random.Next(3) * random.NextInt64(3_000),
            Errors = random.Next(2) * random.NextInt64(40),
            StartedLateMicroseconds = late,
            ApartMicroseconds = late is null || random.Next(2) == 0 ? null : late * random.NextDouble(),
            RoundTripMicroseconds = Math.Exp(10 * random.NextDouble()),
            WallOffsetMicroseconds = 1e6 * (random.NextDouble() - 0.5),
            BusyShare = random.Next(4) == 0 ? null : random.Next(4) == 0 ? 0.9 + 0.1 * random.NextDouble() : random.NextDouble(),
            CpuNanoseconds = random.NextInt64(1_000_000_000),
            Missing = isLost ? Reasons[random.Next(Reasons.Length)] : null,
            LostAtSeconds = isLost && random.Next(2) == 0 ? 6 * random.NextDouble() : null,
            LateIntervals = isLost ? random.Next(3) : 0,
            Repeated = random.Next(4) == 0 ? random.Next(1, 3) : 0,
        };
    }
}
