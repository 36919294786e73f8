using Syncopate.Reporting;
using Syncopate.Reporting.Loads;
using Syncopate.Texts;
using Syncopate.Watch.Awaits;

namespace Syncopate.Watch.Reporting;

/// <summary>The report of a watch as lines for a terminal or a log: plain text without control characters.</summary>
internal static class WatchReportText
{
    private const int HeadWidth = 18;
    private const int MostSites = 8;
    private const int Width = 140;

    /// <summary>The lines, from the pool to the doubts.</summary>
    public static IReadOnlyList<string> Lines(WatchReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        IEnumerable<string> lines =
        [
            report.Process.ToString(),
            "",
            .. Pool(report),
            .. Rest(report.Summary),
            .. Load(report),
            .. Blocked(report.Blocked),
            .. Verdict(report),
            .. Timelines(report),
            .. Doubts(report),
        ];
        return [.. lines.Select(PrintableText.Line)];
    }

    private static IEnumerable<string> Pool(WatchReport report)
    {
        WatchSummary summary = report.Summary;
        string silent = summary.SilentSeconds > 0 ? $", no data for {LoadText.Length(summary.SilentSeconds)} of it" : "";
        yield return Line("watched", $"{LoadText.Length(summary.Seconds)}{silent}");
        if (summary.MostThreads is { } threads)
        {
            yield return Line(
                "pool threads",
                $"up to {FigureText.Count(threads)}{Most(summary.MostInUse, "in use")}{Most(summary.MostBlocked, "blocked")}");
        }

        if (summary.Shares is { } shares)
            yield return Line("threads' time", WatchText.Shares(shares, report.Blocked));
        if (summary.LongestQueue is { } queue)
        {
            string completed = summary.CompletedPerSecond is { } done ? $"; {WatchText.Items(done)} completed per second" : "";
            yield return Line("queue", $"up to {FigureText.Count(queue)}{completed}");
        }

        if (summary.Adjustments > 0)
            yield return Line("adjustments", $"{Wording.Plural(summary.Adjustments, "decision")} of the pool about its threads");
    }

    private static IEnumerable<string> Rest(WatchSummary summary)
    {
        if (summary.Cores is { } cores)
        {
            string of = summary.Allowed is { } allowed ? $" of {FigureText.Significant(allowed, 2)} that it may use" : "";
            yield return Line("CPU", $"{Wording.PluralOf(cores, "core", "cores", digits: 2)}{of}");
        }

        if (summary.AllocatedBytesPerSecond is { } allocated)
        {
            string paused = summary.PauseShare is { } pause
                ? $", paused by collections for {FigureText.Percent(100 * pause)} of the time"
                : "";
            yield return Line("allocated", $"{FigureText.Bytes(allocated)}/s{paused}");
        }

        if (summary.LockContentions is { } contentions)
            yield return Line("contention", WatchText.Troubles(contentions, summary.Exceptions ?? 0));
        if (summary.RequestsPerSecond is { } requests)
            yield return Line("requests", $"{FigureText.Significant(requests)} started per second");
    }

    private static IEnumerable<string> Load(WatchReport report)
    {
        if (report.LoadFailure is { } failure)
            yield return WatchText.Line(failure);
        if (report.Load is not { } load)
            yield break;
        long count = report.LoadIntervals.Sum(interval => interval.Count);
        string failed = FigureText.Count(report.LoadIntervals.Sum(interval => interval.Errors));
        string why = report.LoadErrors.Count > 0 ? $" ({WatchText.Failures(report.LoadErrors)})" : "";
        yield return Line(
            "load", $"{load.Method} {load.Url}, {load.Sentence}: {Wording.Plural(count, "answer")}, {failed} failed{why}");
        if (count > 0 && report.LoadIntervals.Max(i => i.Max) is { } longest)
        {
            // Seconds of a few answers have no median.
            (double? low, double? high) = (report.LoadIntervals.Min(i => i.P50), report.LoadIntervals.Max(i => i.P50));
            string medians = low is { } least && high is { } most
                ? $"p50 {FigureText.Milliseconds(least)} to {FigureText.Milliseconds(most)} by second, "
                : "";
            yield return Line("latency", $"{medians}longest {FigureText.Milliseconds(longest)}");
        }
    }

    private static IEnumerable<string> Blocked(BlockedSites? blocked)
    {
        if (blocked is null)
            yield break;
        yield return "";
        yield return blocked.Sites.Count == 0
            ? $"No thread of the pool was blocked (sampled for {FigureText.Milliseconds(blocked.WindowMilliseconds)})."
            : $"Blocked threads of the pool (sampled for {FigureText.Milliseconds(blocked.WindowMilliseconds)}):";
        foreach (string line in WatchText.Lines(blocked.Sites.Take(MostSites)))
            yield return $"  {line}";
    }

    private static IEnumerable<string> Verdict(WatchReport report)
    {
        if (report.Verdict is { } verdict)
        {
            yield return "";
            yield return verdict.Sentence;
        }

        if (report.WhatIf is { } tried)
        {
            yield return "";
            yield return tried.Sentence;
        }
    }

    private static IEnumerable<string> Timelines(WatchReport report)
    {
        foreach (AsyncTimeline timeline in report.Timelines)
        {
            yield return "";
            foreach (string line in AsyncTimelineText.Lines(timeline, Width))
                yield return line;
        }
    }

    private static IEnumerable<string> Doubts(WatchReport report)
    {
        foreach (Doubt doubt in report.Warnings)
        {
            yield return "";
            yield return $"Doubt: {doubt.What}";
            yield return $"  {doubt.Why} {doubt.Try}";
        }
    }

    private static string Most(int? count, string what) => count is { } most ? $", {FigureText.Count(most)} {what}" : "";

    private static string Line(string head, string text) => $"{head.PadRight(HeadWidth)}{text}";
}
