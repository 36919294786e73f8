using static System.FormattableString;

namespace Syncopate.Reporting.Gates;

/// <summary>Whether two results come from machines and tools whose figures can be compared.</summary>
internal static class GateMachines
{
    private const double MostMemoryShare = 0.1;

    /// <exception cref="NotSupportedException">They cannot, and that was not allowed.</exception>
    public static void Check(GateResult baseline, GateResult result, bool allowed)
    {
        if (!allowed && Differences(baseline.Machine, result.Machine).ToList() is { Count: > 0 } differences)
        {
            throw new NotSupportedException(
                $"The baseline was measured on another machine: {string.Join("; ", differences.Select(GateText.Plain))}. "
                    + "Nothing was compared. Measure a baseline here, or compare all the same: --allow-different");
        }
    }

    /// <summary>What differs and may explain a change, one sentence each.</summary>
    public static IEnumerable<string> Notes(GateResult baseline, GateResult result)
    {
        var (before, after) = (baseline.Machine, result.Machine);
        foreach (string difference in Differences(before, after)) yield return $"Another machine than the baseline's: {difference}.";
        if (before.Runtime != after.Runtime)
            yield return $"Another runtime than the baseline's: {before.Runtime} there, {after.Runtime} here.";
        if (before.OperatingSystem != after.OperatingSystem)
            yield return $"Another system than the baseline's: {before.OperatingSystem} there, {after.OperatingSystem} here.";
        if (Math.Abs(before.MemoryBytes - after.MemoryBytes) > MostMemoryShare * Math.Max(before.MemoryBytes, after.MemoryBytes))
        {
            yield return Invariant($"More or less memory than the baseline's: {before.MemoryBytes / 1_048_576:N0} MB there, ")
                + Invariant($"{after.MemoryBytes / 1_048_576:N0} MB here.");
        }

        if (baseline.ToolVersion != result.ToolVersion)
            yield return $"Another version of the tool than the baseline's: {baseline.ToolVersion} there, {result.ToolVersion} here.";
        if (IsBusy(after))
        {
            yield return Invariant(
                $"The machine was busy before the run: {after.LoadAverage:0.0} runnable threads on {after.Cores} cores.");
        }

        if (IsBusy(before))
        {
            yield return Invariant(
                $"The machine was busy before the baseline's run: {before.LoadAverage:0.0} runnable threads on {before.Cores} cores.");
        }
    }

    /// <summary>What two machines must share to be compared, in words: equal exactly when there are no <see cref="Differences"/>.</summary>
    public static string Key(Machine machine) =>
        Invariant($"{machine.Cores} cores, {machine.Architecture}, {Kind(machine.OperatingSystem)}");

    /// <summary>Whether more was running than the machine has cores, before a run.</summary>
    public static bool IsBusy(Machine machine) => machine.LoadAverage > machine.Cores;

    public static IEnumerable<string> Differences(Machine before, Machine after)
    {
        if (before.Cores != after.Cores) yield return Invariant($"{before.Cores} cores there, {after.Cores} here");
        if (before.Architecture != after.Architecture) yield return $"{before.Architecture} there, {after.Architecture} here";
        if (Kind(before.OperatingSystem) != Kind(after.OperatingSystem))
            yield return $"{before.OperatingSystem} there, {after.OperatingSystem} here";
    }

    /// <summary>The system without its version, which changes under a build every few weeks.</summary>
    private static string Kind(string operatingSystem) => operatingSystem.Split(' ')[0];
}
