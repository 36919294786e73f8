using Syncopate.Reporting.Gates;
using static System.FormattableString;

namespace Syncopate.Reporting.History;

/// <summary>Parts results by the machines that they were measured on: two of one size may be twice as fast as each other, and by turns
/// they would look like a code that changes every day.</summary>
internal static class HistoryMachines
{
    // As sections of a page; hosts of a cloud may be many.
    private const int MostDrawn = 20;

    // Two hosts with a result each may be two machines; of these more are made for a job.
    private const int FewestPassing = 3;

    private const int MostNamed = 3;

    /// <summary>The machines with at least two results, or else the one with the newest; those with the most results first, of
    /// two with as many the one with the newer result. Results that do not know their machine are left out, or, where none does, all
    /// but one are: two of them were measured anywhere, at any time.</summary>
    /// <param name="results">In order of time; at least one.</param>
    /// <param name="notes">Gets what was left out or put together, one sentence each.</param>
    public static IReadOnlyList<MachineResults> Divide(IReadOnlyList<GateResult> results, ICollection<string> notes)
    {
        List<GateResult> lost = [.. results.Where(r => !Wording.IsKnown(r.Machine))];
        if (lost.Count > 0)
            notes.Add(Lost(lost, lost.Count == results.Count));
        if (lost.Count == results.Count)
            return [new MachineResults(MachineMatch.Key(lost[^1].Machine), [lost[^1]])];
        IReadOnlyList<GateResult> ordered = [.. results.Where(r => Wording.IsKnown(r.Machine))];
        List<MachineResults> all = [.. Named(ordered, notes)
            .OrderByDescending(m => m.Results.Count)
            .ThenByDescending(m => m.Results[^1].StartedUtc)];
        List<MachineResults> drawn = [.. all.Where((m, i) => i == 0 || m.Results.Count > 1).Take(MostDrawn)];
        if (LeftOut(ordered, all, drawn) is { } note)
            notes.Add(note);
        return drawn;
    }

    /// <summary>What is not known of results whose run header was lost, and what follows for them.</summary>
    private static string Lost(List<GateResult> lost, bool areAll)
    {
        bool isOne = lost.Count == 1;
        int more = lost.Count - MostNamed;
        string names = $"{string.Join(", ", lost.Take(MostNamed).Select(r => r.Path))}"
            + (more > 0 ? $", and {FigureText.Count(more)} more" : "");
        string subject = isOne ? $"{names} has lost its run header" : $"{FigureText.Count(lost.Count)} results have lost their run headers";
        string time = lost.TrueForAll(r => r.StartedUtc <= DateTimeOffset.UnixEpoch) ? "when and " : "";
        string unknown = $"{time}on which machine {(isOne ? "it was" : "each was")} measured is not known";
        return (isOne, areAll) switch
        {
            (true, true) => $"{subject}: {unknown}.",
            (true, false) => $"{subject}: {unknown}, so it is not drawn with the others.",
            (false, true) => $"{subject}: {unknown}, so they are not drawn as one series: {names}. Drawn is {lost[^1].Path} alone.",
            (false, false) => $"{subject}: {unknown}, so they are not drawn with the others: {names}.",
        };
    }

    private static string? LeftOut(IReadOnlyList<GateResult> ordered, List<MachineResults> all, List<MachineResults> drawn)
    {
        int others = ordered.Count - drawn.Sum(m => m.Results.Count);
        if (others == 0)
            return null;
        string newest = drawn.Exists(m => ReferenceEquals(m.Results[^1], ordered[^1]))
            ? ""
            : $" The newest of all, {ordered[^1].Path}, is among those left out.";
        // Those with the most come first, so the last one that is drawn and the first one that is not may have as many.
        bool isTied = drawn[^1].Results.Count == all[drawn.Count].Results.Count;
        string which = (drawn.Count, isTied) switch
        {
            (1, false) => "drawn is the machine with the most results",
            (1, true) => "drawn is the machine with the newest result",
            (_, false) => "drawn are the machines with the most results",
            (_, true) => $"drawn are {FigureText.Count(drawn.Count)} of the machines with the most results",
        };
        return $"{Wording.Plural(others, "result")} of {Wording.Plural(all.Count - drawn.Count, "other machine")} left out; "
            + $"{which}: {string.Join("; ", drawn.Select(m => m.Name))}.{newest}";
    }

