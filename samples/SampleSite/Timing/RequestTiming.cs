using System.Diagnostics;
using System.Globalization;
using System.Text;
using SampleSite.Database;

namespace SampleSite.Timing;

/// <summary>The clock of one request: when the site's code began with it and which outside calls it made.</summary>
public sealed class RequestTiming
{
    // Parts of a parallel page are started from its own thread, but a continuation may add one from another.
    private readonly Lock _gate = new();
    private readonly List<TimedPart> _parts = [];

    /// <summary>Stopwatch timestamp at which the request entered the site's code.</summary>
    public long Start { get; } = Stopwatch.GetTimestamp();

    /// <summary>The parts in the order in which they were begun, as of now.</summary>
    public IReadOnlyList<TimedPart> Parts
    {
        get
        {
            lock (_gate)
                return [.. _parts];
        }
    }

    /// <summary>What the request asked of the database.</summary>
    public DatabaseUse Database { get; } = new();

    /// <summary>Begins an outside call; disposing the part ends it.</summary>
    public TimedPart Begin(string name)
    {
        TimedPart part = new(name);
        lock (_gate)
            _parts.Add(part);

        return part;
    }

    /// <summary>
    /// The header's value: <c>served</c> is the time the site worked on the request, every further entry one outside
    /// call, <c>database</c> all of that kind.
    /// The description carries the Stopwatch timestamp of the start, which is one clock for all processes of a machine.
    /// </summary>
    public string ToHeader()
    {
        long now = Stopwatch.GetTimestamp();
        StringBuilder header = new(256);
        Append(header, "served", Stopwatch.GetElapsedTime(Start, now).TotalMilliseconds, Start);
        foreach (TimedPart part in Parts)
            Append(header.Append(", "), part.Name, part.MillisecondsAt(now), part.Start);
        if (Database.Start is { } asked)
            Append(header.Append(", "), "database", Database.Duration.TotalMilliseconds, asked);

        return header.ToString();
    }

    private static void Append(StringBuilder header, string name, double milliseconds, long start) =>
        header.Append(CultureInfo.InvariantCulture, $"{name};dur={milliseconds:F3};desc=\"{start}\"");
}
