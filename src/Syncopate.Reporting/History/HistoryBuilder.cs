using System.Globalization;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Statistics;
using static System.FormattableString;

namespace Syncopate.Reporting.History;

/// <summary>Draws together the results of many runs. Runs of another machine, and forms under another load, tell
/// nothing about a change of the code, so they are left out and counted; of several
/// machines the one with the most results is drawn, so that a single run elsewhere does not hide a history.</summary>
public static class HistoryBuilder
{
    // The search for changes takes the square of this; older runs are drawn, but not searched.
    private const int MostSearched = 200;

    // Of forms that are not drawn: a folder of everything that was ever tried has dozens.
    private const int MostNamed = 3;

    /// <summary>The figures that can be drawn: those whose changes are shares, which a count of failures, mostly 0, has not.</summary>
    public static IReadOnlyList<Figure> Drawable { get; } = [.. Figure.All.Where(
        f => f.Kind is FigureKind.Time or FigureKind.Rate or FigureKind.Memory || f.Name == "threads")];

    /// <summary>The figures that are drawn when no others are asked for: mean, p95 and cpu.</summary>
    public static IReadOnlyList<Figure> Usual { get; } = [.. Drawable.Where(f => f.Name is "mean" or "p95" or "cpu")];

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
        if (results.Count == 0) throw new ArgumentException("A history needs at least one result; there is none.", nameof(results));
        if (figures.Count == 0 || figures.Except(Drawable).Any())
        {
            throw new ArgumentException(
                $"A history draws {string.Join(", ", Drawable.Select(f => f.Name))}; at least one.", nameof(figures));
        }

