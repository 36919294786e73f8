using Syncopate.Reporting.Drawing;
using Syncopate.Units;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Loads;

/// <summary>How a load went, over time: latency, rate, requests in flight, failures.</summary>
internal sealed class LoadCourse
{
    // A screen has no more columns to draw them in.
    private const int MostPoints = 600;

    // Latencies are reported in the unit that suits the longest.
    private static readonly (string Unit, double Milliseconds)[] Units = [("s", 1_000), ("ms", 1), ("µs", 0.001)];

    private readonly LoadReport _report;
    private readonly IReadOnlyList<LoadIntervalReport[]> _points;
    private readonly PageTimeScale _time;

    public LoadCourse(LoadReport report)
    {
        _report = report;
        // The rest after the last whole interval holds the answers that were still under way: its rate is no rate of the load.
        double usual = report.Intervals.Select(i => i.ToSeconds - i.FromSeconds).FirstOrDefault();
        LoadIntervalReport[] intervals = report.Intervals.Where(i => i.ToSeconds - i.FromSeconds >= usual / 2).ToArray();
        _points = [.. intervals.Chunk(Math.Max(1, (intervals.Length + MostPoints - 1) / MostPoints))];
        _time = new PageTimeScale([(long)Nanoseconds.FromSeconds(report.Run.DurationSeconds + Gaps(report.Intervals))]);
    }

    /// <summary>The section; a single interval is no course and is not drawn.</summary>
    public PageMarkup Section => _points.Count < 2 ? None : Html($"""
        <section class="card" id="load-course" aria-labelledby="load-course-title">
        <header><h2 id="load-course-title">How it went</h2><p>{Caption}</p></header>
        {Latency}{Rate}{InFlight}{Failures}{Pool}{Cores}</section>

        """);

    private string Caption => _points[0].Length == 1
        ? $"{Wording.Plural(_points.Count, "interval")} "
            + $"of about {FigureText.OfSeconds(_points[0][0].ToSeconds - _points[0][0].FromSeconds, 2)}; "
            + "each point stands at the end of its interval."
        : $"{Wording.Plural(_points.Count, "point")} of {FigureText.Count(_points[0].Length)} intervals each: "
            + "the highest percentile, queue and number of threads of them, the mean of the rest.";

    // Intervals that a journal has lost are no time of the load, and have their place on the axis all the same.
    private static double Gaps(IReadOnlyList<LoadIntervalReport> intervals) => intervals.Count == 0
        ? 0
        : intervals[0].FromSeconds
            + intervals.Zip(intervals.Skip(1)).Sum(pair => Math.Max(0, pair.Second.FromSeconds - pair.First.ToSeconds));

    private PageMarkup Latency
    {
        get
        {
            double most = _report.Intervals.Max(i => i.P99 ?? i.P90 ?? i.P50 ?? 0);
            var (unit, size) = Units.First(u => most >= 2 * u.Milliseconds || u.Unit == "µs");
            LoadSeries[] lines =
            [
                new("p50", "async", Points(i => i.P50 / size)),
                new("p90", "par", Points(i => i.P90 / size)),
                new("p99", "sync", Points(i => i.P99 / size)),
            ];
            return new LoadChart(_time, lines).Draw(
                $"Latency, {unit}",
                $"Latency by interval: p99 at most {Most(i => i.P99)}, p50 at most {Most(i => i.P50)}");
        }
    }

    private PageMarkup Rate => new LoadChart(_time, [new("", "async", Means(i => i.RequestsPerSecond ?? 0), IsFilled: true)])
        .Draw(
            "Requests per second",
            $"Requests per second by interval: on average {FigureText.Significant(_report.Figures.RequestsPerSecond)}");

    // Users without thought are always in flight: that line would say nothing.
    private PageMarkup InFlight => When(
        _report.Target.Load is Arrivals or SteppedUsers,
        new LoadChart(_time, [new("", "par", Means(i => i.InFlight), IsFilled: true)], whole: true)
            .Draw(
                "Requests in flight",
                $"Requests in flight at the end of each interval: at most {FigureText.Count(_report.Intervals.Max(i => i.InFlight))}"));

    private PageMarkup Failures => When(
        _report.Figures.Errors > 0,
        new LoadChart(_time, [new("", "sync", Means(i => i.Errors), IsFilled: true)], whole: true)
            .Draw("Failed requests an interval", $"Failed requests by interval: {FigureText.Count(_report.Figures.Errors)} in all"));

    private PageMarkup Pool => !_report.Intervals.Any(i => i.Threads is not null)
        ? None
        : new LoadChart(
            _time, [new("queue", "sync", Points(i => i.QueueLength)), new("threads", "par", Points(i => i.Threads))], whole: true)
            .Draw(
                "Thread pool of the target",
                $"Thread-pool threads of the target: at most {FigureText.Count(_report.Figures.Threads ?? 0)}; "
                    + $"queue at most {FigureText.Count(_report.Figures.QueueLength ?? 0)}");

    private PageMarkup Cores => _report.Process is null
        ? None
        : new LoadChart(_time, [new("", "par", MeansOfMeasured(i => i.Cores), IsFilled: true)])
            .Draw(
                "Processors that the target used",
                $"Processors that the target used: {FigureText.Significant(_report.Process.Cores, 2)} on average");

    private string Most(Func<LoadIntervalReport, double?> value) =>
        FigureText.Milliseconds(_report.Intervals.Max(value) ?? double.NaN);

    private (long, double?)[] Points(Func<LoadIntervalReport, double?> value) =>
        [.. _points.Select(chunk => (At(chunk), chunk.Max(value)))];

    private (long, double?)[] Means(Func<LoadIntervalReport, double> value) =>
        [.. _points.Select(chunk => (At(chunk), (double?)chunk.Average(value)))];

    private (long, double?)[] MeansOfMeasured(Func<LoadIntervalReport, double?> value) =>
        [.. _points.Select(chunk => (At(chunk), chunk.Average(value)))];

    private static long At(LoadIntervalReport[] chunk) => (long)Nanoseconds.FromSeconds(chunk[^1].ToSeconds);
}
