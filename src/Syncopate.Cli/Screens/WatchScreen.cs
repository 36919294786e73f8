using System.Globalization;
using Syncopate.Histograms;
using Syncopate.Reporting;
using Syncopate.Texts;
using Syncopate.Units;
using Syncopate.Watch;
using Syncopate.Watch.Awaits;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Reporting;
using Syncopate.Watch.Starvation;

namespace Syncopate.Cli.Screens;

/// <summary>What the one screen of a watch says: the last minute in sparklines, the latest second in figures, and what
/// is known of blocked places and async methods.</summary>
internal sealed class WatchScreen(ProcessIdentity process)
{
    private const int Seconds = 60;
    private const int MostSites = 5;
    private const int MostMethods = 5;
    private const int MostDecisions = 3;
    private const string Sparks = "▁▂▃▄▅▆▇█";

    private readonly List<WatchSample> _moments = [];
    private readonly List<string> _decisions = [];
    private WatchSites? _look;
    private AsyncTimeline? _timeline;
    private string? _tried;
    private string? _load;
    private string? _failure;
    private long _lost;

    /// <summary>Whether the pool starves, by the last minute; null before the first moment.</summary>
    public StarvationVerdict? Verdict => _moments.Count == 0 ? null : StarvationVerdict.OfLooks(_moments, _look is null ? [] : [_look]);

    /// <summary>Takes a record into account.</summary>
    public void Add(WatchRecord record)
    {
        switch (record)
        {
            case WatchSample moment:
                Add(moment);
                break;
            case WatchSites sites:
                _look = sites;
                break;
            case WatchTimeline timeline:
                _timeline = timeline.Timeline;
                break;
            case WatchWhatIf tried:
                _tried = WhatIfReport.Of(tried).Sentence;
                break;
            case WatchInterval interval:
                _load = Load(interval.Load);
                break;
            case WatchLoadFailure failure:
                _failure = WatchText.Line(failure);
                break;
        }
    }

    /// <summary>The screen, from top to bottom.</summary>
    public IEnumerable<string> Lines()
    {
        yield return $"{process}{(_lost > 0 ? $"   {Counted.Of(_lost, "event")} lost" : "")}";
        if (_moments.LastOrDefault() is not { } last)
            yield break;
        yield return WatchText.Line(last);
        yield return "";
        yield return Spark("threads", m => m.Pool?.Threads);
        yield return Spark("in use", m => m.Pool?.MostInUse);
        yield return Spark("blocked", m => m.Pool?.Blocked);
        yield return Spark("queue", m => m.Pool?.LongestQueue);
        yield return Spark("done/s", m => m.Pool?.CompletedPerSecond);
        yield return Spark("CPU", m => m.Seconds > 0 ? Nanoseconds.ToSeconds(m.CpuNanoseconds) / m.Seconds : null);
        if (last.Server is not null)
            yield return Spark("requests/s", m => m.Server?.RequestsPerSecond);
        yield return "";
        if (last.Runtime is { } runtime && last.Pool is { } pool)
            yield return Rest(runtime, pool, last.Client);
        if (_load is not null)
            yield return _load;
        if (ThreadShares.Of(_moments) is { } shares)
            yield return $"  threads' time: {WatchText.Shares(shares, LookOfThisMinute)}";
        if (_failure is not null)
            yield return _failure;
        if (Verdict is { ForSeconds: not null } verdict)
            yield return verdict.Sentence;
        if (_tried is not null)
            yield return _tried;
        string[] below =
        [
            .. _decisions, .. _look is null ? [] : Blocked(_look), .. _timeline is null ? [] : Timeline(_timeline),
            .. last.Awaits is null ? [] : AsyncTimelineText.Lines(last.Awaits, MostSites),
        ];
        foreach (string line in below)
            yield return line;
    }

