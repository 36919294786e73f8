using System.Globalization;

namespace Syncopate.Watch.Processes;

/// <summary>How many processors Linux lets a process use: the list that it is bound to, and the limits of its control
/// groups, of either version.</summary>
/// <param name="processes">Folder of the processes: "/proc".</param>
/// <param name="groups">Folder of the control groups: "/sys/fs/cgroup".</param>
internal sealed class ProcessorLimits(string processes, string groups)
{
    private const string BoundTo = "Cpus_allowed_list:";

    /// <summary>Those of this machine.</summary>
    public static ProcessorLimits OfMachine { get; } = new("/proc", "/sys/fs/cgroup");

    /// <summary>Processors that a process is bound to; null when that is not known.</summary>
    public int? Bound(int processId) => Lines(Path.Combine(processes, processId.ToString(CultureInfo.InvariantCulture), "status"))
        .FirstOrDefault(line => line.StartsWith(BoundTo, StringComparison.Ordinal)) is { } line ? Count(line[BoundTo.Length..]) : null;

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

    // "0-3,8": ranges and single ones.
    private static int? Count(string list)
    {
        int count = 0;
        foreach (string range in list.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            string[] ends = range.Split('-');
            if (!int.TryParse(ends[0], CultureInfo.InvariantCulture, out int first)
                || !int.TryParse(ends[^1], CultureInfo.InvariantCulture, out int last)
                || last < first)
            {
                return null;
            }

            count += last - first + 1;
        }

        return count > 0 ? count : null;
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
