using System.Globalization;
using System.Text;
using Syncopate.Reporting;
using Syncopate.Units;

namespace Syncopate.Watch.Awaits;

/// <summary>The async timeline as lines of text, for a terminal or a Markdown block.</summary>
internal static class AsyncTimelineText
{
    private const int MostMethods = 20;
    private const int LongestName = 36;
    private const int LeastBar = 12;

    /// <summary>The lines; none is longer than the width, unless that is below 100.</summary>
    public static IReadOnlyList<string> Lines(AsyncTimeline timeline, int width)
    {
        ArgumentNullException.ThrowIfNull(timeline);
        width = Math.Clamp(width, 100, 200);
        return
        [
            Source(timeline),
            .. Methods(timeline, width),
            .. Fall(timeline.Waterfall, width),
            .. timeline.Findings.SelectMany(finding =>
                Wrapped($"-> {finding.Sentence}{(finding.File is null ? "" : $" ({Place(finding.File, finding.Line)})")}", width)),
            .. timeline.Notes.SelectMany(note => Wrapped($"note: {note}", width)),
        ];
    }

    /// <summary>The waits of this moment, as lines of text: how many wait where, for how long, and who waits for them.</summary>
    public static IReadOnlyList<string> Lines(LiveAwaits awaits, int mostSites)
    {
        ArgumentNullException.ThrowIfNull(awaits);
        if (awaits.Unsupported is { } reason)
            return [$"Live awaits are not shown: {reason}"];
        return
        [
            string.Create(CultureInfo.InvariantCulture,
                $"{Wording.Plural(awaits.Tasks, "async call")} in flight"
                + $"{(awaits.Coverage < 1 ? $", looked at {FigureText.Percent(100 * awaits.Coverage)} of the time" : "")}"),
            .. awaits.Sites.Take(mostSites).Select(site => string.Create(CultureInfo.InvariantCulture,
                $"{site.InFlight,6} {(site.InFlight == 1 ? "waits" : "wait")} {FigureText.Milliseconds(site.LongestMilliseconds),8} at "
                    + $"most  {site.Method}{(site.File is null ? "" : $" ({Place(site.File, site.Line)})")}"
                    + $"{string.Concat(site.Chain.Select(outer => $" <- {outer}"))}")),
            .. awaits is { RuntimeAsyncMethods: > 0, HasRuntimeAsync: false }
                ? [$"{OwnAsyncMethods.Sentence(awaits.RuntimeAsyncMethods, awaits.AsyncMethods)}: their calls are not in this list."]
                : Array.Empty<string>(),
        ];
    }

    /// <summary>Where the figures come from, and how exact they are.</summary>
    internal static string Source(AsyncTimeline timeline) => timeline.Source switch
    {
        AsyncTimelineSource.TaskEvents when timeline.WindowMilliseconds <= 0 => "No async timeline could be taken.",
        AsyncTimelineSource.Woven => string.Create(
            CultureInfo.InvariantCulture,
            $"Exact: every call of a woven copy, over {Milliseconds.ToSeconds(timeline.WindowMilliseconds):F1} s."),
        AsyncTimelineSource.TaskEvents =>
            FormattableString.Invariant($"Async timeline, {Milliseconds.ToSeconds(timeline.WindowMilliseconds):F1} s of runtime events: ")
                + "every call that suspended in it, no other.",
        _ => throw new ArgumentOutOfRangeException(nameof(timeline), timeline.Source, "Not a source."),
    };

    /// <summary>File, without its folder, and line.</summary>
    internal static string Place(string file, int? line) =>
        line is { } number ? string.Create(CultureInfo.InvariantCulture, $"{FileName(file)}:{number}") : FileName(file);

    /// <summary>How a piece of work lies to the others of its call.</summary>
    internal static string Order(AwaitOrder order) => order switch
    {
        AwaitOrder.Sequence => "in sequence",
        AwaitOrder.Overlap => "overlaps",
        AwaitOrder.Alone => "",
        _ => throw new ArgumentOutOfRangeException(nameof(order), order, "Not an order."),
    };

