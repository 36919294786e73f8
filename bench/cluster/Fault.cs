using System.Globalization;

namespace Syncopate.ClusterBench;

/// <summary>What can happen to an agent, to its way, or to the database.</summary>
internal enum FaultKind
{
    Kill,
    End,
    Pause,
    Cut,
    Delay,
    DatabaseKill,
}

/// <summary>One fault of a plan.</summary>
/// <param name="Kind">What happens.</param>
/// <param name="Agent">To whom, from 1; of no meaning to the database.</param>
/// <param name="After">How long after the start of the round.</param>
/// <param name="Lasts">For how long.</param>
internal sealed record Fault(FaultKind Kind, int Agent, TimeSpan After, TimeSpan Lasts)
{
    private static readonly int Kinds = Enum.GetValues<FaultKind>().Length;

    /// <summary>Draws one: the longest last longer than anybody waits for an agent.</summary>
    public static Fault Draw(Random random, int agents, TimeSpan round)
    {
        FaultKind kind = (FaultKind)random.Next(Kinds);
        TimeSpan after = TimeSpan.FromMilliseconds(random.Next(100, (int)round.TotalMilliseconds));
        int lasts = kind == FaultKind.DatabaseKill ? random.Next(50, 3_000) : random.Next(50, 6_000);
        return new Fault(kind, random.Next(1, agents + 1), after, TimeSpan.FromMilliseconds(lasts));
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"{Kind} of {(Kind == FaultKind.DatabaseKill ? "all" : $"a{Agent}")} after {After.TotalSeconds:0.0} s for "
            + $"{Lasts.TotalSeconds:0.0} s");
}
