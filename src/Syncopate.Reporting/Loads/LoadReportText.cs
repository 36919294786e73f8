using Syncopate.Reporting.Sentences;
using System.Globalization;
using Syncopate.Texts;

namespace Syncopate.Reporting.Loads;

/// <summary>The report of a load as lines for a terminal or a log: plain text without colours or control characters, at
/// most 100 columns but for texts from outside.</summary>
internal static class LoadReportText
{
    private const int BarWidth = 40;
    private const int HeadWidth = 18;
    private const string Eighths = " ▏▎▍▌▋▊▉";

    /// <summary>The lines, from the target to the doubts.</summary>
    /// <param name="report">The report.</param>
    /// <param name="unicode">False where only ASCII can be shown.</param>
    public static IReadOnlyList<string> Lines(LoadReport report, bool unicode)
    {
        ArgumentNullException.ThrowIfNull(report);
        List<string> lines =
        [
            $"{report.Target.Method} {report.Target.Url}",
            $"{report.LoadSentence}, HTTP/{report.Target.HttpVersion}, {report.Target.Engine}",
            "",
            .. Requests(report),
            "",
            .. Latencies(report),
            "",
            .. Distribution(report, unicode),
            .. Errors(report),
            .. Slowest(report),
            .. Process(report),
            .. Machinery(report),
            .. AgentText.Lines(report.Agents, report.Together).Select(line => Line(line.Head + "  ", line.Text)),
            .. Thresholds(report),
            .. Doubts(report),
        ];
        return [.. lines.Select(line => unicode ? PrintableText.Line(line) : Ascii(line))];
    }

    private static IEnumerable<string> Requests(LoadReport report)
    {
        FormReport f = report.Figures;
        yield return Line(
            "requests", $"{FigureText.Count(f.Count - (report.Drain?.Answers ?? 0))} in {LoadText.Length(report.Run.DurationSeconds)}");
        yield return Line("requests/s", FigureText.Significant(f.RequestsPerSecond, 4));
        if (LoadText.Drained(report.Drain) is { } drained)
            yield return Line("", drained);
        if (report.Rate is { } rate)
        {
            yield return Line(
                "rate",
                $"{FigureText.Significant(rate.AskedPerSecond)} due per second, {FigureText.Significant(rate.ReachedPerSecond)} completed");
        }

        yield return Line(
            "failed",
            f.Errors == 0 ? "0" : $"{FigureText.Count(f.Errors)} ({FigureText.Percent(100.0 * f.Errors / (f.Count + f.Errors), 3)})");
        if (report.Reopened > 0)
            yield return Line("retried", LoadText.Reopened(report.Reopened.Value));
        if (!IsMeasured(report))
            yield break;
        // Bytes of what came after the time of the load are among them.
        double seconds = Math.Max(1e-9, report.Run.DurationSeconds + (report.Drain?.Seconds ?? 0));
        yield return Line("received", report.Bytes.Received is > 0 and { } received
            ? $"{FigureText.Bytes(received)}, {FigureText.Bytes(received / seconds)}/s; bodies {FigureText.Bytes(report.Bytes.Bodies)}"
            : $"bodies {FigureText.Bytes(report.Bytes.Bodies)}, {FigureText.Bytes(report.Bytes.Bodies / seconds)}/s");
    }

    private static IEnumerable<string> Latencies(LoadReport report)
    {
        yield return Row("", LatencyFigures.Columns.Select(column => column.Name));
        yield return Row("latency", LatencyFigures.Of(report.Figures));
        foreach (LoadStepReport step in report.Steps)
        {
            yield return Row($"  {Short(step.Name)}", step.Figures)
                + (step.Failed > 0 ? $"   {FigureText.Count(step.Failed.Value)} failed" : "");
        }

        if (report.Service is { } service)
            yield return Row("  service time", service);
        yield return Row("  to first byte", report.FirstByte);
        if (report.Connects.Count > 0)
            yield return Row("connect", report.Connects);
        if (report.Lateness is { } lateness)
            yield return Row("send delay", lateness);
        if (report.Corrected is { } corrected)
        {
            yield return Row("corrected", corrected);
            yield return "  (corrected adds, by a rule, requests that slow answers kept from being sent)";
        }
    }

    private static IEnumerable<string> Distribution(LoadReport report, bool unicode)
    {
        if (report.Distribution.Count == 0)
            yield break;
        long most = report.Distribution.Max(band => band.Count);
        yield return "latency up to";
        foreach (LoadBand band in report.Distribution)
            yield return $"{Ms(band.To),12}  {Bar((double)band.Count / most, unicode)} {FigureText.Count(band.Count)}";
        yield return "";
        if (report.Percentiles.Count == 0)
            yield break;
        yield return "  " + string.Join(
            "   ", report.Percentiles.Select(p => $"p{p.Percentile.ToString(CultureInfo.InvariantCulture)} {Ms(p.Milliseconds)}"));
        yield return "";
    }

