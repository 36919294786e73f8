using System.Globalization;

namespace Syncopate;

/// <summary>Who had what the threads of a <see cref="BlockedSite"/> stood before, as the same look saw it: the lock, or a place behind the semaphore.</summary>
/// <param name="Call">What the holder did with it most of the time: the call by which it blocked, such as "Thread.Sleep"; null when it was at work.</param>
/// <param name="Place">The innermost method of the application's own code on the holder's stack, or what stands for one, as in <see cref="BlockedSite.Place"/>.</param>
/// <param name="File">Source file of that place; null where there is no debug information.</param>
/// <param name="Line">Line in that file.</param>
/// <param name="HoldMilliseconds">How long it was held at a time, at least: nearly the shortest that was seen. Null when that was not seen often or exactly enough for a bound: requests of ASP.NET Core tell where each ends.</param>
/// <param name="AtOnce">Threads that had it at a time, on average, or were on their way from there; 1 for a lock.</param>
public sealed record BlockedHolder(string? Call, string Place, string? File, int? Line, double? HoldMilliseconds, double AtOnce)
{
    /// <summary>How often a second it can be had at most, whatever the number of threads: those that have it at once over the time for which each has it. Null when that time is not known.</summary>
    public double? CeilingPerSecond => HoldMilliseconds is > 0 and var hold ? AtOnce * 1000 / hold : null;

    /// <summary>"Thread.Sleep called by Orders.Pay (Orders.cs:12)", "Thread.Sleep while serving GET /orders", "work in Orders.Pay".</summary>
    public string Told()
    {
        string at = File is null ? "" : string.Create(CultureInfo.InvariantCulture, $" ({File[(File.LastIndexOfAny(['/', '\\']) + 1)..]}:{Line})");
        // A method and a path stand for a place that has no name.
        return Call is null ? $"work in {Place}{at}" : Place.Contains(" /", StringComparison.Ordinal) ? $"{Call} while serving {Place}" : $"{Call} called by {Place}{at}";
    }
}
