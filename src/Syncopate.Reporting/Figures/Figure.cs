using System.Diagnostics;
using System.Text.Json;
using Syncopate.Judging;
using Syncopate.Texts;

namespace Syncopate.Reporting.Figures;

/// <summary>One figure of a form: what it is called, where, in which unit, and how it is read from a report. Tables, limits, history and
/// files for spreadsheets ask the list of these, so that a figure that is added to it is in all of them.</summary>
internal sealed class Figure
{
    private static readonly Figure[] Latencies =
    [
        new("mean", nameof(FormReport.Mean), FigureKind.Time, f => Latency(f, f.Mean))
        {
            ComparedBy = Metric.Mean,
            ComparedIn = Enum.GetValues<ComparedWork>(),
            OfInterval = i => i.Mean,
            Label = piece => $"Mean {Duration(piece)}",
            Row = _ => "mean",
            Heading = _ => "Mean, ms",
            Title = "Mean latency, ms",
            IsDrawnUnasked = true,
        },
        new("p50", nameof(FormReport.P50), FigureKind.Time, f => Latency(f, f.P50))
        {
            ComparedBy = Metric.P50,
            ComparedIn = [ComparedWork.Experiments, ComparedWork.Targets, ComparedWork.Processes],
            Uncompared = TooFew,
            OfInterval = i => i.P50,
            Label = piece => $"Median {Duration(piece)}",
            Row = _ => "median",
            Heading = _ => "Median, ms",
            Title = "Median, ms",
        },
        new("p90", nameof(FormReport.P90), FigureKind.Time, f => Latency(f, f.P90))
        {
            ComparedBy = Metric.P90,
            Uncompared = TooFew,
            OfInterval = i => i.P90,
            Label = _ => "90th percentile",
            Row = _ => "p90",
            Title = "90th percentile, ms",
        },
        new("p95", nameof(FormReport.P95), FigureKind.Time, f => Latency(f, f.P95))
        {
            Heading = _ => "p95, ms", Title = "95th percentile, ms", IsDrawnUnasked = true,
        },
        new("p99", nameof(FormReport.P99), FigureKind.Time, f => Latency(f, f.P99))
        {
            ComparedBy = Metric.P99,
            Uncompared = TooFew,
            OfInterval = i => i.P99,
            Label = _ => "99th percentile",
            Row = _ => "p99",
            Heading = _ => "p99, ms",
            Title = "99th percentile, ms",
        },
        new("p99.9", nameof(FormReport.P999), FigureKind.Time, f => Latency(f, f.P999))
        {
            Title = "99.9th percentile, ms",
        },
        new("max", nameof(FormReport.Max), FigureKind.Time, f => Latency(f, f.Max))
        {
            Heading = _ => "Max, ms", Title = "Maximum latency, ms",
        },
    ];

    private static readonly Figure[] OfServers =
    [
        new("cpu", nameof(FormReport.CpuPerRequest), FigureKind.Time, f => f.CpuPerRequest)
        {
            ComparedBy = Metric.CpuPerRequest,
            ComparedIn = Enum.GetValues<ComparedWork>(),
            Label = piece => $"CPU per {piece}",
            Row = piece => piece == "request" ? "server CPU/request" : $"CPU/{piece}",
            Heading = piece => $"CPU, ms per {piece}",
            Title = "CPU per request, ms",
            Less = piece => $"less CPU per {piece}",
            More = piece => $"more CPU per {piece}",
            IsOfServer = true,
            IsDrawnUnasked = true,
        },
        new("bytes", nameof(FormReport.BytesPerRequest), FigureKind.Memory, f => f.BytesPerRequest)
        {
            ComparedBy = Metric.BytesPerRequest,
            ComparedIn = [ComparedWork.Experiments, ComparedWork.Targets, ComparedWork.Calls],
            Label = piece => $"Allocated per {piece}",
            Row = piece => $"allocated/{piece}",
            Heading = piece => $"KiB per {piece}",
            Title = "Memory allocated per request, bytes",
            Less = piece => $"fewer bytes per {piece}",
            More = piece => $"more bytes per {piece}",
            IsOfServer = true,
        },
        new("threads", nameof(FormReport.Threads), FigureKind.Count, f => f.Threads)
        {
            ComparedBy = Metric.Threads,
            ComparedIn = [ComparedWork.Experiments],
            Label = _ => "Most pool threads",
            Row = _ => "most pool threads",
            Heading = _ => "Most threads",
            Title = "Threads",
            Less = _ => "fewer threads",
            More = _ => "more threads",
            IsOfServer = true,
        },
        new("threads-used", nameof(FormReport.ThreadsUsed), FigureKind.Count, f => f.ThreadsUsed)
        {
            ComparedBy = Metric.ThreadsUsed,
            ComparedIn = [ComparedWork.Targets],
            Label = _ => "Pool threads used",
            Row = _ => "pool threads used",
            Less = _ => "fewer threads",
            More = _ => "more threads",
            IsOfServer = true,
        },
        new("queue", nameof(FormReport.QueueLength), FigureKind.Count, f => f.QueueLength)
        {
            Heading = _ => "Longest queue", IsOfServer = true,
        },
    ];