    private static IEnumerable<string> Errors(LoadReport report)
    {
        foreach (LoadErrors kind in report.ErrorsByKind)
            yield return Line("failed", $"{FigureText.Count(kind.Count),10}  {kind.Kind}");
        if (report.ErrorsByKind.Count > 0)
            yield return "";
    }

    private static IEnumerable<string> Slowest(LoadReport report)
    {
        foreach (SlowFigures slow in report.Figures.Slowest)
            yield return Line("slowest", $"{slow.TraceId}  {slow.Took}, sent after {slow.At}");
        if (report.Figures.Slowest.Count > 0)
            yield return "";
    }

    private static IEnumerable<string> Machinery(LoadReport report)
    {
        LoadInFlight inFlight = report.InFlight;
        if (!IsMeasured(report))
            yield break;
        string time = report.Rate is null ? "of user time in flight" : "of the time since requests were due";
        yield return Line(
            "in flight",
            $"{FigureText.Significant(inFlight.Mean)} on average (Little’s law), "
                + $"{FigureText.Percent(100 * Math.Min(1, inFlight.Share), 3)} {time}");
        GeneratorFigures generator = report.Generator;
        string busiest = generator.BusyShares.Count > 0
            ? $", busiest thread busy for {FigureText.Percent(100 * Math.Min(1, generator.BusyShares.Max()))}"
            : "";
        string each = generator.CpuMicrosecondsPerRequest is { } cpu ? $", {FigureText.Significant(cpu)} µs per request" : "";
        yield return Line(
            "generator",
            $"{LoadAgents.Used(report)}{each}{busiest}");
    }

    private static IEnumerable<string> Process(LoadReport report)
    {
        if (report.Process is not { } process)
            yield break;
        FormReport f = report.Figures;
        if (f.Runtime is { } runtime)
            yield return Line("runs on", runtime.Words);
        string each = f.CpuPerRequest is not { } cpu ? "; no request completed"
            : f.BytesPerRequest is { } bytes ? $", {Ms(cpu)} CPU and {FigureText.Bytes(bytes)} per request"
            : $", {Ms(cpu)} CPU per request";
        yield return Line("target", $"{Wording.PluralOf(process.Cores, "core", "cores", digits: 2)}{each}");
        if (process is not { Gen0Collections: { } gen0, Gen1Collections: { } gen1, Gen2Collections: { } gen2 })
            yield break;
        yield return Line(
            "target pool", $"up to {Wording.Plural(f.Threads ?? 0, "thread")}, queue up to {FigureText.Count(f.QueueLength ?? 0)}");
        yield return Line(
            "target GC",
            $"{FigureText.Count(gen0)} / {FigureText.Count(gen1)} / {FigureText.Count(gen2)} collections of generations 0 / 1 / 2");
    }

    private static IEnumerable<string> Thresholds(LoadReport report) =>
        report.Thresholds.Select(threshold => Line(
            threshold.Passed ? "ok" : threshold.IsJudged ? "FAIL" : "not judged", threshold.Sentence));

    private static IEnumerable<string> Doubts(LoadReport report)
    {
        foreach (Doubt doubt in report.Warnings)
        {
            yield return "";
            yield return $"Doubt: {doubt.What}";
            yield return $"  {doubt.Why} {doubt.Try}";
        }
    }

    // Without a single interval nothing is known of traffic, of requests in flight and of the generator.
    private static bool IsMeasured(LoadReport report) => double.IsFinite(report.InFlight.Mean);

    private static string Line(string head, string text) => $"{head.PadRight(HeadWidth)}{text}";

    private static string Row(string head, LatencyFigures figures) => Row(
        head, LatencyFigures.Columns.Select(column => figures.Count == 0 ? "–" : Ms(column.Value(figures))));

    private static string Row(string head, IEnumerable<string> cells) =>
        $"{head.PadRight(HeadWidth)}{string.Concat(cells.Select(cell => $"{cell,12}"))}";

    // Not within a pair, half of which is no character.
    private static string Short(string name) => name.Length < HeadWidth - 2 ? name
        : name[..(HeadWidth - 4 - (char.IsHighSurrogate(name[HeadWidth - 5]) ? 1 : 0))] + "…";

    private static string Bar(double share, bool unicode)
    {
        int eighths = (int)Math.Round(share * BarWidth * 8);
        if (!unicode)
            return new string('#', (eighths + 4) / 8).PadRight(BarWidth);
        string bar = new string('█', eighths / 8) + (eighths % 8 > 0 ? Eighths[eighths % 8].ToString() : "");
        return bar.PadRight(BarWidth);
    }

    private static string Ms(double milliseconds) => FigureText.Milliseconds(milliseconds);

    private static string Ascii(string line) => string.Concat(
        line.Replace("µs", "us", StringComparison.Ordinal)
            .Replace('…', '.')
            .Replace('–', '-')
            .Replace('’', '\'')
            .Select(c => c is < ' ' or > '~' ? '?' : c));
}
