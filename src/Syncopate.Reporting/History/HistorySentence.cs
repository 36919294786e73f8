using Syncopate.Statistics;
using static System.FormattableString;

namespace Syncopate.Reporting.History;

/// <summary>What became of a figure, and of all of them, in words.</summary>
internal static class HistorySentence
{
    /// <summary>Of one figure.</summary>
    /// <param name="runs">How many runs have it.</param>
    /// <param name="changes">What is sure.</param>
    /// <param name="possible">What may be a change, and has too few runs to tell; null where there is none.</param>
    public static string Of(int runs, IReadOnlyList<HistoryChange> changes, HistoryChange? possible)
    {
        string perhaps = possible is { } change ? $"perhaps {change.Sentence}; too few runs to tell" : "";
        return changes.Count > 0
            ? string.Join(", then ", [.. changes.Select(c => c.Sentence), .. possible is null ? [] : new[] { perhaps }])
            : runs < ChangePoints.LeastValues
                ? Invariant($"{Wording.Plural(runs, "run")}; {ChangePoints.LeastValues} are needed to find a change")
            : possible is not null ? perhaps
            : $"steady over {Searched(runs)}";
    }

    /// <summary>Of a history.</summary>
    public static string Of(IReadOnlyList<HistorySeries> series, int runs, int machines)
    {
        HistorySeries[] judged = [.. series.Where(s => s.Points.Count >= ChangePoints.LeastValues)];
        if (series.Count == 0)
            return $"There is nothing to draw: {(runs == 1 ? "the run has none" : "no run has any")} of these figures.";
        if (judged.Length == 0)
        {
            int most = series.Max(s => s.Points.Count);
            if (runs >= ChangePoints.LeastValues)
            {
                return $"Too few runs to find a change: no figure of one form {(machines > 1 ? "on one machine " : "")}has more than "
                    + $"{FigureText.Count(most)} of the {FigureText.Count(runs)}; {ChangePoints.LeastValues} are needed.";
            }

            return $"{Wording.Plural(runs, "run")} {(runs == 1 ? "is" : "are")} too few to find a change: "
                + $"{ChangePoints.LeastValues} of one form {(machines > 1 ? "on one machine " : "")}are needed.";
        }

        var (changed, open) = (series.Count(s => s.Changes.Count > 0), series.Count(s => s is { Changes.Count: 0, Possible: not null }));
        string span = Span([.. judged.Select(s => s.Points.Count)], judged.Select(s => s.Machine).Distinct().Count());
        string perhaps = open == 0 ? "" : $"{FigureText.Count(open)} {(changed > 0 ? "more " : "")}may have, with too few runs to tell";
        return (changed, open) switch
        {
            (0, 0) => $"Nothing changed {span}, as far as they can tell.",
            (0, _) => $"Of {Wording.Plural(series.Count, "figure")} none surely changed {span}; {perhaps}.",
            (_, 0) => $"{FigureText.Count(changed)} of {Wording.Plural(series.Count, "figure")} changed {span}.",
            _ => $"{FigureText.Count(changed)} of {Wording.Plural(series.Count, "figure")} changed {span}; {perhaps}.",
        };
    }

    /// <summary>What is said of all must not be wider than what was looked through, nor another number than each figure shows.</summary>
    private static string Span(IReadOnlyList<int> runs, int machines)
    {
        var (least, most) = (runs.Min(), runs.Max());
        string count = least == most || most > HistoryBuilder.MostSearched
            ? Searched(most)
            : $"{FigureText.Count(least)} to {Wording.Plural(most, "run")}";
        return machines == 1 ? $"in {count}" : $"on {FigureText.Count(machines)} machines in {count} each";
    }

    private static string Searched(int runs) => runs > HistoryBuilder.MostSearched
        ? Invariant($"the last {HistoryBuilder.MostSearched} of {FigureText.Count(runs)} runs")
        : Wording.Plural(runs, "run");
}
