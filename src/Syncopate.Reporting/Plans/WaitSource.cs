using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Planning.Formulas;
using Syncopate.Texts;

namespace Syncopate.Reporting.Plans;

/// <summary>Waits as they are given on the line or in a scenario: in words, as a histogram log, or as the folder of a run.</summary>
internal static class WaitSource
{
    /// <summary>Reads a wait.</summary>
    /// <param name="text">Words of <see cref="WaitTime.Parse"/>, the name of an .hlog file in nanoseconds, or that of a folder.</param>
    /// <param name="folder">What names are relative to.</param>
    /// <exception cref="ArgumentException">It is none of these, or the folder has several kinds of requests.</exception>
    /// <exception cref="FormatException">The log is damaged.</exception>
    /// <exception cref="JournalException">The journal of the folder cannot be read.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    public static WaitTime Read(string text, string folder)
    {
        string path = Path.Combine(folder, text);
        if (Path.GetExtension(text).Equals(".hlog", StringComparison.OrdinalIgnoreCase))
            return WaitTime.Of(Buckets(path));
        if (text.Length == 0 || !Directory.Exists(path))
            return WaitTime.Parse(text);
        return RunRequests.Read(path) is [var only]
            ? only.Wait
            : throw new ArgumentException($"'{text}' has several kinds of requests, and this is one wait. "
                + $"Name one of the .hlog files there, or plan the whole folder: syncopate plan {ShellWord.Quoted(text)}");
    }

    /// <summary>The waits of a log, of all its entries without a tag, or of all where each has one.</summary>
    private static List<HistogramBucket> Buckets(string path)
    {
        RegularFile.Check(path);
        using FileStream stream = File.OpenRead(path);
        using HistogramLogReader reader = new(stream);
        List<(string? Tag, List<HistogramBucket> Buckets)> entries = [];
        while (reader.Read() is { } entry)
            entries.Add((entry.Tag, Of(entry.Histogram)));
        bool hasUntagged = entries.Exists(e => e.Tag is null);
        return [.. entries.Where(e => e.Tag is null || !hasUntagged).SelectMany(e => e.Buckets)];
    }

    /// <summary>The buckets of a histogram that have a value.</summary>
    public static List<HistogramBucket> Of(Histogram histogram)
    {
        List<HistogramBucket> buckets = [];
        foreach (HistogramBucket bucket in histogram)
            buckets.Add(bucket);
        return buckets;
    }
}
