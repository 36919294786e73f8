using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Loads;
using Syncopate.Units;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Watch.Reporting;

/// <summary>How a process went, over time: the latency of the load, the pool, processors, memory, each on the same time
/// axis. Where the process reported nothing, the lines have a gap.</summary>
internal sealed class WatchCourse
{
    // A screen has no more columns to draw them in.
    private const int MostPoints = 600;

    private readonly WatchReport _report;
    private readonly IReadOnlyList<WatchSample[]> _points;
    private readonly PageTimeScale _time;

    public WatchCourse(WatchReport report)
    {
        _report = report;
        _points = [.. report.Moments.Chunk(Math.Max(1, (report.Moments.Count + MostPoints - 1) / MostPoints))];
        _time = new PageTimeScale([(long)Nanoseconds.FromSeconds(report.Run.DurationSeconds)]);
    }

    /// <summary>The section; a single moment is no course and is not drawn.</summary>
    public PageMarkup Section => _points.Count < 2 ? None : Html($"""
        <section class="card" id="watch-course" aria-labelledby="watch-course-title">
        <header><h2 id="watch-course-title">How it went</h2><p>{Caption}</p></header>
        {Latency}{Threads}{Queue}{Completed}{Requests}{Cores}{Allocated}{Troubles}</section>

        """);

    private string Caption => _report.Summary.SilentSeconds > 0
        ? $"Each point stands at the end of its {Span}. A line is broken where the process reported nothing: "
            + $"{LoadText.Length(_report.Summary.SilentSeconds)} in all."
        : $"Each point stands at the end of its {Span}; all pictures have one time axis.";

    private string Span => _points[0].Length == 1 ? "second" : Wording.Plural(_points[0].Length, "second");

    private PageMarkup Latency
    {
        get
        {
            // The rest after the last whole interval holds the answers that were still under way: they would draw a spike at one instant.
            double usual = _report.LoadIntervals.Select(i => i.ToSeconds - i.FromSeconds).FirstOrDefault();
            List<LoadIntervalReport> intervals =
                _report.LoadIntervals.Where(i => i.P50 is not null && i.ToSeconds - i.FromSeconds >= usual / 2).ToList();
            if (intervals.Count < 2)
                return None;
            LoadSeries[] lines = [new("p50", "async", Points(i => i.P50)), new("p99", "sync", Points(i => i.P99))];
            return new LoadChart(_time, lines).Draw(
                "Latency of the load, ms",
                $"Latency by second: p99 at most {Highest(i => i.P99)}, p50 at most {Highest(i => i.P50)}");

            string Highest(Func<LoadIntervalReport, double?> value) =>
                FigureText.Milliseconds(intervals.Max(value) ?? double.NaN);

            (long, double?)[] Points(Func<LoadIntervalReport, double?> value) =>
                [.. intervals.Select(i => ((long)Nanoseconds.FromSeconds(i.ToSeconds), value(i)))];
        }
    }

    private PageMarkup Threads
    {
        get
        {
            List<LoadSeries> lines = [new("threads", "par", Most(m => m.Pool?.Threads))];
            if (_report.Summary.MostInUse is not null)
                lines.Add(new("in use", "async", Most(m => m.Pool?.MostInUse)));
            if (_report.Summary.MostBlocked is not null)
                lines.Add(new("blocked", "sync", Most(m => m.Pool?.Blocked)));
            return new LoadChart(_time, lines, whole: true).Draw(
                "Threads of the pool", $"Pool threads by second: at most {FigureText.Count(_report.Summary.MostThreads ?? 0)}");
        }
    }

    private PageMarkup Queue => new LoadChart(_time, [new("", "sync", Most(m => m.Pool?.LongestQueue), IsFilled: true)], whole: true)
        .Draw(
            "Work items waiting for a thread",
            $"Queue of the pool by second: at most {FigureText.Count(_report.Summary.LongestQueue ?? 0)}");

    private PageMarkup Completed => new LoadChart(_time, [new("", "async", Mean(m => m.Pool?.CompletedPerSecond), IsFilled: true)])
        .Draw(
            "Work items completed per second",
            $"Work items completed per second: {Describe(_report.Summary.CompletedPerSecond)} on average");

    private PageMarkup Requests => When(
        _report.Summary.RequestsPerSecond is not null,
        new LoadChart(
            _time,
            [new("a second", "async", Mean(m => m.Server?.RequestsPerSecond)), new("in flight", "par", Mean(m => m.Server?.InFlight))])
            .Draw("Requests started",
                $"Requests started per second: {FigureText.Significant(_report.Summary.RequestsPerSecond ?? 0)} on average"));

    private PageMarkup Cores => new LoadChart(
        _time, [new("", "par", Mean(m => m.Seconds > 0 ? Nanoseconds.ToSeconds(m.CpuNanoseconds) / m.Seconds : null), IsFilled: true)])
        .Draw("Processors used", $"Processors used: {Describe(_report.Summary.Cores, 2)} on average");

    private PageMarkup Allocated => new LoadChart(
        _time, [new("", "par", Mean(m => Mebibytes.Of(m.Runtime?.AllocatedBytesPerSecond)), IsFilled: true)])
        .Draw("Allocated, MiB per second",
            $"Allocated per second: {AllocatedBytes} on average");

    // Mostly there is none of either, and an empty picture says less than its absence.
    private PageMarkup Troubles => When(
        _report.Summary.LockContentions > 0 || _report.Summary.Exceptions > 0,
        new LoadChart(_time,
        [
            new("lock waits", "sync", Mean(m => m.Runtime?.LockContentionsPerSecond)),
            new("exceptions", "par", Mean(m => m.Runtime?.ExceptionsPerSecond)),
        ])
            .Draw("Waits for a lock and exceptions, per second",
                WatchText.Troubles(_report.Summary.LockContentions ?? 0, _report.Summary.Exceptions ?? 0)));

    private string AllocatedBytes =>
        _report.Summary.AllocatedBytesPerSecond is { } bytes ? FigureText.Bytes(bytes) : FigureText.Missing;

    private static string Describe(double? figure, int digits = 3) => figure is { } known ? FigureText.Significant(known, digits)
        : FigureText.Missing;

    private (long, double?)[] Most(Func<WatchSample, double?> value) =>
        [.. _points.Select(chunk => (chunk[^1].ToNanoseconds, chunk.Max(value)))];

    private (long, double?)[] Mean(Func<WatchSample, double?> value) =>
        [.. _points.Select(chunk => (chunk[^1].ToNanoseconds, chunk.Average(value)))];
}
