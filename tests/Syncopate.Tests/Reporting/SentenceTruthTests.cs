using System.Globalization;
using System.Text.RegularExpressions;
using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Reporting.Claims;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Goes through the sentences of reports of invented runs, reads them as a reader would, and holds each number
/// against report.json and each comparing word against a verdict.</summary>
public sealed partial class SentenceTruthTests
{
    private const int RunsOfASeed = 20;

    private static readonly UseCase[] Kinds = [UseCase.IoBound, UseCase.CpuBound, UseCase.Aggregating, UseCase.LongRunning,
        UseCase.TightLoop];

    public static TheoryData<int> Seeds => [.. Enumerable.Range(0, InventedRuns.Count / RunsOfASeed)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void What_a_report_says_is_what_its_figures_say(int seed)
    {
        for (int run = 0; run < RunsOfASeed; run++)
        {
            JournalReading journal = Invented(new Random(RunsOfASeed * seed + run));
            // As everybody reads it who has not built it: what the report says and what it holds come from one file.
            ReportDocument report = ReportJson.Read(System.Text.Encoding.UTF8.GetBytes(ReportJson.Write(Journals.Report(journal))));
            foreach (ExperimentReport experiment in report.Experiments)
                Assert.True(Complaint(experiment) is null, $"seed {seed}, run {run}: {experiment.Sentence} {Complaint(experiment)}");
            Assert.True(Complaint(report) is null, $"seed {seed}, run {run}: {report.Headline} {report.Summary} {Complaint(report)}");
        }
    }

    [Theory]
    [InlineData("Async answered 8.3 times faster than sync (8.0 to 8.6): 1.41 ms on average instead of 14.4 ms.", "quotient")]
    [InlineData("Async answered 8.3 times faster than sync (8.0 to 8.6): 1.7 ms on average instead of 14.4 ms.", "no figure of the report")]
    [InlineData("Async wins.", "not understood")]
    public void A_sentence_that_is_wider_than_its_figures_is_found(string planted, string complaint)
    {
        ExperimentReport report = Journals.Report(Invented(1, UseCase.IoBound, new Truth(8.3, 0.01, 12))).Experiments[0];

        Assert.Contains(complaint, Complaint(report with { Sentence = planted }), StringComparison.Ordinal);
    }

    [Fact]
    public void A_headline_over_what_is_mostly_open_is_found()
    {
        ReportDocument report = Journals.Report(Invented(3, UseCase.CpuBound, new Truth(1.02, 0.5, 2)));

        Assert.NotNull(Complaint(report with { Headline = "Async gained nothing where nothing waits." }));
        Assert.NotNull(Complaint(report with { Headline = "Go async where you wait." }));
    }

    // What is wrong with the sentence of an experiment; null for nothing.
    private static string? Complaint(ExperimentReport experiment)
    {
        var (sentence, primary) = (experiment.Sentence, experiment.Comparisons.Single(c => c.Primary));
        if (Faster().Match(sentence) is { Success: true } faster)
            return Difference(experiment, primary, faster);
        if (sentence.StartsWith("No difference: ", StringComparison.Ordinal))
            return primary.Verdict == Verdict.NoDifference ? null : "says that there is no difference, and the verdict does not.";
        if (sentence.StartsWith("Points to ", StringComparison.Ordinal) || sentence.StartsWith("Undecided", StringComparison.Ordinal))
            return primary.Verdict == Verdict.Undecided ? Numbers(experiment, sentence) : "is open, and the verdict is not.";
        return "is not understood.";
    }

    private static string? Difference(ExperimentReport experiment, Comparison primary, Match faster)
    {
        if (primary is not { Verdict: Verdict.Gain or Verdict.Loss, Ratio: { } ratio, Low: { } low, High: { } high })
            return "compares, and the verdict does not.";
        var (winner, loser) = ratio < 1 ? (primary.Candidate, primary.Baseline) : (primary.Baseline, primary.Candidate);
        var (first, second) = (Of(experiment, winner), Of(experiment, loser));
        if (!faster.Groups["first"].Value.Equals(first.Label, StringComparison.OrdinalIgnoreCase)
            || !faster.Groups["second"].Value.Equals(second.Label, StringComparison.OrdinalIgnoreCase))
        {
            return "names other forms than the verdict.";
        }

        var (from, to) = ratio < 1 ? (1 / high, 1 / low) : (low, high);
        bool times = faster.Groups["how"].Value.Contains("times", StringComparison.Ordinal);
        double Said(string group) => double.Parse(faster.Groups[group].Value, NumberStyles.Number, CultureInfo.InvariantCulture);
        double Told(double factor) => times ? factor : 100 * (1 - 1 / factor);
        if (!IsRounded(Said("factor"), Told(Math.Max(ratio, 1 / ratio))) || !IsRounded(Said("from"), Told(from))
            || !IsRounded(Said("to"), Told(to)))
        {
            return "has another factor than the verdict.";
        }

        double[] figures = Time().Matches(faster.Groups["figures"].Value).Select(m =>
            double.Parse(m.Groups[1].Value, NumberStyles.Number, CultureInfo.InvariantCulture)).ToArray();
        if (figures.Length < 2 || !faster.Groups["figures"].Value.Contains(" instead of ", StringComparison.Ordinal))
            return Numbers(experiment, faster.Groups["figures"].Value);
        double quotient = figures[1] / figures[0];
        return quotient < 0.93 * from || quotient > 1.07 * to ? $"has figures whose quotient is {quotient}." : figures.Length == 2
            ? Numbers(experiment, faster.Groups["figures"].Value) : null;
    }

    // Every time that is reported must be a mean of a form, or of its typical round: the centre of what its rounds had.
    private static string? Numbers(ExperimentReport experiment, string text)
    {
        List<double> known = experiment.Forms.SelectMany(f => new[] { f.Mean, f.P50, f.P95, f.P99, f.Max }).ToList();
        if (text.Contains("in the typical round", StringComparison.Ordinal))
            known.AddRange(experiment.Forms.Where(f => f.Count > 0).Select(f => Typical(f.EachRound[Metric.Mean])));
        string? wrong = Time().Matches(text).Select(m => m.Groups[1].Value)
            .FirstOrDefault(said => !known.Any(k => IsRounded(double.Parse(said, NumberStyles.Number, CultureInfo.InvariantCulture), k)));
        return wrong is null ? null : $"has {wrong} ms, which is no figure of the report.";
    }

    // As Hodges and Lehmann have it: the median of the means of all pairs, here of logarithms.
    private static double Typical(IReadOnlyList<double> means)
    {
        double[] pairs = [.. means.SelectMany((first, i) => means.Skip(i).Select(second => Math.Log(first * second) / 2)).Order()];
        return Math.Exp((pairs[(pairs.Length - 1) / 2] + pairs[pairs.Length / 2]) / 2);
    }

    // What is wrong with headline and summary; null for nothing.
    private static string? Complaint(ReportDocument report)
    {
        List<(UseCase UseCase, Verdict Verdict)> verdicts =
            [.. report.Experiments.Select(e => (Enum.Parse<UseCase>(e.UseCase, true), e.Verdict))];
        bool Is(UseCase kind, params UseCase[] kinds) => kinds.Contains(kind);
        List<Verdict> waiting = verdicts.Where(v => Is(v.UseCase, UseCase.IoBound, UseCase.Aggregating, UseCase.LongRunning)).Select(v =>
            v.Verdict).ToList();
        List<Verdict> computing = verdicts.Where(v => Is(v.UseCase, UseCase.CpuBound, UseCase.TightLoop)).Select(v => v.Verdict).ToList();
        int open = verdicts.Count(v => v.Verdict == Verdict.Undecided);
        bool Gains(List<Verdict> of) => of.Contains(Verdict.Gain) && of.TrueForAll(v => v is Verdict.Gain or Verdict.Undecided);
        bool None(List<Verdict> of) => of.Exists(v => v != Verdict.Undecided) && !of.Contains(Verdict.Gain);
        bool half = open <= verdicts.Count / 2;
        foreach (string sentence in report.Headline.Split(". ", StringSplitOptions.RemoveEmptyEntries).Select(s => s.TrimEnd('.')))
        {
            bool holds = sentence switch
            {
                "Go async where you wait" => half && Gains([.. verdicts.Where(v => v.UseCase == UseCase.IoBound).Select(v => v.Verdict)])
                    && Gains(waiting) && !waiting.Contains(Verdict.Undecided),
                "Ask for everything at once" or "Answer first, and work on in the background" => half && Gains(waiting)
                    && !waiting.Contains(Verdict.Undecided),
                "In the decided experiments, async helped where code waits" => half && Gains(waiting)
                    && waiting.Contains(Verdict.Undecided),
                "Async helped in some places where code waits, not in all" => half && waiting.Contains(Verdict.Gain)
                    && waiting.Exists(v => v is Verdict.Loss or Verdict.NoDifference),
                "Sync was faster even where it waited" => half && None(waiting) && waiting.TrueForAll(v => v == Verdict.Loss),
                "In the decided experiments, sync was faster even where it waited" => half && None(waiting)
                    && waiting.Contains(Verdict.Undecided)
                    && waiting.TrueForAll(v => v is Verdict.Loss or Verdict.Undecided),
                "Async gained nothing where it waited" => half && None(waiting) && waiting.Contains(Verdict.Loss)
                    && waiting.Contains(Verdict.NoDifference) && !waiting.Contains(Verdict.Undecided),
                "In the decided experiments, async gained nothing where it waited" => half && None(waiting)
                    && waiting.Contains(Verdict.Undecided),
                "Async made no difference where it waited" => half && None(waiting)
                    && waiting.TrueForAll(v => v == Verdict.NoDifference),
                "In the decided experiments, async made no difference where it waited" => half && None(waiting)
                    && waiting.Contains(Verdict.Undecided) && !waiting.Contains(Verdict.Loss),
                "Stay sync where you don’t" => half && None(computing) && Gains(waiting)
                    && !computing.Contains(Verdict.Undecided) && !waiting.Contains(Verdict.Undecided),
                "Async gained nothing where nothing waits" => half && None(computing) && !computing.Contains(Verdict.Undecided),
                "In the decided experiments, async gained nothing where nothing waits" => half && None(computing),
                "Async gained even where nothing waits" => half && computing.Contains(Verdict.Gain),
                "Nothing is decided yet" or "No form leads so far" or "None is decided yet" or "Not decided yet" or "Nothing valid was "
                    + "measured" or "Nothing was measured" => open == verdicts.Count,
                _ when Decided().Match(sentence) is { Success: true } few => Counts(few, verdicts.Count - open, verdicts.Count),
                _ => open == verdicts.Count || verdicts.Count == 1,
            };
            if (!holds)
                return $"The headline says “{sentence}”, and the verdicts are {string.Join(", ", verdicts)}.";
        }

        List<double> means = report.Experiments.SelectMany(e => e.Forms).Select(f => f.Mean).ToList();
        string? wrong = Time().Matches(InTime().Match(report.Summary).Value).Select(m => m.Groups[1].Value)
            .FirstOrDefault(said => !means.Any(k => IsRounded(double.Parse(said, NumberStyles.Number, CultureInfo.InvariantCulture), k)));
        return wrong is null ? null : $"The summary has {wrong} ms, which is no mean of the report.";
    }

    private static bool Counts(Match few, int decided, int all) =>
        few.Groups["decided"].Value == decided.ToString(CultureInfo.InvariantCulture)
            && few.Groups["all"].Value == all.ToString(CultureInfo.InvariantCulture);

    private static FormReport Of(ExperimentReport experiment, Form form) => experiment.Forms.Single(f => f.Form == form);

    // To two digits, or a whole number of percent.
    private static bool IsRounded(double said, double value) => Math.Abs(said - value) <= Math.Max(0.051 * Math.Abs(value), 0.6e-3)
        || Math.Abs(said - value) <= 0.51 && Math.Abs(value) >= 1 && said == Math.Truncate(said);

    private static JournalReading Invented(Random random)
    {
        List<(Experiment Experiment, IReadOnlyList<Slot> Slots)> experiments = Enumerable.Range(0, random.Next(1, 5))
            .Select(i => Records(random, $"question-{i}", Kinds[random.Next(Kinds.Length)],
                new Truth(Math.Exp(2.5 * (random.NextDouble() - 0.3)), Math.Pow(10, -2.5 * random.NextDouble()), random.Next(0, 15))))
            .ToList();
        return Journal(experiments);
    }

    private static JournalReading Invented(int seed, UseCase kind, Truth truth) =>
        Journal([Records(new Random(seed), "question-0", kind, truth)]);

    private static JournalReading Journal(IReadOnlyList<(Experiment Experiment, IReadOnlyList<Slot> Slots)> measured) => Journals.Of(
    [
        Journals.Header with { Experiments = [.. measured.Select(m => m.Experiment.Id)] },
        .. measured.SelectMany(m => m.Slots.Prepend<JournalRecord>(m.Experiment)),
        Journals.Finished,
    ]);

    // Sync takes the factor longer than async; now and then a round is many times slower, which moves a mean and no verdict.
    private static (Experiment Experiment, IReadOnlyList<Slot> Slots) Records(Random random, string id, UseCase kind, Truth truth)
    {
        Experiment experiment = Journals.TwoForms with
        {
            Id = id,
            Title = $"Title of {id}",
            Workload = Journals.TwoForms.Workload with { UseCase = kind },
        };
        double Spread() => Math.Exp(truth.Noise * (random.NextDouble() + random.NextDouble() - 1));
        double Latency(double of) => of * Spread() * (random.Next(25) == 0 ? 6 : 1);
        double[] Latencies(double of) => [.. Enumerable.Repeat(Latency(of), 50).Select(l => l * (1 + 0.01 * random.NextDouble()))];
        IEnumerable<Slot> slots = Enumerable.Range(1, truth.Rounds)
            .SelectMany(r => new[] { Journals.Slot(r, 1, Form.Sync, Latencies(100 * truth.Factor)),
                Journals.Slot(r, 2, Form.Async, Latencies(100)) })
            .Select(s => s with { Experiment = id });
        return (experiment, [.. slots]);
    }

    private sealed record Truth(double Factor, double Noise, int Rounds);

    [GeneratedRegex("^(?<first>.+?) (?:answered|ran|took) (?<how>(?<factor>[0-9.,]+)(?: times faster|% less time)) than (?<second>.+?) "
        + "\\((?<from>[0-9.,]+)%? to (?<to>[0-9.,]+)%?\\): (?<figures>.*)\\.$")]
    private static partial Regex Faster();

    [GeneratedRegex("([0-9][0-9.,]*) ms")]
    private static partial Regex Time();

    [GeneratedRegex("with [0-9]+ users?: .* took .* where .* took [^.]*(?:\\.[0-9][^.]*)*\\.")]
    private static partial Regex InTime();

    [GeneratedRegex("^(?<decided>[0-9]+) of (?<all>[0-9]+) experiments (?:is|are) decided: ")]
    private static partial Regex Decided();
}
