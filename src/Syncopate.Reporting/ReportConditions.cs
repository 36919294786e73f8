namespace Syncopate.Reporting;

/// <summary>What the machine did while an experiment was measured, over all its measured slots; shares lie in 0 to 1.</summary>
/// <param name="BusyShare">Share of all processors' time in which they worked; null where the system does not report it, as
/// all of these.</param>
/// <param name="StolenShare">Share that the host of this virtual machine gave to others though there was work here.</param>
/// <param name="MostStolenShare">The same of the worst slot.</param>
/// <param name="OthersBusyShare">Share of the work that neither the generator nor the server did, in all processors' time.</param>
/// <param name="GeneratorWaitedShare">Share of the time in which the generator's busiest thread could run and waited
/// for a processor.</param>
/// <param name="TargetWaitedShare">How many threads of the server waited for a processor at once, on average.</param>
/// <param name="Sentence">The same in words; empty when nothing is known.</param>
internal sealed record ReportConditions(
    double? BusyShare, double? StolenShare, double? MostStolenShare, double? OthersBusyShare, double? GeneratorWaitedShare,
        double? TargetWaitedShare, string Sentence)
{
    /// <summary>Of which a doubt is made: what is stolen comes in bursts, and a slot is short.</summary>
    internal const double MuchStolen = 0.1;

    /// <summary>The conditions of these slots.</summary>
    /// <param name="slots">Measured slots, those of the noise form's second turn included.</param>
    /// <param name="cores">Processors of the machine; 0 where that is not known.</param>
    internal static ReportConditions Of(IReadOnlyList<Slot> slots, int cores)
    {
        double? busy = Mean(slots, s => s.Conditions?.BusyShare);
        double? stolen = Mean(slots, s => s.Conditions?.StolenShare);
        double? own = cores == 0 ? null : Mean(slots, s => s.Target is { } target
            ? (s.GeneratorCpuNanoseconds + target.CpuNanoseconds) / ((double)s.DurationNanoseconds * cores)
            : null);
        double? others = busy is { } all && own is { } known ? Math.Clamp(all - known, 0, 1) : (double?)null;
        double? generator = Mean(slots, s => (double?)s.Conditions?.GeneratorWaitedNanoseconds / s.DurationNanoseconds);
        double? target = Mean(slots, s => (double?)s.Conditions?.TargetWaitedNanoseconds / s.DurationNanoseconds);
        return new ReportConditions(busy, stolen, slots.Max(s => s.Conditions?.StolenShare) is { } most ? Math.Round(most, 4)
            : null, others, generator, target, Words(busy, stolen, others, generator));
    }

    /// <summary>Weighted by length; null when no slot has it.</summary>
    private static double? Mean(IReadOnlyList<Slot> slots, Func<Slot, double?> share)
    {
        List<Slot> known = slots.Where(s => s.DurationNanoseconds > 0 && share(s) is not null).ToList();
        double whole = known.Sum(s => (double)s.DurationNanoseconds);
        return known.Count == 0 ? null : Math.Round(known.Sum(s => (share(s) ?? 0) * s.DurationNanoseconds) / whole, 4);
    }

    private static string Words(double? busy, double? stolen, double? others, double? generator)
    {
        if (busy is not { } worked)
            return "";
        string shared = others is { } foreign ? $" ({Percent(foreign)} by other processes)" : "";
        string waited = generator is { } wait ? $" The generator waited for a processor {Percent(wait)} of the time." : "";
        string taken = stolen is { } gone ? $"; {Percent(gone)} was stolen by the host of this machine" : "";
        return $"While it was measured, CPU utilization was {Percent(worked)}{shared}{taken}.{waited}";

        static string Percent(double share) => FigureText.Percent(100 * share);
    }
}
