using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Figures;

namespace Syncopate.Reporting.Runs;

/// <summary>The figures of a report as tables, for spreadsheets and scripts. Columns are named as in <c>report.json</c>.</summary>
internal static class ReportTables
{
    /// <summary>A line for each form of each experiment.</summary>
    public static string Forms(ReportDocument document) => Forms(document, Figure.All);

    /// <summary>The same with these figures.</summary>
    internal static string Forms(ReportDocument document, IReadOnlyList<Figure> figures) => Forms(
        document.Experiments.SelectMany(experiment => experiment.Forms, (experiment, form) => (experiment.Id, form)), figures);

    /// <summary>A line for each of these forms.</summary>
    public static string Forms(IEnumerable<(string Experiment, FormReport Figures)> forms) => Forms(forms, Figure.All);

    private static string Forms(
        IEnumerable<(string Experiment, FormReport Figures)> forms, IReadOnlyList<Figure> figures)
    {
        CsvTable table = new(["experiment", "form", "label", .. figures.Select(figure => figure.Property), "processes"]);
        foreach ((string experiment, FormReport f) in forms)
            table.Add([experiment, f.Form, f.Label, .. figures.Select(figure => (object?)figure.ValueOf(f)), f.Processes]);

        return table.ToString();
    }

    /// <summary>A line for each round of each form; a figure that one of its slots lacks is an empty cell.</summary>
    public static string Rounds(ReportDocument document)
    {
        IReadOnlyList<Figure> judged = Figure.Judged;
        CsvTable table = new(["experiment", "form", "round", .. judged.Select(figure => figure.Property)]);
        foreach (ExperimentReport experiment in document.Experiments)
        {
            foreach (FormReport form in experiment.Forms)
            {
                int rounds = form.EachRound.Values.Select(values => values.Count).DefaultIfEmpty(0).Max();
                for (int round = 0; round < rounds; round++)
                    table.Add([experiment.Id, form.Form, round + 1, .. judged.Select(f => Value(form, f, round))]);
            }
        }

        return table.ToString();
    }

    /// <summary>A line for each pair of forms and metric.</summary>
    public static string Comparisons(ReportDocument document)
    {
        CsvTable table = new("experiment", "metric", "baseline", "candidate", "primary", "ratio", "low", "high", "confidence", "rounds",
            "verdict");
        foreach (ExperimentReport experiment in document.Experiments)
        {
            foreach (Comparison c in experiment.Comparisons)
            {
                table.Add(experiment.Id, c.Metric, c.Baseline, c.Candidate, c.Primary, c.Ratio, c.Low, c.High, c.Confidence, c.Rounds,
                    c.Verdict);
            }
        }

        return table.ToString();
    }

    private static double? Value(FormReport form, Figure figure, int round)
    {
        Metric metric = figure.ComparedBy.GetValueOrDefault(); // Never null: it is one of those that are judged.
        IReadOnlyList<double> values =
            form.EachRound.GetValueOrDefault(metric) ?? form.CountsEachRound.GetValueOrDefault(metric) ?? [];
        return round < values.Count ? values[round] : null;
    }
}
