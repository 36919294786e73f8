using System.Globalization;

namespace Syncopate.Watch.Processes;

/// <summary>How many processors Linux lets a process use: the list that it is bound to, and the limits of its control
/// groups, of either version.</summary>
/// <param name="processes">Folder of the processes: "/proc".</param>
/// <param name="groups">Folder of the control groups: "/sys/fs/cgroup".</param>
internal sealed class ProcessorLimits(string processes, string groups)
{
    private const string BoundTo = "Cpus_allowed_list:";
    private const string Processor = "cpu";

    // Places in the line of a processor: of the last word that counts, and among the times of that in which it ran nothing.
    private const int Steal = 8;
    private const int IdleTime = 3;

    // More in one range, and it is no list of processors.
    private const int MostProcessors = 65_536;

    /// <summary>Those of this machine.</summary>
    public static ProcessorLimits OfMachine { get; } = new("/proc", "/sys/fs/cgroup");

    /// <summary>Processors that a process is bound to; null when that is not known.</summary>
    public int? Bound(int processId) => Numbers(processId)?.Count;

    /// <summary>For how long the processors that a process is bound to have run nothing so far, and for how long there have been any, in
    /// the system's own unit; null when that is not known.</summary>
    public (long Idle, long All)? Idle(int processId)
    {
        if (Numbers(processId) is not { } bound)
            return null;
        (long idle, long all, int told) = (0, 0, 0);
        // "cpu3 user nice system idle iowait irq softirq steal guest guest_nice": guests are a part of the first two.
        foreach (string line in Lines(Path.Combine(processes, "stat")))
        {
            string[] words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (words.Length <= Steal
                || !words[0].StartsWith(Processor, StringComparison.Ordinal)
                || !int.TryParse(words[0].AsSpan(Processor.Length), NumberStyles.None, CultureInfo.InvariantCulture, out int number)
                || !bound.Contains(number))
            {
                continue;
            }

            long[] times = [.. words[1..(Steal + 1)].Select(word =>
                long.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out long time) ? time : 0)];
            (idle, all, told) = (idle + times[IdleTime] + times[IdleTime + 1], all + times.Sum(), told + 1);
        }

        return told == bound.Count && all > 0 ? (idle, all) : null;
    }

    /// <summary>The tightest limit of all its control groups in processors, and the time for which that limit has
    /// stopped threads so far; null for none.</summary>
    public (double Processors, double ThrottledSeconds)? Quota(int processId)
    {
        (double Processors, double ThrottledSeconds)? tightest = null;
        foreach (string folder in Folders(processId))
        {
            if (Limit(folder) is { } limit && (tightest is null || limit < tightest.Value.Processors))
                tightest = (limit, Throttled(folder));
        }

        return tightest;
    }

    private HashSet<int>? Numbers(int processId) =>
        Lines(Path.Combine(processes, processId.ToString(CultureInfo.InvariantCulture), "status"))
            .FirstOrDefault(line => line.StartsWith(BoundTo, StringComparison.Ordinal)) is { } line
            ? Numbers(line[BoundTo.Length..])
            : null;

    // "0-3,8": ranges and single ones.
    private static HashSet<int>? Numbers(string list)
    {
        HashSet<int> numbers = [];
        foreach (string range in list.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            string[] ends = range.Split('-');
            if (!int.TryParse(ends[0], CultureInfo.InvariantCulture, out int first)
                || !int.TryParse(ends[^1], CultureInfo.InvariantCulture, out int last)
                || last < first
                || last - first >= MostProcessors)
            {
                return null;
            }

            numbers.UnionWith(Enumerable.Range(first, last - first + 1));
        }

        return numbers.Count > 0 ? numbers : null;
    }

    // Lines are "number:controllers:path"; version 2 names none. A limit above holds for all below it. Within a
    // container the path may be the host's, and the container's own group is at the top.
    private IEnumerable<string> Folders(int processId)
    {
        foreach (string line in Lines(Path.Combine(processes, processId.ToString(CultureInfo.InvariantCulture), "cgroup")))
        {
            string[] parts = line.Split(':', 3);
            if (parts.Length < 3 || !(parts[1].Length == 0 || parts[1].Split(',').Contains("cpu")))
                continue;
            string top = parts[1].Length > 0 && Directory.Exists(Path.Combine(groups, parts[1])) ? Path.Combine(groups, parts[1])
                : parts[1].Length > 0 ? Path.Combine(groups, "cpu")
                : groups;
            string[] names = [.. parts[2].Split('/', StringSplitOptions.RemoveEmptyEntries).Where(name => name != "..")];
            for (int depth = names.Length; depth >= 0; depth--)
                yield return Path.Combine([top, .. names.Take(depth)]);
        }
    }

    private static double? Limit(string folder)
    {
        // Version 2: "50000 100000", or "max 100000".
        string[] both = (Lines(Path.Combine(folder, "cpu.max")).FirstOrDefault() ?? "").Split(' ');
        (string quota, string period) = both.Length == 2
            ? (both[0], both[1])
            : (
                Lines(Path.Combine(folder, "cpu.cfs_quota_us")).FirstOrDefault() ?? "",
                Lines(Path.Combine(folder, "cpu.cfs_period_us")).FirstOrDefault() ?? "");
        return long.TryParse(quota, CultureInfo.InvariantCulture, out long allowed)
                && long.TryParse(period, CultureInfo.InvariantCulture, out long of)
                && allowed > 0
                && of > 0
            ? (double)allowed / of
            : null;
    }

    // Version 2 in microseconds, version 1 in nanoseconds.
    private static double Throttled(string folder)
    {
        foreach (string line in Lines(Path.Combine(folder, "cpu.stat")))
        {
            string[] words = line.Split(' ');
            if (words.Length == 2
                && words[0] is "throttled_usec" or "throttled_time"
                && long.TryParse(words[1], CultureInfo.InvariantCulture, out long time))
            {
                return time / (words[0] == "throttled_usec" ? 1e6 : 1e9);
            }
        }

        return 0;
    }

    private static string[] Lines(string path)
    {
        try
        {
            return File.Exists(path) ? File.ReadAllLines(path) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return []; // It has ended, or may not be seen.
        }
    }
}
