using System.Diagnostics;

namespace SampleSite.Database;

/// <summary>What one context, or the contexts of one request one after the other, asked of the database. Used by one
/// thread at a time.</summary>
public sealed class DatabaseUse
{
    /// <summary>Commands sent.</summary>
    public int Commands { get; private set; }

    /// <summary>Stopwatch timestamp at which the database was first asked; null when it was not.</summary>
    public long? Start { get; private set; }

    /// <summary>Time in connections, commands, open readers and commits; drawing rows into objects is part of a reader's time.</summary>
    public TimeSpan Duration { get; private set; }

    internal void Add(TimeSpan duration)
    {
        Start ??= Stopwatch.GetTimestamp() - (long)(duration.TotalSeconds * Stopwatch.Frequency);
        Duration += duration;
    }

    internal void AddCommand(TimeSpan duration)
    {
        Commands++;
        Add(duration);
    }
}
