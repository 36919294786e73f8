using System.Globalization;

namespace Syncopate.Running.Machines;

/// <summary>How often each thread of a process has run and how long it has waited for that, as Linux counts it in
/// <c>/proc</c>. Reading it needs no right over the process and does not disturb it.</summary>
internal sealed class ThreadTurns
{
    private readonly Dictionary<string, (bool IsWorker, long Waited, long Turns)> _threads;

    private ThreadTurns(Dictionary<string, (bool IsWorker, long Waited, long Turns)> threads) => _threads = threads;

    /// <summary>The counts as they are now; null where the system keeps none, or the process has ended.</summary>
    /// <param name="processId">A process of this machine.</param>
    public static ThreadTurns? Read(int processId)
    {
        string tasks = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task");
        try
        {
            return Directory.Exists(tasks)
                ? Of(Directory.EnumerateDirectories(tasks)
                    .Select(t => (t, ThreadSchedule.Text(t, "comm"), ThreadSchedule.Text(t, "schedstat"))))
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The same of threads that are reported by name and the line of <c>schedstat</c>: time on a processor, time
    /// waited for one, turns; null when none has one.</summary>
    internal static ThreadTurns? Of(IEnumerable<(string Thread, string Name, string Schedule)> threads)
    {
        Dictionary<string, (bool, long, long)> read = new(StringComparer.Ordinal);
        foreach ((string thread, string name, string schedule) in threads)
        {
            if (ThreadSchedule.Parse(schedule) is { } counted)
                read[thread] = (name.Trim() == ThreadSchedule.Worker, counted.Waiting, counted.Turns);
        }

        return read.Count > 0 ? new ThreadTurns(read) : null;
    }

    /// <summary>Nanoseconds that all threads together waited for a processor since an earlier reading; of threads that
    /// have ended since then nothing is known.</summary>
    public long WaitedSince(ThreadTurns before) => _threads.Sum(t => t.Value.Waited - before._threads.GetValueOrDefault(t.Key).Waited);

    /// <summary>Workers of the pool that ran since an earlier reading; null for a process that has none.</summary>
    public int? WorkersSince(ThreadTurns before)
    {
        // A program may name its workers anew meanwhile.
        (long Turns, long Before)[] workers = [.. _threads
            .Select(t => (Now: t.Value, Before: before._threads.GetValueOrDefault(t.Key)))
            .Where(t => t.Now.IsWorker || t.Before.IsWorker)
            .Select(t => (t.Now.Turns, t.Before.Turns))];
        return workers.Length > 0 ? workers.Count(worker => worker.Turns > worker.Before) : null;
    }
}
