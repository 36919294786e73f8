using System.Globalization;

namespace Syncopate.Tests.Load;

/// <summary>What the processors of this machine did since it was started, in seconds; zero where there is no /proc.</summary>
/// <param name="Busy">Of all programs; also what a hypervisor took.</param>
/// <param name="Whole">Of all processors.</param>
/// <param name="Own">Of this process.</param>
/// <param name="Started">Of those that it has started, and they again.</param>
internal readonly record struct ProcessorUse(double Busy, double Whole, double Own, double Started)
{
    private const double TicksPerSecond = 100; // USER_HZ, which is 100 in all that the kernel tells programs.
    private const string Statistics = "/proc/stat";

    /// <summary>What it is now.</summary>
    public static ProcessorUse Read()
    {
        double own = Environment.CpuUsage.TotalTime.TotalSeconds;
        if (!File.Exists(Statistics))
            return new ProcessorUse(0, 0, own, 0);
        // user, nice, system, idle, iowait, irq, softirq, steal (proc(5)).
        string[] words = File.ReadLines(Statistics).First().Split(' ', StringSplitOptions.RemoveEmptyEntries);
        double[] ticks = [.. words.Skip(1).Take(8).Select(Number)];
        return new ProcessorUse(
            (ticks.Sum() - ticks[3] - ticks[4]) / TicksPerSecond,
            ticks.Sum() / TicksPerSecond,
            own,
            Descendants(Processes(), Environment.ProcessId) / TicksPerSecond);
    }

    /// <summary>What was used since an earlier reading; nothing of what has ended meanwhile.</summary>
    public ProcessorUse Since(ProcessorUse earlier) =>
        new(Busy - earlier.Busy, Whole - earlier.Whole, Own - earlier.Own, Math.Max(0, Started - earlier.Started));

    /// <summary>Ticks of all processes below one.</summary>
    internal static double Descendants(IEnumerable<(int Id, int Parent, double Ticks)> processes, int root)
    {
        ILookup<int, (int Id, int Parent, double Ticks)> children = processes.ToLookup(process => process.Parent);
        Stack<int> parents = new([root]);
        double ticks = 0;
        while (parents.TryPop(out int parent))
        {
            foreach ((int id, _, double used) in children[parent])
            {
                ticks += used;
                parents.Push(id);
            }
        }

        return ticks;
    }

    private static IEnumerable<(int Id, int Parent, double Ticks)> Processes()
    {
        foreach (string folder in Directory.EnumerateDirectories("/proc"))
        {
            if (!int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out int id))
                continue;
            string text;
            try
            {
                text = File.ReadAllText(Path.Combine(folder, "stat"));
            }
            catch (IOException)
            {
                continue; // It has ended.
            }

            // The name stands in brackets and may hold any character; after it state, parent, and as 12th and 13th user and system time.
            string[] words = text[(text.LastIndexOf(')') + 2)..].Split(' ');
            yield return (id, int.Parse(words[1], CultureInfo.InvariantCulture), Number(words[11]) + Number(words[12]));
        }
    }

    private static double Number(string word) => double.Parse(word, CultureInfo.InvariantCulture);
}
