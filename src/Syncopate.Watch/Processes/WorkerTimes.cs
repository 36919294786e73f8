using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Numerics;
using Syncopate.Running.Machines;
using Syncopate.Units;

namespace Syncopate.Watch.Processes;

/// <summary>Asks the system, moment by moment, what the workers of a process's pool did, and how many processors the
/// process may use. One thread at a time.</summary>
/// <param name="process">Which.</param>
/// <param name="limits">The processors that it may use.</param>
internal sealed class WorkerTimes(Process process, ProcessorLimits limits)
{
    // As it stands in a thread's line.
    private const string WorkerName = $"({ThreadSchedule.Worker})";

    // Of each worker: time on a processor, and time waited for one, in nanoseconds, as they were last.
    private Dictionary<string, (long Working, long Waiting)> _before = [];
    private double? _throttled;

    /// <summary>Workers that did not run at the last look; null where the system does not report it, or the process has ended.</summary>
    public int? Sleeping { get; private set; }

    /// <summary>What they did since the last call.</summary>
    /// <param name="seconds">How long ago that was.</param>
    public ProcessorFigures Take(double seconds)
    {
        Dictionary<string, (long Working, long Waiting)> now = OperatingSystem.IsLinux() ? Read() : [];
        double workers = 0;
        double working = 0;
        double waiting = 0;
        foreach ((string thread, (long Working, long Waiting) times) in now)
        {
            if (!_before.TryGetValue(thread, out (long Working, long Waiting) before))
                continue; // It came meanwhile: for how long is not known.
            workers += seconds;
            working += Math.Clamp(Nanoseconds.ToSeconds(times.Working - before.Working), 0, seconds);
            waiting += Math.Clamp(Nanoseconds.ToSeconds(times.Waiting - before.Waiting), 0, seconds);
        }

        _before = now;
        // The system tells both in steps: together they are never more than there was.
        waiting = Math.Min(waiting, workers - working);
        (double Processors, double ThrottledSeconds)? quota = OperatingSystem.IsLinux() ? limits.Quota(process.Id) : null;
        double? throttled = quota is { } limit ? Math.Max(0, limit.ThrottledSeconds - (_throttled ?? limit.ThrottledSeconds)) : null;
        _throttled = quota?.ThrottledSeconds;
        return new ProcessorFigures(
            Math.Min(Bound(), quota?.Processors ?? double.MaxValue), quota?.Processors, throttled, workers, working, waiting);
    }

    private int Bound()
    {
        try
        {
            return OperatingSystem.IsLinux() ? limits.Bound(process.Id) ?? Environment.ProcessorCount
                : OperatingSystem.IsWindows() ? Math.Max(1, BitOperations.PopCount((ulong)process.ProcessorAffinity))
                : Environment.ProcessorCount; // macOS binds no process to processors.
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception)
        {
            return Environment.ProcessorCount; // It has just ended.
        }
    }

    private Dictionary<string, (long Working, long Waiting)> Read()
    {
        Dictionary<string, (long Working, long Waiting)> times = [];
        int sleeping = 0;
        try
        {
            foreach (string folder in Directory.EnumerateDirectories(
                string.Create(CultureInfo.InvariantCulture, $"/proc/{process.Id}/task")))
            {
                // "8123 (.NET TP Worker) S 1 ...": the state follows the name.
                string line = ThreadSchedule.Text(folder, "stat");
                int name = line.IndexOf(WorkerName, StringComparison.Ordinal);
                if (name <= 0 || line.Length <= name + WorkerName.Length + 1)
                    continue;
                if (line[name + WorkerName.Length + 1] is 'S' or 'D')
                    sleeping++;
                if (ThreadSchedule.Parse(ThreadSchedule.Text(folder, "schedstat")) is { } counted)
                    times[folder] = (counted.Working, counted.Waiting);
            }

            Sleeping = sleeping;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Sleeping = null; // The process has ended.
        }

        return times;
    }
}
