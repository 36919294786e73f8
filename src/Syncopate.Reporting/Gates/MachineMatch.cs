using static System.FormattableString;

namespace Syncopate.Reporting.Gates;

/// <summary>Whether two results come from machines and tools whose figures can be compared.</summary>
internal static class MachineMatch
{
    private const double MostMemoryShare = 0.1;

    /// <exception cref="NotSupportedException">They cannot, and that was not allowed.</exception>
    public static void Check(GateResult baseline, GateResult result, bool allowed)
    {
        if (!allowed && !IsHostAlone(baseline.Machine, result.Machine)
            && Differences(baseline.Machine, result.Machine).ToList() is { Count: > 0 } differences)
        {
            string what = IsUnknown(baseline.Machine, result.Machine)
                ? "It is not known whether the baseline was measured on the same machine"
                : "The baseline was measured on another machine";
            throw new NotSupportedException(
                $"{what}: {string.Join("; ", differences.Select(GateText.Plain))}. "
                    + "Nothing was compared. Measure a baseline here, or compare all the same: --allow-different");
        }
    }

    /// <summary>What differs and may explain a change, one sentence each.</summary>
    public static IEnumerable<string> Notes(GateResult baseline, GateResult result)
    {
        var (before, after) = (baseline.Machine, result.Machine);
        bool isHostAlone = IsHostAlone(before, after);
        foreach (string difference in Differences(before, after))
        {
            yield return isHostAlone
                ? $"Another host than the baseline's: {before.Host} there, {after.Host} here, with the same processor and memory. "
                    + "A machine that is made for a job has a new name each time; two that are not may differ in speed."
                : IsUnknown(before, after) ? $"It is not known whether the machine is the baseline's: {difference}."
                : $"Another machine than the baseline's: {difference}.";
        }

        // Of a machine that is not known nothing else can be said.
        foreach (string note in IsUnknown(before, after) ? [] : Others(baseline, result))
            yield return note;
        if (IsBusy(after))
        {
            yield return $"The machine was busy before the run: {Load(after)} runnable threads on {Wording.Plural(after.Cores, "core")}.";
        }

        if (IsBusy(before))
        {
            yield return $"The machine was busy before the baseline's run: {Load(before)} runnable threads on "
                + $"{Wording.Plural(before.Cores, "core")}.";
        }
    }

    // "2.0 on 2 cores" is not busy.
    private static string Load(Machine machine) =>
        machine.LoadAverage is { } load ? FigureText.Beside(Invariant($"{load:0.0}"), load, machine.Cores) : FigureText.Missing;

    private static IEnumerable<string> Others(GateResult baseline, GateResult result)
    {
        var (before, after) = (baseline.Machine, result.Machine);
        string[] unsaid =
        [
            .. before.Processor is null && after.Processor is not null ? new[] { "processor" } : [],
            .. before.Host is null && after.Host is not null ? new[] { "host" } : [],
        ];
        if (unsaid.Length > 0)
            yield return $"The baseline does not record its {string.Join(" and ", unsaid)}, so it may be from another machine.";
        if (before.Runtime != after.Runtime)
            yield return $"Another runtime than the baseline's: {before.Runtime} there, {after.Runtime} here.";
        if (before.OperatingSystem != after.OperatingSystem)
            yield return $"Another system than the baseline's: {before.OperatingSystem} there, {after.OperatingSystem} here.";
        if (!IsAsLarge(before, after))
        {
            yield return Invariant($"More or less memory than the baseline's: {before.MemoryBytes / 1_048_576:N0} MiB there, ")
                + Invariant($"{after.MemoryBytes / 1_048_576:N0} MiB here.");
        }

        if (baseline.ToolVersion != result.ToolVersion)
            yield return $"Another version of the tool than the baseline's: {baseline.ToolVersion} there, {result.ToolVersion} here.";
    }

    /// <summary>The size of a machine and its system, in words.</summary>
    public static string Kind(Machine machine) => !Wording.IsKnown(machine) ? Wording.Name(machine)
        : $"{Wording.Plural(machine.Cores, "core")}, {machine.Architecture}, {Kind(machine.OperatingSystem)}";

    /// <summary>What two machines must share to be compared, in words: equal exactly when there are no <see cref="Differences"/>
    /// and both say as much about themselves; of machines that are not known it says just that.</summary>
    public static string Key(Machine machine) => string.Join(
        ", ", new[] { Kind(machine), machine.Processor, machine.Host }.OfType<string>());

    /// <summary>Whether it says which one of its size it is.</summary>
    public static bool IsNamed(Machine machine) => machine.Processor is not null || machine.Host is not null;

    /// <summary>Whether more was running than the machine has cores, before a run.</summary>
    public static bool IsBusy(Machine machine) => machine.LoadAverage > machine.Cores;

    /// <summary>Whether two machines that say which ones they are differ in their names alone: it may be one that is made for each job.
    /// Of a processor that is not known nothing says that it is the same.</summary>
    public static bool IsHostAlone(Machine before, Machine after) =>
        Differ(before.Host, after.Host)
        && before.Processor is not null
        && after.Processor is not null
        && IsAsLarge(before, after)
        && !Differences(before, after with { Host = before.Host }).Any();

    /// <summary>Whether they have much the same memory; one that is started again has a little more or less.</summary>
    public static bool IsAsLarge(Machine one, Machine other) =>
        Math.Abs(one.MemoryBytes - other.MemoryBytes) <= MostMemoryShare * Math.Max(one.MemoryBytes, other.MemoryBytes);

    public static IEnumerable<string> Differences(Machine before, Machine after)
    {
        if (IsUnknown(before, after))
        {
            yield return Wording.IsKnown(before) ? "the result has lost what it says of its machine"
                : Wording.IsKnown(after) ? "the baseline has lost what it says of its machine"
                : "the result and the baseline have lost what they say of their machines";
            yield break;
        }

        if (before.Cores != after.Cores)
            yield return Invariant($"{Wording.Plural(before.Cores, "core")} there, {after.Cores:N0} here");
        if (before.Architecture != after.Architecture)
            yield return $"{before.Architecture} there, {after.Architecture} here";
        if (Kind(before.OperatingSystem) != Kind(after.OperatingSystem))
            yield return $"{before.OperatingSystem} there, {after.OperatingSystem} here";
        if (Differ(before.Processor, after.Processor))
            yield return $"processor {before.Processor} there, {after.Processor} here";
        if (Differ(before.Host, after.Host))
            yield return $"host {before.Host} there, {after.Host} here";
    }

    /// <summary>Whether one of them is of a journal that lost its header: cores are none of it, and two of them are not known to be the
    /// same.</summary>
    private static bool IsUnknown(Machine before, Machine after) => !Wording.IsKnown(before) || !Wording.IsKnown(after);

    /// <summary>What one of them does not say is no difference: older versions recorded neither.</summary>
    private static bool Differ(string? before, string? after) => before is not null && after is not null && before != after;

    /// <summary>The system without its version, which changes under a build every few weeks.</summary>
    private static string Kind(string operatingSystem) => operatingSystem.Split(' ')[0];
}