    private readonly Func<FormReport, double?> _value;

    /// <param name="name">Lower case, as command lines name it.</param>
    /// <param name="property">Its name in a form's report.</param>
    /// <param name="kind">What it counts.</param>
    /// <param name="value">Its value in a report; null, or no number, where it was not measured.</param>
    public Figure(string name, string property, FigureKind kind, Func<FormReport, double?> value)
    {
        Name = name;
        Property = JsonNamingPolicy.CamelCase.ConvertName(property);
        Kind = kind;
        _value = value;
    }

    /// <summary>Every figure, in the order of tables and messages.</summary>
    public static IReadOnlyList<Figure> All { get; } =
    [
        new("count", nameof(FormReport.Count), FigureKind.Count, f => f.Count)
        {
            Heading = piece => piece == "request" ? "Responses" : FirstLetter.Upper(piece) + "s",
        },
        new("errors", nameof(FormReport.Errors), FigureKind.Failures, f => f.Errors) { Heading = _ => "Failed" },
        .. Latencies,
        new("rps", nameof(FormReport.RequestsPerSecond), FigureKind.Rate, f => f.RequestsPerSecond)
        {
            ComparedBy = Metric.RequestsPerSecond,
            Uncompared = piece => $"in some slots no {piece} ended within their time",
            OfInterval = i => i.RequestsPerSecond,
            Label = _ => "Throughput",
            Row = piece => $"{piece}s/s",
            Heading = _ => "Throughput, per s",
            Title = "Throughput, per second",
            Less = _ => "lower throughput",
            More = _ => "higher throughput",
        },
        .. OfServers,
    ];

    /// <summary>Those that have a column in tables.</summary>
    public static IReadOnlyList<Figure> Tabulated { get; } = [.. All.Where(f => f.Heading is not null)];

    /// <summary>Those of each round, by which forms are compared.</summary>
    public static IReadOnlyList<Figure> Judged { get; } = [.. All.Where(f => f.ComparedBy is not null)];

    /// <summary>Those by which a run is compared with another one. Threads are counted once a slot: too coarse for a share.</summary>
    public static IReadOnlyList<Figure> BetweenRuns { get; } = [.. Judged.Where(f => f.Kind != FigureKind.Count)];

    /// <summary>Lower case, such as "p99.9", as command lines name it.</summary>
    public string Name { get; }

    /// <summary>Its name in report.json and in files for spreadsheets, such as "requestsPerSecond".</summary>
    public string Property { get; }

    /// <summary>What it counts.</summary>
    public FigureKind Kind { get; }

    /// <summary>How many significant digits are shown of it.</summary>
    public int Digits { get; init; } = 3;

    /// <summary>Whether more of it is better.</summary>
    public bool HigherIsBetter => ComparedBy?.HigherIsBetter() ?? false;

    /// <summary>Whether it is read from the server's process, so that nothing measures it where no process is watched.</summary>
    public bool IsOfServer { get; init; }

    /// <summary>The metric by which forms are compared in it; null where they are not.</summary>
    public Metric? ComparedBy { get; init; }

    /// <summary>The work whose forms are compared in it, where there is a metric for it.</summary>
    public IReadOnlyList<ComparedWork> ComparedIn { get; init; } =
        [ComparedWork.Experiments, ComparedWork.Targets];

    /// <summary>Why a figure that a form has is not compared, by what one measured piece is.</summary>
    public Func<string, string> Uncompared { get; init; } = _ => "not measured in every slot";

    /// <summary>Its value in an interval of a load, which stands for a round there; null where intervals do not have it.</summary>
    public Func<LoadIntervalReport, double?>? OfInterval { get; init; }

    /// <summary>The title of its chart in a history, with its unit; null where a history does not draw it, such as a count of failures,
    /// mostly 0, whose changes are no shares.</summary>
    public string? Title { get; init; }

    /// <summary>Whether a history draws it where no other one is asked for.</summary>
    public bool IsDrawnUnasked { get; init; }

    /// <summary>What it is called beside a verdict, by what one measured piece is.</summary>
    public Func<string, string> Label { get; init; } = _ => "";

    /// <summary>The name of its row in a terminal, by what one measured piece is.</summary>
    public Func<string, string> Row { get; init; } = _ => "";

