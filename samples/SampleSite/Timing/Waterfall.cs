using System.Diagnostics;
using System.Globalization;

namespace SampleSite.Timing;

/// <summary>A request drawn over time: one lane a call, all on the scale of the whole request.</summary>
/// <param name="Form">Gives the bars their colour.</param>
/// <param name="Lanes">In the order in which the calls were begun.</param>
/// <param name="Milliseconds">The length of the scale.</param>
public sealed record Waterfall(Form Form, IReadOnlyList<WaterfallLane> Lanes, double Milliseconds)
{
    /// <summary>Draws the calls that <paramref name="timing"/> has seen until now.</summary>
    /// <param name="timing">The clock of the request.</param>
    /// <param name="form">How the page was made.</param>
    /// <param name="winner">The name of the part to stand out, if one does.</param>
    public static Waterfall Of(RequestTiming timing, Form form, string? winner = null)
    {
        var whole = timing.Milliseconds;
        var lanes = timing.Parts.Select(part => Lane(part, timing.Start, whole, winner is null || part.Name == winner));

        return new Waterfall(form, [.. lanes], whole);
    }

    private static WaterfallLane Lane(TimedPart part, long origin, double whole, bool counts)
    {
        var milliseconds = part.Milliseconds;
        var start = Stopwatch.GetElapsedTime(origin, part.Start).TotalMilliseconds;

        return new WaterfallLane(part.Name, milliseconds, Percent(start / whole), Percent(milliseconds / whole), counts);
    }

    private static string Percent(double share) => (100 * Math.Clamp(share, 0, 1)).ToString("F2", CultureInfo.InvariantCulture) + "%";
}
