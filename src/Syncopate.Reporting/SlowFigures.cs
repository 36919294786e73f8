using Syncopate.Units;

namespace Syncopate.Reporting;

/// <summary>A slow request, as a report shows it.</summary>
/// <param name="TraceId">The id of its trace, by which the server's own traces have it: 32 hexadecimal digits.</param>
/// <param name="Milliseconds">How long it took.</param>
/// <param name="AtSeconds">When it was sent, or due, since the start of the run or load.</param>
/// <param name="Finding">Why it failed; null for a good answer.</param>
internal sealed record SlowFigures(string TraceId, double Milliseconds, double AtSeconds, string? Finding)
{
    /// <summary>The slowest of several parts.</summary>
    /// <param name="parts">What each has, and when it began, in ns. Whoever changes a journal may write anything.</param>
    internal static IReadOnlyList<SlowFigures> Of(IEnumerable<(IReadOnlyList<SlowRequest>? Slowest, long Started)> parts) =>
    [
        .. SlowRequest.SlowestOf(parts.SelectMany(part => (part.Slowest ?? []).Select(slow => Since(slow, part.Started))))
            .Select(slow => new SlowFigures(
                slow.TraceId,
                Nanoseconds.ToMilliseconds(slow.LatencyNanoseconds),
                Nanoseconds.ToSeconds(slow.DueNanoseconds),
                slow.Finding)),
    ];

    /// <summary>When it was.</summary>
    internal string At => AtSeconds < 1 ? FigureText.OfSeconds(AtSeconds) : $"{FigureText.Significant(AtSeconds)} s";

    /// <summary>Its latency and, if it failed, why.</summary>
    internal string Took => FigureText.Milliseconds(Milliseconds) + (Finding is null ? "" : $", {Finding}");

    private static SlowRequest Since(SlowRequest? slow, long started) =>
        slow is { IsValid: true } ? slow with { DueNanoseconds = started + slow.DueNanoseconds } : new SlowRequest("", 0, 0, null);
}