    /// <summary>The head of its column, with its unit, by what one measured piece is; null where tables leave it out.</summary>
    public Func<string, string>? Heading { get; init; }

    /// <summary>What a smaller one is called, such as "less CPU per request".</summary>
    public Func<string, string> Less { get; init; } = _ => "lower latency";

    /// <summary>What a greater one is called.</summary>
    public Func<string, string> More { get; init; } = _ => "higher latency";

    /// <summary>The figure by which forms are compared.</summary>
    public static Figure Of(Metric metric) => All.First(f => f.ComparedBy == metric);

    /// <summary>The figures in which forms of such work are compared, in the order of tables.</summary>
    public static IEnumerable<Figure> Compared(ComparedWork work) =>
        Judged.Where(f => f.ComparedIn.Contains(work));

    /// <summary>The figure with this name, whatever the case of its letters.</summary>
    /// <exception cref="FormatException">There is none; the message lists those that there are.</exception>
    public static Figure Named(string name) =>
        All.FirstOrDefault(f => f.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
        ?? throw new FormatException($"There is no figure '{name}'. Known: {string.Join(", ", All.Select(f => f.Name))}.");

    /// <summary>The value in a report: ms, answers per second, bytes, or a count. Null when it was not measured.</summary>
    public double? ValueOf(FormReport form)
    {
        ArgumentNullException.ThrowIfNull(form);
        return _value(form) is { } value && double.IsFinite(value) ? value : null;
    }

    /// <summary>The value as a column of <see cref="Heading"/> shows it, without its unit.</summary>
    public string Cell(FormReport form) => (Kind, ValueOf(form)) switch
    {
        (_, null) => FigureText.Missing,
        (FigureKind.Count or FigureKind.Failures, { } count) => FigureText.Count((long)count),
        (FigureKind.Memory, { } bytes) => FigureText.Kibibytes(bytes, Digits),
        (_, { } value) => FigureText.Significant(value, Digits),
    };

    /// <summary>What a change is called: "faster" or "slower" of latencies and rates, else "more" or "less".</summary>
    internal string Change(bool isMore)
    {
        bool isSpeed = Kind == FigureKind.Rate || (Kind == FigureKind.Time && !IsOfServer);
        return (isSpeed, isMore) switch
        {
            (true, _) => isMore == HigherIsBetter ? "faster" : "slower",
            (false, true) => "more",
            (false, false) => "less",
        };
    }

    /// <summary>A value of this figure with its unit, as it is usually shown.</summary>
    internal string Text(double value) => Text(value, Digits);

    /// <summary>A value of this figure with its unit.</summary>
    internal string Text(double value, int digits) => Kind switch
    {
        FigureKind.Time => FigureText.Milliseconds(value, digits),
        FigureKind.Rate => FigureText.Significant(value, digits) + "/s",
        FigureKind.Memory when Math.Abs(value) >= 1_024 => FigureText.Kibibytes(value, digits) + " KiB",
        FigureKind.Memory => FigureText.Significant(value, digits) + " B",
        FigureKind.Count or FigureKind.Failures => FigureText.Significant(value, digits),
        _ => throw new UnreachableException($"{Name} counts {Kind}."),
    };

    private static string Duration(string piece) => piece == "request" ? "latency" : $"time per {piece}";

    private static string TooFew(string piece) => $"too few {piece}s per slot to judge";

    /// <summary>Reports of older versions say 0 where there was no answer; that is no latency, and no answer takes no time.</summary>
    private static double? Latency(FormReport form, double? milliseconds) => form.Count > 0 && milliseconds != 0 ? milliseconds : null;
}

/// <summary>Work of one kind, whose forms are compared in the same figures.</summary>
internal enum ComparedWork
{
    /// <summary>Requests to the servers of an experiment of the tool.</summary>
    Experiments,

    /// <summary>Requests to servers that a user names: the threads that exist may be those of another page, so that those count that
    /// ran.</summary>
    Targets,

    /// <summary>Calls by one caller inside a process: the rate is the mean once more, and no thread can be short.</summary>
    Calls,

    /// <summary>Whole processes.</summary>
    Processes,
}

/// <summary>What a figure counts, which decides the units its limit may have.</summary>
internal enum FigureKind
{
    /// <summary>Whole things, without a unit.</summary>
    Count,

    /// <summary>Failed requests: whole ones without a unit, or their share of all with a percent sign.</summary>
    Failures,

    /// <summary>A duration, kept in ms.</summary>
    Time,

    /// <summary>Things per second.</summary>
    Rate,

    /// <summary>Memory in bytes; a KiB has 1,024.</summary>
    Memory,
}