    // The file may come from another system than this one.
    private static string FileName(string path) => path[(path.LastIndexOfAny(['/', '\\']) + 1)..];

    private static IEnumerable<string> Methods(AsyncTimeline timeline, int width)
    {
        if (timeline.Methods.Count == 0)
            yield break;
        yield return Cut(
            $"{"method",-LongestName} {"calls",8} {"sync",5} {"first call",10} {"to await",9} {"suspended",9} {"total",9} "
                + $"{"threads",7}  waits for",
            width);
        foreach (AsyncMethod method in timeline.Methods.Take(MostMethods))
        {
            string sync = method.SynchronousShare is { } share ? FigureText.Percent(100 * share) : FigureText.Missing;
            yield return Cut(
                $"{Cut(method.Name, LongestName),-LongestName} {FigureText.Count(method.Calls),8} {sync,5} "
                    + $"{Time(method.FirstCallMilliseconds),10} {Time(method.ToFirstAwaitMilliseconds),9} "
                    + $"{Time(method.SuspendedMilliseconds),9} {Time(method.TotalMilliseconds),9} {method.Threads,7}  {Waits(method)}",
                width);
        }

        if (timeline.Methods.Count > MostMethods)
            yield return $"and {timeline.Methods.Count - MostMethods} more";
    }

    private static IEnumerable<string> Fall(IReadOnlyList<AwaitSpan> rows, int width)
    {
        if (rows.Count == 0)
            yield break;
        double whole = Math.Max(rows.Max(row => row.EndMilliseconds), 0.001);
        int bar = Math.Max(LeastBar, width - LongestName - 25);
        yield return $"One typical request of {FigureText.Milliseconds(whole)}: █ work before the first await, ─ waiting or work after it";
        foreach (AwaitSpan row in rows)
        {
            string name = Cut(new string(' ', 2 * Math.Clamp(row.Depth, 0, 8)) + row.Name, LongestName);
            yield return $"{name,-LongestName} {Order(row.Order),-11} "
                + $"{FigureText.Milliseconds(row.EndMilliseconds - row.StartMilliseconds),9} {Bar(row, whole, bar)}";
        }
    }

    private static string Bar(AwaitSpan row, double whole, int width)
    {
        int Column(double milliseconds) => (int)Math.Round(width * Math.Clamp(milliseconds / whole, 0, 1));
        int from = Math.Min(Column(row.StartMilliseconds), width - 1);
        int first = Column(row.StartMilliseconds + row.ToFirstAwaitMilliseconds);
        int to = Math.Max(Column(row.EndMilliseconds), from + 1);
        return new StringBuilder()
            .Append(' ', from)
            .Append('█', Math.Max(0, first - from))
            .Append('─', Math.Max(0, to - Math.Max(first, from)))
            .ToString();
    }

    private static string Waits(AsyncMethod method) =>
        string.Join(
            ", ",
            method.WaitedFor.Select(work => work.File is null ? work.Name : $"{work.Name} ({Place(work.File, work.Line)})").Distinct());

    private static string Time(double? milliseconds) => milliseconds is { } known ? FigureText.Milliseconds(known) : FigureText.Missing;

    private static string Cut(string text, int width) => text.Length <= width ? text : text[..(width - 1)] + "…";

    private static IEnumerable<string> Wrapped(string text, int width)
    {
        StringBuilder line = new();
        foreach (string word in text.Split(' '))
        {
            if (line.Length > 0 && line.Length + 1 + word.Length > width)
            {
                yield return line.ToString();
                line.Clear().Append("  ");
            }

            line.Append(line.Length > 0 && line[^1] != ' ' ? " " : "").Append(word);
        }

        yield return line.ToString();
    }
}
