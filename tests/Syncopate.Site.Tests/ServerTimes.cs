using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Syncopate.Site.Tests;

/// <summary>A Server-Timing header of the samples: the request as a whole, and its outside calls.</summary>
internal sealed partial record ServerTimes(ServerTimes.Span Served, IReadOnlyList<ServerTimes.Span> Parts)
{
    /// <summary>Reads the header; throws when it is not written as agreed.</summary>
    public static ServerTimes Parse(string header)
    {
        List<Span> spans = header.Split(", ").Select(entry => Entry().Match(entry) is { Success: true } match
            ? new Span(match.Groups["name"].Value, Milliseconds(match.Groups["dur"]), long.Parse(match.Groups["start"].Value, CultureInfo.InvariantCulture))
            : throw new FormatException($"'{entry}' in '{header}'")).ToList();

        return spans[0].Name == "served"
            ? new ServerTimes(spans[0], spans[1..])
            : throw new FormatException($"'served' is not first in '{header}'");
    }

    private static double Milliseconds(Group text) => double.Parse(text.Value, CultureInfo.InvariantCulture);

    [GeneratedRegex("""^(?<name>[a-z0-9-]+);dur=(?<dur>\d+\.\d{3});desc="(?<start>\d+)"$""")]
    private static partial Regex Entry();

    /// <summary>One entry; the start is a Stopwatch timestamp.</summary>
    public sealed record Span(string Name, double Milliseconds, long Start)
    {
        /// <summary>Stopwatch timestamp of the end; the duration is written to the microsecond, so it is off by that much.</summary>
        public double End => Start + (Milliseconds * Stopwatch.Frequency / 1000);
    }
}
