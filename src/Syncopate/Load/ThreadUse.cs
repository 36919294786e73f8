using System.Globalization;

namespace Syncopate.Load;

/// <summary>What one thread of the generator did during a load.</summary>
/// <param name="WallNanoseconds">How long the load took for it.</param>
/// <param name="CpuNanoseconds">Time on a processor.</param>
/// <param name="WaitedNanoseconds">Time in which it wanted a processor and others had them all.</param>
public readonly record struct ThreadUse(long WallNanoseconds, long CpuNanoseconds, long WaitedNanoseconds)
{
    // Since kernel 2.6: time on a processor, time waited for one, time slices; nanoseconds (Documentation/scheduler/sched-stats.rst).
    private const string Statistics = "/proc/thread-self/schedstat";

    /// <summary>0 to 1: how much of the time the thread was not free to do more, at work or kept from it.</summary>
    public double BusyShare => WallNanoseconds > 0 ? Math.Min(1, (double)(CpuNanoseconds + WaitedNanoseconds) / WallNanoseconds) : 0;

    /// <summary>The totals of the calling thread so far, without wall time; zeros where the system does not tell.</summary>
    internal static ThreadUse OfCurrent()
    {
        string[] figures = File.Exists(Statistics) ? File.ReadAllText(Statistics).Split(' ') : [];
        return figures.Length >= 2 && long.TryParse(figures[0], CultureInfo.InvariantCulture, out long cpu) && long.TryParse(figures[1], CultureInfo.InvariantCulture, out long waited)
            ? new ThreadUse(0, cpu, waited)
            : default;
    }
}
