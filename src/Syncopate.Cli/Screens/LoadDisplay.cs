using System.Globalization;
using Spectre.Console;
using Syncopate.Histograms;
using Syncopate.Reporting;
using Syncopate.Reporting.Loads;
using Syncopate.Units;

namespace Syncopate.Cli.Screens;

/// <summary>Shows on stderr how a load goes: three lines that are drawn again with each interval where the terminal can
/// redraw, else a line an interval, and later a line for every tenth.
/// Called by one load, one interval after the other.</summary>
internal sealed class LoadDisplay(Terminal terminal, LoadShape shape, bool quiet)
{
    private const int SparkWidth = 40;
    private const int LinesOneByOne = 20;

    // What is shorter has no rate: the last interval may hold a few answers and no time.
    private const double ShortestSeconds = 0.05;
    private const string Sparks = "▁▂▃▄▅▆▇█";

    private readonly TimeSpan? _length = LengthOf(shape);
    private readonly List<double> _rates = [];
    private int _intervals;
    private long _errors;
    private bool _isDrawn;

    /// <summary>Shows what an interval measured.</summary>
    public void Show(IntervalRecord interval, Histogram latencies)
    {
        double seconds = Nanoseconds.ToSeconds(interval.ToNanoseconds - interval.FromNanoseconds);
        _errors += interval.Errors.Values.Sum();
        if (quiet || seconds < ShortestSeconds)
            return;
        double rate = interval.Count / seconds;
        _intervals++;
        _rates.Add(rate);
        if (_rates.Count > SparkWidth)
            _rates.RemoveAt(0);
        if (terminal.Live)
        {
            Draw(
            [
                $"{Elapsed(interval)}   {Rate(rate)}   {InFlight(interval)}   {Failed()}",
                $"  {Latency(latencies)}",
                $"  requests/s  {Spark()}",
            ]);
        }
        else if (_intervals <= LinesOneByOne || _intervals % 10 == 0)
        {
            terminal.Error.WriteLine($"{Elapsed(interval)}  {Rate(rate)}  {InFlight(interval)}  {Latency(latencies)}  {Failed()}");
        }
    }

    /// <summary>Leaves the last lines as they are: what follows starts below them.</summary>
    public void Close() => _isDrawn = false;

    private void Draw(string[] lines)
    {
        int width = Math.Max(20, terminal.Error.Profile.Width - 1);
        if (_isDrawn)
            terminal.Error.Write(new ControlCode($"\u001b[{lines.Length}A"));
        foreach (string line in lines)
        {
            terminal.Error.Write(new ControlCode("\r\u001b[2K"));
            terminal.Error.WriteLine(line.Length > width ? line[..width] : line);
        }

        _isDrawn = true;
    }

    private string Elapsed(IntervalRecord interval)
    {
        string elapsed = string.Create(CultureInfo.InvariantCulture, $"{Nanoseconds.ToSeconds(interval.ToNanoseconds):0.0} s");
        return _length is { } length ? $"{elapsed} of {LoadText.Time(length)}" : elapsed;
    }

    private static string Rate(double rate) => string.Create(CultureInfo.InvariantCulture, $"{rate:#,0}/s");

    private static string InFlight(IntervalRecord interval) =>
        string.Create(CultureInfo.InvariantCulture, $"{interval.InFlight:#,0} in flight");

    private string Failed() => string.Create(CultureInfo.InvariantCulture, $"{_errors:#,0} failed");

    /// <summary>The latencies of an interval; a percentile that one answer more or less would move is left out.</summary>
    internal static string Latency(Histogram latencies) => latencies.TotalCount == 0
        ? "no answer"
        : $"p50 {Milliseconds(latencies, 0.5)}  p90 {Milliseconds(latencies, 0.9)}  p99 {Milliseconds(latencies, 0.99)}";

    private static string Milliseconds(Histogram latencies, double quantile)
    {
        double value = MeasuredOrNull.Quantile(latencies, quantile);
        return double.IsFinite(value) ? ResultPrinter.Milliseconds(value) : FigureText.Missing;
    }

    private string Spark()
    {
        double most = Math.Max(1e-9, _rates.Max());
        return string.Concat(_rates.Select(rate => Sparks[(int)Math.Round((Sparks.Length - 1) * rate / most)]));
    }

    // Null when that is for the server to say.
    private static TimeSpan? LengthOf(LoadShape shape) => shape switch
    {
        UsersForTime l => l.Duration,
        SteppedUsers l => l.Duration,
        Arrivals l => l.Duration,
        _ => null,
    };
}
