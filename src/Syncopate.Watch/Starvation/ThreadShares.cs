using System.Globalization;
using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Starvation;

/// <summary>What the threads of a pool did with their time: parts of 1 that add up to 1.</summary>
/// <param name="Working">They ran on a processor.</param>
/// <param name="WaitingForProcessor">They were ready to run, and others had all the processors that the process may use.</param>
/// <param name="Blocked">They had work and neither ran nor could: they waited. Where <paramref name="Idle"/> is null,
/// or had no work.</param>
/// <param name="Paused">They would have run, and a garbage collection stopped them; an estimate, by what they did while none did.</param>
/// <param name="Idle">They had no work; null where threads in use are not reported, which the agent does.</param>
internal sealed record ThreadShares(double Working, double WaitingForProcessor, double Blocked, double Paused, double? Idle)
{
    /// <summary>What is less is reported as nothing.</summary>
    internal const double LeastShown = 0.005;

    /// <summary>The shares over some moments, each counted by the time of its threads; null where the system reports no
    /// such time (other than Linux).</summary>
    public static ThreadShares? Of(IEnumerable<WatchSample> moments)
    {
        ArgumentNullException.ThrowIfNull(moments);
        WatchSample[] told = [.. moments.Where(moment => moment.Processors is { WorkerSeconds: > 0 })];
        bool knowsIdle = Array.Exists(told, moment => moment.Samples.Count > 0);
        (double all, double working, double waiting, double paused, double idle) = (0, 0, 0, 0, 0);
        foreach (WatchSample moment in told.Where(moment => !knowsIdle || moment.Samples.Count > 0))
        {
            ProcessorFigures figures = moment.Processors!; // Not null: chosen so above.
            // What threads ran is read a moment after how many there were: never more than all of their time.
            double scale = Math.Min(1, figures.WorkerSeconds / Math.Max(1e-9, figures.WorkingSeconds + figures.WaitingSeconds));
            var (worked, waited) = (scale * figures.WorkingSeconds, scale * figures.WaitingSeconds);
            double active = worked + waited;
            double rest = Math.Max(0, figures.WorkerSeconds - active);
            double without = Math.Min(rest, knowsIdle ? IdleShare(moment.Samples) * figures.WorkerSeconds : 0);
            // Who is blocked is not kept from anything by a collection. So the time lost to it is to the time that was
            // had as its pauses are to the rest.
            double pause = Math.Min(0.99, moment.Runtime?.PauseShare ?? 0);
            (all, working, waiting) = (all + figures.WorkerSeconds, working + worked, waiting + waited);
            (idle, paused) = (idle + without, paused + Math.Min(rest - without, active * pause / (1 - pause)));
        }

        return all > 0
            ? new ThreadShares(
                working / all,
                waiting / all,
                Math.Max(0, 1 - (working + waiting + paused + idle) / all),
                paused / all,
                knowsIdle ? idle / all : null)
            : null;
    }

    /// <summary>"12% working, 3% waiting for a processor, 80% blocked, 0% paused by the collector, 5% idle": whole
    /// numbers that add up to 100.</summary>
    /// <param name="where">Put after "blocked"; empty for nothing.</param>
    internal string Describe(string where = "")
    {
        (double Share, string Name)[] parts =
        [
            (Working, "working"),
            (WaitingForProcessor, "waiting for a processor"),
            (Blocked, $"{(Idle is null ? "blocked or idle" : "blocked")}{where}"),
            (Paused, "paused by the collector"),
            .. Idle is null ? Array.Empty<(double, string)>() : [(Idle.Value, "idle")],
        ];
        int[] percent = Rounded([.. parts.Select(part => part.Share)]);
        return string.Join(", ", parts.Select((part, i) => string.Create(CultureInfo.InvariantCulture, $"{percent[i]}% {part.Name}")));
    }

    // By largest remainders: what is missing to 100 goes to those that lost most by cutting.
    private static int[] Rounded(double[] shares)
    {
        int[] percent = [.. shares.Select(share => (int)Math.Floor(Math.Clamp(share, 0, 1) * 100))];
        foreach (int place in Enumerable.Range(0, shares.Length)
            .OrderByDescending(i => shares[i] * 100 - percent[i])
            .Take(Math.Clamp(100 - percent.Sum(), 0, shares.Length))
            .ToArray())
        {
            percent[place]++;
        }

        return percent;
    }

    // A worker that its pool does not count, as one that is ending, has no work of it.
    private static double IdleShare(IReadOnlyList<PoolSample> samples)
    {
        double threads = samples.Sum(sample => (double)sample.Threads);
        return threads > 0 ? Math.Clamp(1 - samples.Sum(sample => (double)sample.InUse) / threads, 0, 1) : 1;
    }
}
