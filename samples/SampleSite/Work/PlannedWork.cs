using System.Globalization;
using Microsoft.Extensions.Primitives;

namespace SampleSite.Work;

/// <summary>What one request does.</summary>
/// <param name="Microseconds">Computing.</param>
/// <param name="Milliseconds">Each wait.</param>
/// <param name="Waits">How many.</param>
internal readonly record struct PlannedWork(int Microseconds, int Milliseconds, int Waits)
{
    private const int MostMicroseconds = 1_000_000;
    private const int MostMilliseconds = 60_000;
    private const int MostWaits = 100;
    private const int MostKinds = 20;

    /// <summary>The work of <c>microseconds=&amp;ms=&amp;waits=</c>; of several such triples one at random, by <c>share=</c>, 0 to 1. Null when the query tells none.</summary>
    public static PlannedWork? Choose(IQueryCollection query)
    {
        (StringValues microseconds, StringValues ms, StringValues waits, StringValues share) = (query["microseconds"], query["ms"], query["waits"], query["share"]);
        if (microseconds.Count is 0 or > MostKinds || ms.Count != microseconds.Count || waits.Count != microseconds.Count)
            return null;
        if (microseconds.Count == 1)
            return Read(microseconds, ms, waits, 0);
        return share.Count == microseconds.Count && Pick(share) is { } kind ? Read(microseconds, ms, waits, kind) : null;
    }

    private static PlannedWork? Read(StringValues microseconds, StringValues ms, StringValues waits, int kind) =>
        Whole(microseconds[kind], MostMicroseconds) is { } computing && Whole(ms[kind], MostMilliseconds) is { } wait && Whole(waits[kind], MostWaits) is { } count
            ? new PlannedWork(computing, wait, count)
            : null;

    private static int? Pick(StringValues shares)
    {
        Span<double> sums = stackalloc double[MostKinds];
        double sum = 0;
        for (var i = 0; i < shares.Count; i++)
        {
            if (!double.TryParse(shares[i], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var share) || share is not (>= 0 and <= 1))
                return null;
            sums[i] = sum += share;
        }

        var point = Random.Shared.NextDouble() * sum;
        var kind = 0;
        while (kind < shares.Count - 1 && sums[kind] <= point)
            kind++;
        return kind;
    }

    private static int? Whole(string? text, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) && value <= most ? value : null;
}