    /// <summary>Blocked places in lines, the worst first. They stay on the screen until the next look: so it is said when this one
    /// was.</summary>
    public static IEnumerable<string> Blocked(WatchSites look)
    {
        string at = FormattableString.Invariant($"{Nanoseconds.ToSeconds(look.AtNanoseconds):0} s");
        string threads = Counted.Of(look.Blocked.Threads, "thread");
        yield return look.Blocked.Sites.Count == 0 ? $"At {at} no thread of the pool was blocked."
            : $"Blocked at {at}, of {threads} of the pool:";
        foreach (string line in WatchText.Lines(look.Blocked.Sites.Take(MostSites)))
            yield return $"  {line}";
    }

    /// <summary>An async timeline in lines: what could be done, then the methods.</summary>
    public static IEnumerable<string> Timeline(AsyncTimeline timeline) =>
        [
            .. timeline.Findings.Take(MostDecisions).Select(finding => finding.Sentence),
            .. timeline.Methods.Take(MostMethods).Select(method => $"  {WatchText.Line(method)}"),
            .. timeline.Notes,
        ];

    private BlockedSites? LookOfThisMinute => _look?.AtNanoseconds > _moments[0].FromNanoseconds ? _look.Blocked : null;

    private void Add(WatchSample moment)
    {
        _moments.Add(moment);
        if (_moments.Count > Seconds)
            _moments.RemoveAt(0);
        _lost += moment.LostEvents;
        foreach (string decision in WatchText.Adjustments(moment))
            _decisions.Add(FormattableString.Invariant($"{Nanoseconds.ToSeconds(moment.ToNanoseconds),7:0} s  {decision}"));
        _decisions.RemoveRange(0, Math.Max(0, _decisions.Count - MostDecisions));
    }

    private string Spark(string name, Func<WatchSample, double?> value)
    {
        double most = _moments.Max(value) ?? 0;
        // A gap where nothing was reported.
        string line = string.Concat(
            _moments.Select(m => value(m) is { } v ? Sparks[most > 0 ? (int)Math.Round((Sparks.Length - 1) * v / most) : 0] : ' '));
        return string.Create(
            CultureInfo.InvariantCulture,
            $"  {name,-11}{line.PadLeft(Seconds)}  "
                + $"{(value(_moments[^1]) is { } now ? now.ToString("#,0.##", CultureInfo.InvariantCulture) : "-")}");
    }

    private static string Rest(RuntimeFigures runtime, PoolFigures pool, HttpFigures? client)
    {
        string limits = pool is { Minimum: { } least, Maximum: { } most }
            ? FormattableString.Invariant($"pool limits {least} to {most}   ")
            : "";
        string pause = runtime.PauseShare is { } share ? string.Create(CultureInfo.InvariantCulture, $", paused {100 * share:0.#}%") : "";
        string sent = client is null ? "" : string.Create(
            CultureInfo.InvariantCulture, $"   requests sent {client.RequestsPerSecond:0.#}/s, {client.InFlight} in flight");
        return FormattableString.Invariant($"  {limits}heap {Megabytes.Of(runtime.HeapBytes):#,0} MB   ")
            + FormattableString.Invariant($"GC {runtime.Gen0Collections}/{runtime.Gen1Collections}/{runtime.Gen2Collections}{pause}   ")
            + FormattableString.Invariant($"lock waits {runtime.LockContentionsPerSecond:0.#}/s   ")
            + FormattableString.Invariant($"exceptions {runtime.ExceptionsPerSecond:0.#}/s   timers {runtime.Timers}{sent}");
    }

    private static string Load(IntervalRecord interval)
    {
        double seconds = Math.Max(1e-3, Nanoseconds.ToSeconds(interval.ToNanoseconds - interval.FromNanoseconds));
        Histogram latencies = HistogramCodec.Decode(interval.Histogram);
        string latency = latencies.TotalCount == 0 ? "no answer" : $"p50 {At(0.5)}   p99 {At(0.99)}";

        string At(double quantile) => MeasuredOrNull.QuantileOrNull(latencies, quantile) is { } milliseconds
            ? string.Create(CultureInfo.InvariantCulture, $"{milliseconds:#,0.##} ms")
            : "-";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"  load   {interval.Count / seconds:#,0}/s   {latency}   {interval.Errors.Values.Sum():#,0} failed");
    }
}
