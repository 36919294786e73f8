using System.Globalization;
using Syncopate.Statistics;

namespace Syncopate.Tests.Statistics;

/// <summary>A kind of noise: what chance adds to the logarithm of each slot of a run, slot after slot in time.</summary>
/// <param name="Name">As the tables call it; a figure in it is the standard deviation of a round's log ratio.</param>
/// <param name="Draw">The noise of so many slots. Deterministic for the state of the generator.</param>
internal sealed record SlotNoise(string Name, Func<Xoshiro256, int, double[]> Draw)
{
    /// <summary>Calm, noisy, heavy-tailed, bursty, drifting and autocorrelated.</summary>
    public static IReadOnlyList<SlotNoise> All { get; } =
    [
        .. from deviation in new[] { 0.02, 0.1, 0.15, 0.2, 0.3, 0.6, 1 } select Independent(
            FormattableString.Invariant($"normal {deviation:0.00}"), r => deviation / Math.Sqrt(2) * Gaussian(r)),
        .. from deviation in new[] { 0.3, 1 } select Independent(
            FormattableString.Invariant($"Student t, 3 degrees {deviation:0.00}"), r => deviation / Math.Sqrt(6) * StudentOf3(r)),
        .. from scale in new[] { 0.1, 0.5 } select Independent(
            FormattableString.Invariant($"Cauchy, scale {scale:0.0} per slot"),
            r => Math.Clamp(scale * Math.Tan(Math.PI * (r.Uniform() - 0.5)), -50, 50)),
        Independent(
            "spikes of 2 to 10 x in a fifth of the slots",
            r => 0.1 * Gaussian(r) + (r.Uniform() < 0.2 ? Math.Log(2 + 8 * r.Uniform()) : 0)),
        new("bursts of 1.5 to 8 x, of two slots on average", Bursts),
        new("fast or four times slower, changing after five slots", (r, n) => Switching(r, n, 4, 0.2)),
        new("autocorrelated, 0.8 from slot to slot, 0.6 a slot", (r, n) => Autocorrelated(r, n, 0.8, 0.6)),
        new("autocorrelated, 0.5 from slot to slot, 1.0 a slot", (r, n) => Autocorrelated(r, n, 0.5, 1)),
        new("drift, 1.15 x a slot on average", (r, n) => Drifting(r, n, 0.14)),
        new("drift, 1.5 x a slot on average", (r, n) => Drifting(r, n, 0.4)),
        new("quiet machine of docs/method.md", (r, n) => Machine(r, n, MachineNoise.Quiet)),
        new("noisy machine of docs/method.md", (r, n) => Machine(r, n, MachineNoise.Noisy)),
    ];

    /// <summary>No machine seen is like these; they show where the early look ends.</summary>
    public static IReadOnlyList<SlotNoise> Extreme { get; } =
    [
        Independent("each slot fast or twice slower, by a coin", r => 0.05 * Gaussian(r) + (r.Uniform() < 0.5 ? Math.Log(2) : 0)),
        Independent("each slot fast or four times slower, by a coin", r => 0.05 * Gaussian(r) + (r.Uniform() < 0.5 ? Math.Log(4) : 0)),
        Independent(
            "spikes of 2 to 10 x in half of the slots", r => 0.1 * Gaussian(r) + (r.Uniform() < 0.5 ? Math.Log(2 + 8 * r.Uniform()) : 0)),
        Independent("anything from 1 to 7.4 x, equally often", r => 2 * r.Uniform()),
        Independent("normal 2.00", r => 2 / Math.Sqrt(2) * Gaussian(r)),
        new(
            "every second slot 1.2 x slower",
            (r, n) => [.. Enumerable.Range(0, n).Select(i => 0.02 * Gaussian(r) + (i % 2) * Math.Log(1.2))]),
        new(
            "every second slot 1.5 x slower",
            (r, n) => [.. Enumerable.Range(0, n).Select(i => 0.02 * Gaussian(r) + (i % 2) * Math.Log(1.5))]),
    ];

    /// <summary>Slots of real runs: as they were, and stretched or shrunk until a form differs from itself by 10, 30
    /// and 60 %, the standard deviation of the log ratio of neighbouring slots.</summary>
    public static IReadOnlyList<SlotNoise> Replayed { get; } =
        [.. from line in Recorded() from percent in new int?[] { null, 10, 30, 60 } select Replay(line.Name, line.Logarithms, percent)];

