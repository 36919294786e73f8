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

    // Folders of threads that were once known for workers: a program may name them anew. Guarded by the gate, as looks and the session
    // of events add to them.
    private readonly Lock _gate = new();
    private readonly HashSet<string> _workers = new(StringComparer.Ordinal);

    // Of each worker: time on a processor, and time waited for one, in nanoseconds, as they were last.
    private Dictionary<string, (long Working, long Waiting)> _before = [];
    private double? _throttled;
    private (long Idle, long All)? _idle;

    /// <summary>Workers that are known for such, and those of them that did not run, at the last call of <see cref="Take"/>; null where the
    /// system does not report it, or the process has ended.</summary>
    public (int Known, int Sleeping)? Workers { get; private set; }

    /// <summary>Says of threads that they are workers, whatever they are called. On any thread.</summary>
    /// <param name="threads">The system's numbers of them.</param>
    public void Add(IEnumerable<long> threads)
    {
        lock (_gate)
            _workers.UnionWith(threads.Select(thread => string.Create(CultureInfo.InvariantCulture, $"{Folder}/{thread}")));
    }

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
        // The system reports both in steps: together they are never more than there was.
        waiting = Math.Min(waiting, workers - working);
        (double Processors, double ThrottledSeconds)? quota = OperatingSystem.IsLinux() ? limits.Quota(process.Id) : null;
        double? throttled = quota is { } limit ? Math.Max(0, limit.ThrottledSeconds - (_throttled ?? limit.ThrottledSeconds)) : null;
        _throttled = quota?.ThrottledSeconds;
        (long Idle, long All)? idle = OperatingSystem.IsLinux() ? limits.Idle(process.Id) : null;
        double? idleShare = idle is { } counted && _idle is { } last && counted.All > last.All
            ? Math.Clamp((counted.Idle - last.Idle) / (double)(counted.All - last.All), 0, 1)
            : null;
        _idle = idle;
        return new ProcessorFigures(
            Math.Min(Bound(), quota?.Processors ?? double.MaxValue), quota?.Processors, throttled, workers, working, waiting)
        {
            IdleShare = idleShare,
        };
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

    private string Folder => string.Create(CultureInfo.InvariantCulture, $"/proc/{process.Id}/task");

    private Dictionary<string, (long Working, long Waiting)> Read()
    {
        Dictionary<string, (long Working, long Waiting)> times = [];
        int sleeping = 0;
        try
        {
            lock (_gate)
            {
                string[] threads = Directory.GetDirectories(Folder);
                _workers.IntersectWith(threads);
                foreach (string folder in threads)
                {
                    // "8123 (.NET TP Worker) S 1 ...": the state follows the name.
                    string line = ThreadSchedule.Text(folder, "stat");
                    int name = line.LastIndexOf(')');
                    if (line.Contains(WorkerName, StringComparison.Ordinal))
                        _workers.Add(folder);
                    if (!_workers.Contains(folder) || name < 0 || line.Length <= name + 2)
                        continue;
                    if (line[name + 2] is 'S' or 'D')
                        sleeping++;
                    if (ThreadSchedule.Parse(ThreadSchedule.Text(folder, "schedstat")) is { } counted)
                        times[folder] = (counted.Working, counted.Waiting);
                }

                Workers = (_workers.Count, sleeping);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Workers = null; // The process has ended.
        }

        return times;
    }
}
