using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Measured;

namespace Syncopate.Reporting.Sentences;

/// <summary>Puts experiments that belong together into tables, and says what each table shows.</summary>
internal static class ReportGroups
{
    /// <summary>One table for each group that has an experiment, in the order of the report.</summary>
    /// <param name="experiments">All of the report.</param>
    /// <param name="explanations">What experiments say of their tables.</param>
    public static IReadOnlyList<GroupReport> Of(IReadOnlyList<ExperimentReport> experiments, Explanations explanations) =>
    [
        .. experiments.Where(e => e.Group is not null)
            .GroupBy(e => e.Group?.Id ?? "")
            .Select(members => Table([.. members], explanations.OfTable(members.Key))),
    ];

    /// <summary>The columns of a table, in the order of the report.</summary>
    public static IReadOnlyList<string> Columns(IReadOnlyList<ExperimentReport> members) =>
        [.. members.Select(e => e.Group?.Column).OfType<string>().Distinct(StringComparer.Ordinal)];

    /// <summary>What an experiment is in a list of all of a table: its row, with the column where there are several.</summary>
    public static string RowOf(ExperimentReport experiment, IReadOnlyList<ExperimentReport> members) => experiment.Group is not { } group
        ? experiment.Title
        : Columns(members).Count > 1 ? $"{group.Row} ({group.Column})" : group.Row;

    /// <summary>How the async form did against the sync one by the mean; null when the experiment lacks one of them.</summary>
    public static Comparison? AsyncAgainstSync(ExperimentReport experiment, Metric metric = Metric.Mean) =>
        Pair(experiment, Form.Sync, Form.Async, metric);

    /// <summary>The comparison of two forms; null when there is none.</summary>
    public static Comparison? Pair(ExperimentReport experiment, Form baseline, Form candidate, Metric metric = Metric.Mean) =>
        experiment.Comparisons.FirstOrDefault(c => c.Metric == metric && c.Baseline == baseline && c.Candidate == candidate);

    private static GroupReport Table(List<ExperimentReport> members, Explanation own)
    {
        ExperimentGroup group = members[0].Group ?? throw new ArgumentException($"{members[0].Id} is part of no table.", nameof(members));
        IReadOnlyList<string> columns = Columns(members);
        string told = columns.Where(c => own.IsSilent?.Invoke(members, c) != true).DefaultIfEmpty(columns[0]).Last();
        List<ExperimentReport> compared = members.Where(e => !PageSplit.Is(e)).ToList();
        List<ExperimentReport> judged = compared.Where(e => e.Group?.Column == told && AsyncAgainstSync(e) is not null).ToList();
        string gains = FigureText.Count(judged.Count(e => AsyncAgainstSync(e)?.Verdict == Verdict.Gain));
        var (figure, meaning) = own.Key?.Invoke(members) ?? ($"{gains} of {FigureText.Count(judged.Count)}", $"faster async on {told}");
        return new GroupReport
        {
            Id = group.Id,
            Title = group.Title,
            Question = group.Question,
            Experiments = [.. members.Select(e => e.Id)],
            Rows = [.. compared.Select(e => e.Group?.Row).OfType<string>().Distinct(StringComparer.Ordinal)],
            Columns = columns,
            Sentence = string.Join(' ', columns.Select(c => Score(c, [.. compared.Where(e => e.Group?.Column == c)]))),
            Figure = figure,
            Meaning = meaning,
            Costs = own.Costs,
            Table = own.Table,
            Why = own.Reasons?.Invoke(members) ?? Sentences(compared),
        };
    }

    /// <summary>Each comparison in its sentence.</summary>
    public static IReadOnlyList<GroupReason> Sentences(IEnumerable<ExperimentReport> compared) =>
        [.. compared.Select(e => new GroupReason(e.Title, e.Sentence))];

    /// <summary>Such as "PostgreSQL 15: async took longer in 4 of 10, was equal in 3; 3 are undecided."</summary>
    private static string Score(string column, List<ExperimentReport> members)
    {
        List<Verdict> verdicts = members.Select(e => AsyncAgainstSync(e)?.Verdict).OfType<Verdict>().ToList();
        List<string> parts = new();
        Add(Verdict.Loss, "async took longer in");
        Add(Verdict.Gain, "async was faster in");
        Add(Verdict.NoDifference, "the two were equal in");
        Add(Verdict.Undecided, "this run could not decide");
        return $"{column}: {(parts.Count == 0 ? "nothing was measured" : string.Join(", ", parts))}.";

        void Add(Verdict verdict, string words)
        {
            int count = verdicts.Count(v => v == verdict);
            if (count > 0)
                parts.Add($"{words} {FigureText.Count(count)}{(parts.Count == 0 ? $" of {FigureText.Count(verdicts.Count)}" : "")}");
        }
    }
}
