using System.Globalization;

namespace Syncopate.Running.Machines;

/// <summary>What Linux counts of a thread, in nanoseconds and turns: <c>schedstat</c>, since kernel 2.6
/// (Documentation/scheduler/sched-stats.rst).</summary>
/// <param name="Working">Time on a processor.</param>
/// <param name="Waiting">Time waited for one.</param>
/// <param name="Turns">How often it ran.</param>
internal readonly record struct ThreadSchedule(long Working, long Waiting, long Turns)
{
    /// <summary>The name that the runtime gives the workers of its pool, as Linux keeps it.</summary>
    public const string Worker = ".NET TP Worker";

    /// <summary>The counts of a line; null when it has not all three.</summary>
    public static ThreadSchedule? Parse(string line)
    {
        string[] figures = line.Split(' ');
        return figures.Length > 2
            && long.TryParse(figures[0], CultureInfo.InvariantCulture, out long working)
            && long.TryParse(figures[1], CultureInfo.InvariantCulture, out long waiting)
            && long.TryParse(figures[2], CultureInfo.InvariantCulture, out long turns)
            ? new ThreadSchedule(working, waiting, turns)
            : null;
    }

    /// <summary>A file of a thread's folder; empty when the thread has ended meanwhile, or the system does not report it.</summary>
    public static string Text(string folder, string name)
    {
        try
        {
            return File.ReadAllText(Path.Combine(folder, name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
