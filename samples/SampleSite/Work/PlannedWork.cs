using System.Globalization;
using Microsoft.Extensions.Primitives;

namespace SampleSite.Work;

/// <summary>What one request does.</summary>
/// <param name="Microseconds">Computing.</param>
/// <param name="Lengths">What a wait may take, in ms, each equally often; at least one.</param>
/// <param name="Waits">How many.</param>
internal readonly record struct PlannedWork(int Microseconds, int[] Lengths, int Waits)
{
    private const int MostMicroseconds = 1_000_000;
    private const int MostMilliseconds = 60_000;
    private const int MostWaits = 100;
    private const int MostKinds = 20;
    private const int MostLengths = 1_000;

    /// <summary>The next wait, in ms: one of the lengths by chance.</summary>
    public int NextMilliseconds() => Lengths.Length == 1 ? Lengths[0] : Lengths[Random.Shared.Next(Lengths.Length)];

    /// <summary>The work of <c>microseconds=&amp;ms=&amp;waits=</c>, with <c>ms=20,20,180</c> for waits that vary; of
    /// several such triples one at random, by <c>share=</c>, 0 to 1. Null when the query tells none.</summary>
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
        Whole(microseconds[kind], MostMicroseconds) is { } computing && Each(ms[kind]) is { } lengths && Whole(waits[kind], MostWaits) is { } count
            ? new PlannedWork(computing, lengths, count)
            : null;

    private static int[]? Each(string? text)
    {
        List<int?> lengths = (text ?? "").Split(',', MostLengths + 1).Select(length => Whole(length, MostMilliseconds)).ToList();
        return lengths.Count <= MostLengths && lengths.TrueForAll(length => length is not null) ? [.. lengths.OfType<int>()] : null;
    }

    private static int? Pick(StringValues shares)
    {
        Span<double> sums = stackalloc double[MostKinds];
        double sum = 0;
        for (int i = 0; i < shares.Count; i++)
        {
            if (!double.TryParse(shares[i], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double share) || share is not (>= 0 and <= 1))
                return null;
            sums[i] = sum += share;
        }

        double point = Random.Shared.NextDouble() * sum;
        int kind = 0;
        while (kind < shares.Count - 1 && sums[kind] <= point)
            kind++;
        return kind;
    }

    private static int? Whole(string? text, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int value) && value <= most ? value : null;
}