    /// <summary>From a random place on, and around.</summary>
    private static SlotNoise Replay(string name, double[] logarithms, int? percent)
    {
        double deviation = Math.Sqrt(logarithms.Zip(logarithms.Skip(1), (a, b) => (b - a) * (b - a)).Average());
        double factor = percent is { } wanted ? Math.Log(1 + wanted / 100.0) / deviation : 1;
        return new(FormattableString.Invariant($"replay at {100 * (Math.Exp(factor * deviation) - 1):0} %{(percent is null ? " as it was" : "")}: {name}"), (r, n) =>
        {
            int from = r.Below(logarithms.Length);
            return [.. Enumerable.Range(0, n).Select(i => factor * logarithms[(from + i) % logarithms.Length])];
        });
    }

    /// <summary>RecordedSlots.txt says what was recorded and how.</summary>
    private static IEnumerable<(string Name, double[] Logarithms)> Recorded()
    {
        // Both projects that link this file embed it.
        using StreamReader reader = new StreamReader(typeof(SlotNoise).Assembly.GetManifestResourceStream("RecordedSlots.txt")!);
        while (reader.ReadLine() is { } line)
        {
            if (line.Length > 0 && line[0] != '#' && line.Split(": ") is [var name, var slots])
                yield return (name, [.. slots.Split(' ').Select(s => Math.Log(double.Parse(s, CultureInfo.InvariantCulture)))]);
        }
    }

    /// <summary>A standard normal draw, by Box and Muller.</summary>
    public static double Gaussian(Xoshiro256 random) => Math.Sqrt(2 * random.Exponential()) * Math.Cos(2 * Math.PI * random.Uniform());

    private static SlotNoise Independent(string name, Func<Xoshiro256, double> slot) => new(name, (r, n) =>
    {
        double[] slots = new double[n];
        for (int i = 0; i < n; i++)
            slots[i] = slot(r);
        return slots;
    });

    private static double StudentOf3(Xoshiro256 random)
    {
        double squares = Enumerable.Range(0, 3).Sum(_ => Math.Pow(Gaussian(random), 2));
        return Gaussian(random) / Math.Sqrt(squares / 3);
    }

    private static double[] Bursts(Xoshiro256 random, int count)
    {
        var (slots, burst, wander) = (new double[count], 0.0, Gaussian(random));
        for (int i = 0; i < count; i++)
        {
            if (random.Uniform() < 0.5)
                burst = 0;
            if (random.Uniform() < 0.3)
                burst = Math.Log(1.5 + 6.5 * random.Uniform());
            wander = 0.8 * wander + 0.6 * Gaussian(random);
            slots[i] = burst + 0.3 * wander + 0.1 * Gaussian(random);
        }

        return slots;
    }

    private static double[] Switching(Xoshiro256 random, int count, double factor, double share)
    {
        var (slots, isSlow) = (new double[count], random.Uniform() < 0.5);
        for (int i = 0; i < count; i++)
        {
            isSlow ^= random.Uniform() < share;
            slots[i] = 0.05 * Gaussian(random) + (isSlow ? Math.Log(factor) : 0);
        }

        return slots;
    }

    private static double[] Autocorrelated(Xoshiro256 random, int count, double correlation, double deviation)
    {
        var (slots, state) = (new double[count], Gaussian(random));
        for (int i = 0; i < count; i++)
        {
            slots[i] = deviation * state;
            state = correlation * state + Math.Sqrt(1 - correlation * correlation) * Gaussian(random);
        }

        return slots;
    }

    private static double[] Drifting(Xoshiro256 random, int count, double slope)
    {
        double drawn = slope * Gaussian(random);
        return [.. Enumerable.Range(0, count).Select(i => drawn * i + 0.1 * Gaussian(random))];
    }

    private static double[] Machine(Xoshiro256 random, int count, MachineNoise.Model model)
    {
        MachineNoise machine = new(model, random.Next());
        return [.. Enumerable.Range(0, count).Select(_ => Math.Log(machine.NextSlot()))];
    }
}
