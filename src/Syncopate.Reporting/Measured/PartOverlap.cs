using Syncopate.Units;

namespace Syncopate.Reporting.Measured;

/// <summary>Whether the outside calls of a request ran one after the other or together.</summary>
/// <param name="Calls">Mean number of calls in a request.</param>
/// <param name="SumMilliseconds">Mean of the calls' times added up.</param>
/// <param name="CoveredMilliseconds">Mean of the time in which at least one call was running.</param>
internal sealed record PartOverlap(double Calls, double SumMilliseconds, double CoveredMilliseconds)
{
    /// <summary>True when the calls shared a good part of their time. Calls in sequence have a quotient of 1; four
    /// together, of nearly 4.</summary>
    public bool Overlaps => SumMilliseconds > 1.2 * CoveredMilliseconds;

    /// <summary>The overlap in requests with parts; null when there is none.</summary>
    public static PartOverlap? Of(IEnumerable<RequestTrace> requests)
    {
        List<IReadOnlyList<RequestPart>> parts = requests.Select(r => r.Parts).Where(p => p.Count > 0).ToList();
        return parts.Count == 0
            ? null
            : new PartOverlap(
                parts.Average(p => p.Count),
                Nanoseconds.ToMilliseconds(parts.Average(p => p.Sum(c => (double)c.DurationNanoseconds))),
                Nanoseconds.ToMilliseconds(parts.Average(Covered)));
    }

    /// <summary>Length of the union of the calls' intervals.</summary>
    private static double Covered(IReadOnlyList<RequestPart> parts)
    {
        var (covered, reached) = (0L, long.MinValue);
        foreach (RequestPart part in parts.OrderBy(p => p.StartedNanoseconds))
        {
            long end = part.StartedNanoseconds + part.DurationNanoseconds;
            if (end <= reached)
                continue;
            covered += end - Math.Max(part.StartedNanoseconds, reached);
            reached = end;
        }

        return covered;
    }
}