    private static List<MachineResults> Named(IReadOnlyList<GateResult> ordered, ICollection<string> notes)
    {
        ILookup<bool, GateResult> named = ordered.ToLookup(r => MachineMatch.IsNamed(r.Machine));
        HashSet<GateResult> passing = Passing(named[true], notes);
        List<MachineResults> machines = [.. named[true].GroupBy(Key).SelectMany(ByMemory)];
        foreach (MachineResults unnamed in named[false].GroupBy(r => MachineMatch.Key(r.Machine)).SelectMany(ByMemory))
        {
            List<MachineResults> fitting = machines.FindAll(
                m => MachineMatch.IsNamed(m.Results[0].Machine) && CouldBe(m.Results[0].Machine, unnamed.Results[0].Machine));
            if (fitting is not [var one])
            {
                machines.Add(unnamed);
                continue;
            }

            machines[machines.IndexOf(one)] = one with { Results = [.. one.Results.Concat(unnamed.Results).OrderBy(Place(ordered))] };
            notes.Add($"{Wording.Plural(unnamed.Results.Count, "result does", "results do")} not say which processor and host "
                + $"{(unnamed.Results.Count == 1 ? "it is" : "they are")} of; drawn with the only machine of that size: {one.Name}.");
        }

        return machines;

        string Key(GateResult result) => MachineMatch.Key(passing.Contains(result) ? WithoutHost(result.Machine) : result.Machine);
    }

    /// <summary>Results of hosts that measured once, where several of the same kind did: names that each machine made for a job has anew.
    /// Without them they are told apart by processor and memory, as those are that do not say their host.</summary>
    private static HashSet<GateResult> Passing(IEnumerable<GateResult> named, ICollection<string> notes)
    {
        GateResult[] single =
        [
            .. named.Where(r => r.Machine is { Host: not null, Processor: not null })
                .GroupBy(r => MachineMatch.Key(r.Machine))
                .Where(host => host.Count() == 1)
                .Select(host => host.First()),
        ];
        HashSet<GateResult> passing = new(ReferenceEqualityComparer.Instance);
        foreach (IGrouping<string, GateResult> kind in single.GroupBy(r => MachineMatch.Key(WithoutHost(r.Machine)))
            .Where(kind => kind.Count() >= FewestPassing))
        {
            passing.UnionWith(kind);
            notes.Add($"{FigureText.Count(kind.Count())} hosts have a single result each, as machines do that are made for a job; they are "
                + $"distinguished by processor and memory alone: {kind.Key}.");
        }

        return passing;
    }

    private static Machine WithoutHost(Machine machine) => machine with { Host = null };

    private static Func<GateResult, int> Place(IReadOnlyList<GateResult> ordered)
    {
        Dictionary<GateResult, int> places = new(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < ordered.Count; i++)
            places[ordered[i]] = i;
        return result => places[result];
    }

    private static bool CouldBe(Machine named, Machine unnamed) =>
        MachineMatch.Kind(named) == MachineMatch.Kind(unnamed) && MachineMatch.IsAsLarge(named, unnamed);

    /// <summary>Where no host is reported, memory is the next that distinguishes machines.</summary>
    private static IEnumerable<MachineResults> ByMemory(IGrouping<string, GateResult> machine)
    {
        if (machine.First().Machine.Host is { } host && machine.All(r => r.Machine.Host == host))
            return [new MachineResults(machine.Key, [.. machine])];
        List<List<GateResult>> sizes = [];
        foreach (GateResult result in machine.OrderBy(r => r.Machine.MemoryBytes))
        {
            if (sizes.Count > 0 && MachineMatch.IsAsLarge(sizes[^1][0].Machine, result.Machine))
                sizes[^1].Add(result);
            else
                sizes.Add([result]);
        }

        HashSet<GateResult>[] sets = [.. sizes.Select(s => s.ToHashSet<GateResult>(ReferenceEqualityComparer.Instance))];
        return sets.Select(set => new MachineResults(
            sets.Length == 1 ? machine.Key : Invariant($"{machine.Key}, {set.First().Machine.MemoryBytes / (double)(1 << 30):0.#} GiB"),
            [.. machine.Where(set.Contains)]));
    }
}

/// <summary>The results of one machine.</summary>
/// <param name="Name">What distinguishes it from the others, such as "2 cores, X64, Debian, AMD EPYC 7763, build-7".</param>
/// <param name="Results">In order of time; at least one.</param>
internal sealed record MachineResults(string Name, IReadOnlyList<GateResult> Results);
