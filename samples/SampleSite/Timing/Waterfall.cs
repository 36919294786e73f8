using System.Diagnostics;
using System.Globalization;

namespace SampleSite.Timing;

/// <summary>A request drawn over time: one lane a call, all on the scale of the whole request.</summary>
/// <param name="Form">The form that made the page; gives the bars their colour.</param>
/// <param name="Lanes">In the order in which the calls were begun.</param>
/// <param name="TotalMilliseconds">From the request's arrival to the moment of drawing: the length of the scale.</param>
public sealed record Waterfall(DemoForm Form, IReadOnlyList<WaterfallLane> Lanes, double TotalMilliseconds)
{
    /// <summary>Draws the calls that <paramref name="timing"/> has seen until now.</summary>
    /// <param name="timing">The clock of the request.</param>
    /// <param name="form">The form that made the page.</param>
    /// <param name="winner">Name of the only call whose answer was used; null when all were.</param>
    public static Waterfall Of(RequestTiming timing, DemoForm form, string? winner = null)
    {
        long now = Stopwatch.GetTimestamp();
        double total = Stopwatch.GetElapsedTime(timing.Start, now).TotalMilliseconds;
        IEnumerable<WaterfallLane> lanes = timing.Parts.Select(part =>
        {
            string value = part.IsRunning ? "still running" : Milliseconds.Text(part.MillisecondsAt(now));
            double left = Stopwatch.GetElapsedTime(timing.Start, part.Start).TotalMilliseconds / total;
            double width = part.MillisecondsAt(now) / total;

            return new WaterfallLane(part.Name, value, Percent(left), Percent(width), winner is null || part.Name == winner);
        });

        return new Waterfall(form, [.. lanes], total);
    }

    private static string Percent(double share) => (100 * Math.Clamp(share, 0, 1)).ToString("F2", CultureInfo.InvariantCulture) + "%";
}
