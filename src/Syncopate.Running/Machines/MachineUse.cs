using System.Globalization;

namespace Syncopate.Running.Machines;

/// <summary>What the processors of this machine have done since it started, by the system's own count, all processors
/// together. Its step is the system's tick, 10 ms of one processor as a rule, so that two readings should be a tenth of a second apart
/// and more. In a container it is the whole machine, as it is the machine that makes one slow.</summary>
/// <param name="BusyTicks">Ticks in which a processor worked, for whomever.</param>
/// <param name="StolenTicks">Ticks in which a processor of this virtual machine had work, and its host ran somebody else.</param>
/// <param name="AllTicks">All ticks: these and the idle ones.</param>
internal sealed record MachineUse(long BusyTicks, long StolenTicks, long AllTicks)
{
    private const string Count = "/proc/stat";

    // user nice system idle iowait irq softirq steal: proc(5). What follows, the time of guests, is in the first two already.
    private const int Fields = 8;

    /// <summary>The count as it is now; null where the system keeps none in <c>/proc/stat</c>.</summary>
    public static MachineUse? Read() => File.Exists(Count) ? Parse(File.ReadAllText(Count)) : null;

    /// <summary>The shares of all processors' time, each from 0 to 1, that were worked and that were stolen between two
    /// readings; 0 and 0 when no tick lies between them.</summary>
    public static (double BusyShare, double StolenShare) Between(MachineUse from, MachineUse to)
    {
        ArgumentNullException.ThrowIfNull(from);
        ArgumentNullException.ThrowIfNull(to);
        long all = to.AllTicks - from.AllTicks;
        return all <= 0 ? (0, 0) : (Share(to.BusyTicks - from.BusyTicks, all), Share(to.StolenTicks - from.StolenTicks, all));
    }

    internal static MachineUse? Parse(string text)
    {
        int end = text.IndexOf('\n', StringComparison.Ordinal);
        string[] words = (end < 0 ? text : text[..end]).Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (words.Length <= Fields || words[0] != "cpu")
            return null;
        long[] ticks = new long[Fields];
        for (int i = 0; i < Fields; i++)
        {
            if (!long.TryParse(words[i + 1], NumberStyles.None, CultureInfo.InvariantCulture, out ticks[i]))
                return null;
        }

        long busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
        return new MachineUse(busy, ticks[7], busy + ticks[3] + ticks[4] + ticks[7]);
    }

    // The count of idle time can go back by a tick when a processor sleeps; a share cannot.
    private static double Share(long part, long all) => Math.Clamp((double)part / all, 0, 1);
}
