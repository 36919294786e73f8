using System.Globalization;

namespace Syncopate.Watch.Tests;

/// <summary>What the stopwatches that stand in the methods of WatchedProgram say of one method: means over its calls, in ms.</summary>
internal sealed record HandFigures(string Method, int Calls, int Synchronous, double ToFirstAwait, double Suspended, double Total)
{
    /// <summary>Reads the lines that the program prints.</summary>
    public static IReadOnlyList<HandFigures> Read(IEnumerable<string> lines) =>
    [
        .. lines.SelectMany(line => line.Split(' '))
            .Select(watch => watch.Split('='))
            .Select(watch => (Method: watch[0].Replace('_', ' '), Figures: watch[1].Split(',').Select(text => double.Parse(text, CultureInfo.InvariantCulture)).ToArray()))
            .GroupBy(watch => watch.Method)
            .Select(group => new HandFigures(
                group.Key,
                group.Count(),
                group.Count(watch => watch.Figures[0] < 0),
                group.Where(watch => watch.Figures[0] >= 0).Average(watch => watch.Figures[0]),
                group.Where(watch => watch.Figures[0] >= 0).Average(watch => watch.Figures[1]),
                group.Average(watch => watch.Figures[2]))),
    ];
}