        List<GateResult> ordered = [.. results.OrderBy(r => r.StartedUtc).ThenBy(r => r.Path, StringComparer.Ordinal)];
        List<IGrouping<string, GateResult>> machines = [.. ordered.GroupBy(r => GateMachines.Key(r.Machine))];
        List<GateResult> comparable = [.. machines.OrderByDescending(m => m.Count())
            .ThenByDescending(m => m.Max(r => r.StartedUtc))
            .First()];
        GateResult newest = comparable[^1];
        // Each form as the newest run that measured it has it. One that was measured once is drawn only where it is the news.
        ILookup<string, GateSubject> subjects = comparable.AsEnumerable().Reverse().SelectMany(r => r.Subjects).ToLookup(s => s.Name);
        List<IGrouping<string, GateSubject>> drawn = [.. subjects.Where(s => s.Count() > 1 || newest.Subjects.Contains(s.First()))];
        List<HistorySeries> series = [.. drawn.SelectMany(s => figures.Distinct().Select(f => Series(comparable, s.First(), f, seed)))
            .OfType<HistorySeries>()];
        return new HistoryReport
        {
            Tool = new ReportTool("syncopate", newest.ToolVersion),
            Machine = newest.Machine,
            Sentence = Sentence(series, comparable.Count),
            Runs = [.. comparable.Select(r => new HistoryRun(r.Path, r.StartedUtc, r.ToolVersion, r.Machine.Runtime, r.Missing.Count > 0))],
            Series = series,
            Notes =
            [
                .. notes,
                .. LeftOut(ordered, comparable, machines.Count),
                .. Single([.. subjects.Except(drawn).Select(s => s.Key).Order(StringComparer.Ordinal)]),
                .. series.Count > 0
                    ? []
                    : new[] { $"No result tells any of these figures: {string.Join(", ", figures.Select(f => f.Name))}." },
            ],
        };
    }

    private static IEnumerable<string> LeftOut(List<GateResult> all, List<GateResult> comparable, int machines)
    {
        int others = all.Count - comparable.Count;
        if (others == 0) yield break;
        string newest = ReferenceEquals(comparable[^1], all[^1]) ? "" : $" The newest of all, {all[^1].Path}, is among those left out.";
        yield return $"{Wording.Plural(others, "result")} of {Wording.Plural(machines - 1, "other machine")} left out; "
            + $"drawn is the machine with the most results: {GateMachines.Key(comparable[^1].Machine)}.{newest}";
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

    /// <summary>Null when the newest run of the form does not have the figure.</summary>
    private static HistorySeries? Series(List<GateResult> results, GateSubject subject, Figure figure, ulong seed)
    {
        if (figure.ValueOf(subject.Figures) is null) return null;
        List<(GateResult Result, GateSubject? Subject)> same = results
            .Select(r => (Result: r, Subject: r.Subjects.FirstOrDefault(s => s.Name == subject.Name)))
            .Where(r => r.Subject is not null)
            .ToList();
        List<HistoryPoint> points = (
            from run in same
            where run.Subject!.Load.IsSameAs(subject.Load) // Filtered to those that have it.
            let value = figure.ValueOf(run.Subject.Figures)
            where value > 0
            select new HistoryPoint(run.Result.Path, run.Result.StartedUtc, value.Value)).ToList();
        if (points.Count == 0) return null;
        List<HistoryChange> changes = Changes(points, figure, seed);
        return new HistorySeries
        {
            Experiment = subject.Experiment,
            Form = subject.Form,
            Figure = figure.Name,
            Load = subject.Load.Sentence,
            Points = points,
            Changes = changes,
            OtherLoads = same.Count(r => !r.Subject!.Load.IsSameAs(subject.Load)), // As above.
            Sentence = changes.Count > 0 ? string.Join(", then ", changes.Select(c => c.Sentence))
                : points.Count < ChangePoints.LeastValues
                    ? Invariant($"{Wording.Plural(points.Count, "run")}; {ChangePoints.LeastValues} are needed to find a change")
                : $"steady over {Searched(points.Count)}",
        };
    }

    /// <summary>Logarithms, as figures change by shares: a change from 1 to 2 ms is as great as one from 100 to 200.</summary>
    private static List<HistoryChange> Changes(List<HistoryPoint> points, Figure figure, ulong seed)
    {
        int skipped = Math.Max(0, points.Count - MostSearched);
        IReadOnlyList<ChangePoint> found = ChangePoints.Find([.. points.Skip(skipped).Select(p => Math.Log(p.Value))], seed);
        int[] edges = [skipped, .. found.Select(c => c.Index + skipped), points.Count];
        double Median(int segment) => Middle(points[edges[segment]..edges[segment + 1]]);
        return [.. found.Select((change, i) =>
        {
            var (before, after, first) = (Median(i), Median(i + 1), points[edges[i + 1]]);
            return new HistoryChange(
                edges[i + 1],
                before,
                after,
                change.Probability,
                $"{Share(figure, before, after)} {Word(figure, after > before)} since {Date(first.StartedUtc)} ({first.Run})");
        })];
    }

    /// <summary>What shrank did so by a part of what it was: an answer in a tenth of the time is 90 % faster. A rate is
    /// told as the gate tells it, by the time that an answer takes.</summary>
    private static string Share(Figure figure, double before, double after) => FigureText.Percent(
        100 * (figure.Kind != FigureKind.Rate && after < before
            ? 1 - after / before
            : Math.Max(before, after) / Math.Min(before, after) - 1));

    private static string Word(Figure figure, bool grew) => figure.Kind switch
    {
        FigureKind.Rate => grew ? "faster" : "slower",
        FigureKind.Time when figure.Name != "cpu" => grew ? "slower" : "faster",
        _ => grew ? "more" : "less",
    };

    private static double Middle(List<HistoryPoint> points)
    {
        List<double> values = points.Select(p => p.Value).Order().ToList();
        return (values[(values.Count - 1) / 2] + values[values.Count / 2]) / 2;
    }

    private static string Sentence(List<HistorySeries> series, int runs)
    {
        int changed = series.Count(s => s.Changes.Count > 0);
        if (series.All(s => s.Points.Count < ChangePoints.LeastValues))
        {
            return $"{Wording.Plural(runs, "run")} {(runs == 1 ? "is" : "are")} too few to find a change: "
                + $"{ChangePoints.LeastValues} of one form are needed.";
        }

        return changed == 0
            ? $"Nothing changed in {Searched(runs)}, as far as they can tell."
            : $"{FigureText.Count(changed)} of {Wording.Plural(series.Count, "figure")} changed in {Wording.Plural(runs, "run")}.";
    }

    /// <summary>A day, such as "12 Nov 2026".</summary>
    // What is said of all must not be wider than what was looked through.
    private static string Searched(int runs) => runs > MostSearched
        ? Invariant($"the last {MostSearched} of {FigureText.Count(runs)} runs")
        : Wording.Plural(runs, "run");

    internal static string Date(DateTimeOffset instant) => instant.UtcDateTime.ToString("d MMM yyyy", CultureInfo.InvariantCulture);
}
