using System.Globalization;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Statistics;

namespace Syncopate.Reporting.History;

/// <summary>Draws together the results of many runs. Runs of two machines, and forms under two loads, say nothing about a change of
/// the code when they are compared with each other, so each machine is drawn and judged by itself, and forms under another load are
/// left out and counted.</summary>
internal static class HistoryBuilder
{
    // The search for changes takes the square of this; older runs are drawn, but not searched.
    internal const int MostSearched = 200;

    // Of forms that are not drawn: a folder of everything that was ever tried has dozens.
    private const int MostNamed = 3;

    // Logarithm of a quotient; below it is a rounding error.
    private const double LeastMove = 1e-8;

    /// <summary>The figures that can be drawn.</summary>
    public static IReadOnlyList<Figure> Drawable { get; } = [.. Figure.All.Where(f => f.Title is not null)];

    /// <summary>The figures that are drawn when no others are asked for: mean, p95 and cpu.</summary>
    public static IReadOnlyList<Figure> Usual { get; } = [.. Drawable.Where(f => f.IsDrawnUnasked)];

    /// <summary>The history of results.</summary>
    /// <param name="results">In any order; at least one. Their paths are shown.</param>
    /// <param name="notes">What could not be read.</param>
    /// <param name="seed">Seed of the permutations that judge changes.</param>
    /// <param name="figures">Of <see cref="Drawable"/>, in the order in which they are drawn; at least one.</param>
    /// <exception cref="ArgumentException">There is no result, or no figure, or one that cannot be drawn.</exception>
    public static HistoryReport Build(
        IReadOnlyList<GateResult> results, IReadOnlyList<string> notes, ulong seed, IReadOnlyList<Figure> figures)
    {
        ArgumentNullException.ThrowIfNull(results);
        ArgumentNullException.ThrowIfNull(figures);
        if (results.Count == 0)
            throw new ArgumentException("A history needs at least one result; there is none.", nameof(results));
        if (figures.Count == 0 || figures.Any(f => f.Title is null))
        {
            throw new ArgumentException(
                $"A history draws {string.Join(", ", Drawable.Select(f => f.Name))}; at least one.", nameof(figures));
        }

        List<GateResult> ordered = [.. results.OrderBy(r => r.StartedUtc).ThenBy(r => r.Path, StringComparer.Ordinal)];
        List<string> told = [.. notes];
        IReadOnlyList<MachineResults> machines = HistoryMachines.Divide(ordered, told);
        List<HistorySeries> series = [.. machines.SelectMany(m => Series(m, figures, seed, told))];
        List<HistoryRun> runs = [.. machines.SelectMany(
            m => m.Results, (m, r) => new HistoryRun(r.Path, r.StartedUtc, r.ToolVersion, r.Machine.Runtime, r.Missing.Count > 0)
            {
                Machine = m.Name,
            }).OrderBy(r => r.StartedUtc)];
        if (series.Count == 0)
            told.Add($"No result has any of these figures: {string.Join(", ", figures.Select(f => f.Name))}.");
        return new HistoryReport
        {
            Tool = new ReportTool("syncopate", machines[0].Results[^1].ToolVersion),
            Machine = machines[0].Results[^1].Machine,
            Machines = [.. machines.Select(m => new HistoryMachine(m.Name, m.Results.Count))],
            Sentence = HistorySentence.Of(series, runs.Count, machines.Count),
            Runs = runs,
            Series = series,
            Notes = [.. told.Distinct(StringComparer.Ordinal)],
        };
    }

    private static List<HistorySeries> Series(
        MachineResults machine, IReadOnlyList<Figure> figures, ulong seed, List<string> notes)
    {
        GateResult newest = machine.Results[^1];
        // Each form as the newest run that measured it has it. One that was measured once is drawn only where it is the news.
        ILookup<string, GateSubject> subjects = machine.Results.Reverse().SelectMany(r => r.Subjects).ToLookup(s => s.Name);
        List<IGrouping<string, GateSubject>> drawn = [.. subjects.Where(s => s.Count() > 1 || newest.Subjects.Contains(s.First()))];
        List<HistorySeries> series =
        [
            .. drawn.SelectMany(s => figures.Distinct().Select(f => Series(machine, [.. s], f, seed))).OfType<HistorySeries>(),
        ];
        notes.AddRange(Ended(series, machine));
        string[] loads = [.. series.Where(s => s.OtherLoads > 0).GroupBy(s => s.Experiment)
            .Select(e => $"{e.Key} ({Wording.Plural(e.Max(s => s.OtherLoads), "run")})")];
        if (loads.Length > 0)
            notes.Add($"Under another load than the newest run, so left out: {string.Join(", ", loads)}.");
        notes.AddRange(Single([.. subjects.Except(drawn).Select(s => s.Key).Order(StringComparer.Ordinal)]));
        return series;
    }

    private static IEnumerable<string> Single(List<string> names)
    {
        int more = names.Count - MostNamed;
        if (names.Count > 0)
        {
            yield return "Measured in one run only, so not drawn: "
                + $"{string.Join(", ", names.Take(MostNamed))}{(more > 0 ? $", and {FigureText.Count(more)} more" : "")}.";
        }
    }

    /// <summary>A percentile of a few answers, and processor time without a monitor, are not measured by every run.</summary>
    private static IEnumerable<string> Ended(List<HistorySeries> series, MachineResults machine)
    {
        string[] ended = [.. series.Where(s => Newest(machine, s) > s.Points[^1].StartedUtc).Select(s => s.Name)];
        if (ended.Length > 0)
            yield return $"Zero or not measured in the newest run of the form, so drawn up to an older one: {string.Join(", ", ended)}.";
    }

    /// <summary>When the newest run began that has the form.</summary>
    private static DateTimeOffset? Newest(MachineResults machine, HistorySeries series) => machine.Results
        .LastOrDefault(r => r.Subjects.Any(s => s.Experiment == series.Experiment && s.Form == series.Form))?.StartedUtc;

    /// <summary>Null when no run of the form has the figure, or one alone that is not the newest.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="subjects">The form as each run has it, the newest first; at least one.</param>
    /// <param name="figure">The figure.</param>
    /// <param name="seed">Of the permutations.</param>
    private static HistorySeries? Series(MachineResults machine, GateSubject[] subjects, Figure figure, ulong seed)
    {
        // The newest that has it: a run with too few answers for a percentile ends no history. Its load is that of the newest of all.
        GateSubject newest = subjects[0];
        GateSubject? subject = Array.Find(
            subjects, s => s.Load.IsSameAs(newest.Load) && figure.ValueOf(s.Figures) is not null);
        if (subject is null)
            return null;
        List<(GateResult Result, GateSubject? Subject)> same = machine.Results
            .Select(r => (Result: r, Subject: r.Subjects.FirstOrDefault(s => s.Name == subject.Name)))
            .Where(r => r.Subject is not null)
            .ToList();
        List<HistoryPoint> points = (
            from run in same
            where run.Subject!.Load.IsSameAs(subject.Load) // Filtered to those that have it.
            let value = figure.ValueOf(run.Subject.Figures)
            where value > 0
            select new HistoryPoint(run.Result.Path, run.Result.StartedUtc, value.Value)).ToList();
        if (points.Count == 0 || (points.Count == 1 && !ReferenceEquals(subject, newest)))
            return null;
        var (changes, possible) = Changes(points, figure, seed);
        return new HistorySeries
        {
            Machine = machine.Name,
            Experiment = subject.Experiment,
            Form = subject.Form,
            Figure = figure.Name,
            Described = figure,
            Load = subject.Load.Sentence,
            Points = points,
            Changes = changes,
            Possible = possible,
            OtherLoads = same.Count(r => !r.Subject!.Load.IsSameAs(subject.Load)), // As above.
            Sentence = HistorySentence.Of(points.Count, changes, possible),
        };
    }

    /// <summary>Logarithms, as figures change by shares: a change from 1 to 2 ms is as great as one from 100 to 200.</summary>
    private static (List<HistoryChange> Changes, HistoryChange? Possible) Changes(List<HistoryPoint> points, Figure figure, ulong seed)
    {
        int skipped = Math.Max(0, points.Count - MostSearched);
        double[] values = [.. points.Skip(skipped).Select(p => Math.Log(p.Value))];
        IReadOnlyList<ChangePoint> found = ChangePoints.Find(values, seed);
        List<HistoryChange> Describe(IReadOnlyList<ChangePoint> changes)
        {
            int[] edges = [skipped, .. changes.Select(c => c.Index + skipped), points.Count];
            double Median(int segment) => Middle(points[edges[segment]..edges[segment + 1]]);
            return [.. changes.Select((change, i) =>
            {
                var (before, after, first) = (Median(i), Median(i + 1), points[edges[i + 1]]);
                return new HistoryChange(
                    edges[i + 1],
                    before,
                    after,
                    change.Probability,
                    $"{Moved(figure, before, after)} since {Date(first.StartedUtc)} ({first.Run})");
            })];
        }

        ChangePoint? possible = values.Length < ChangePoints.LeastValues ? null : ChangePoints.Possible(values, found, seed);
        return (Describe(found), possible is { } perhaps ? Describe([.. found, perhaps])[^1] : null);
    }

    /// <summary>How a figure changed, such as "18% slower": of values that scatter otherwise than before, too, which is a change
    /// without a new median.</summary>
    internal static string Moved(Figure figure, double before, double after) =>
        Math.Abs(Math.Log(after / before)) < LeastMove ? "scattered differently around the same median"
            : $"{Share(figure, before, after)} {figure.Change(after > before)}";

    /// <summary>What shrank did so by a part of what it was: an answer in a tenth of the time is 90 % faster. A rate is
    /// expressed as the gate does it, by the time that an answer takes.</summary>
    private static string Share(Figure figure, double before, double after) => FigureText.Percent(
        100 * (figure.Kind != FigureKind.Rate && after < before
            ? 1 - after / before
            : Math.Max(before, after) / Math.Min(before, after) - 1));

    private static double Middle(List<HistoryPoint> points)
    {
        List<double> values = points.Select(p => p.Value).Order().ToList();
        return (values[(values.Count - 1) / 2] + values[values.Count / 2]) / 2;
    }

    /// <summary>A day, such as "12 Nov 2026"; of a run whose journal lost its header it is not known.</summary>
    internal static string Date(DateTimeOffset instant) => instant <= DateTimeOffset.UnixEpoch ? "an unknown day"
        : instant.UtcDateTime.ToString("d MMM yyyy", CultureInfo.InvariantCulture);
}
