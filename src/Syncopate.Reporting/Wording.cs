using Syncopate.Texts;

namespace Syncopate.Reporting;

/// <summary>What the vocabulary is called on the page, and the mark and colour class that go with it.</summary>
internal static class Wording
{
    /// <summary>"2 cores, Ubuntu 24.04, X64"; of a journal that lost its header no cores are invented.</summary>
    public static string Name(Machine machine) =>
        IsKnown(machine) ? $"{Plural(machine.Cores, "core")}, {machine.OperatingSystem}, {machine.Architecture}" : "an unknown machine";

    /// <summary>Whether a report knows the machine.</summary>
    public static bool IsKnown(Machine machine) => machine.OperatingSystem != "unknown";

    /// <summary>"syncopate 1.2.0"; a journal that lost its header does not say which version measured.</summary>
    public static string Name(ReportTool tool) =>
        tool.Version == "unknown" ? $"an unknown version of {tool.Name}" : $"{tool.Name} {tool.Version}";

    /// <summary>Colour class of a form.</summary>
    public static string Class(Form form) => form switch
    {
        Form.Sync or Form.A => "sync",
        Form.Async or Form.B => "async",
        Form.Parallel or Form.C => "par",
        _ => throw new ArgumentOutOfRangeException(nameof(form), form, "Not a form."),
    };

    /// <summary>The form in a line of text: "async", or the letter of a target.</summary>
    public static string Name(Form form) => form is Form.A or Form.B or Form.C ? form.ToString() : form.InLowerCase();

    /// <summary>The side that a form is on: async in whatever shape, sync, or a target of the user's.</summary>
    public static string Side(Form form) => form == Form.Parallel ? "async" : Name(form);

    /// <summary>Who won, among all forms where one beats every other, else of the pair that the question is about;
    /// without a verdict, whom the rounds point to.</summary>
    public static string Outcome(ExperimentReport experiment)
    {
        Comparison? primary = experiment.Comparisons.FirstOrDefault(c => c.Primary);
        return (experiment.Verdict, experiment.Winner) switch
        {
            (Verdict.NoDifference, _) => "no difference",
            (Verdict.Gain or Verdict.Loss, _) when experiment.Forms.FirstOrDefault(f => BeatsAll(experiment, f.Form)) is { } best =>
                $"{Name(best.Form)} wins",
            (Verdict.Gain or Verdict.Loss, { } winner) when primary is not null =>
                $"{Name(winner)} beats {Name(winner == primary.Candidate ? primary.Baseline : primary.Candidate)}",
            (Verdict.Gain or Verdict.Loss or Verdict.Undecided, _) =>
                primary?.PointsTo is { } form ? $"undecided, points to {Name(form)}" : "undecided",
            var (other, _) => throw Unknown(other),
        };
    }

    private static bool BeatsAll(ExperimentReport experiment, Form winner) => experiment.Forms
        .Where(f => f.Form != winner)
        .All(other => experiment.Comparisons.Any(c => c.Metric == experiment.Comparisons[0].Metric
            && ((c.Candidate == winner && c.Baseline == other.Form && c.Verdict == Verdict.Gain)
                || (c.Baseline == winner && c.Candidate == other.Form && c.Verdict == Verdict.Loss))));

    /// <summary>Colour class of a verdict.</summary>
    public static string Class(Verdict verdict) => verdict switch
    {
        Verdict.Gain => "gain",
        Verdict.Loss => "loss",
        Verdict.NoDifference => "same",
        Verdict.Undecided => "open",
        _ => throw Unknown(verdict),
    };

    /// <summary>A sign that distinguishes verdicts without colour.</summary>
    public static string Mark(Verdict verdict) => verdict switch
    {
        Verdict.Gain => "▲",
        Verdict.Loss => "▼",
        Verdict.NoDifference => "=",
        Verdict.Undecided => "?",
        _ => throw Unknown(verdict),
    };

    /// <summary>The verdict in lower case.</summary>
    public static string Name(Verdict verdict) => verdict switch
    {
        Verdict.Gain => "gain",
        Verdict.Loss => "loss",
        Verdict.NoDifference => "no difference",
        Verdict.Undecided => "undecided",
        _ => throw Unknown(verdict),
    };

    private static ArgumentOutOfRangeException Unknown(Verdict verdict) => new(nameof(verdict), verdict, "Not a verdict.");

    /// <summary>What a reader calls a form of this experiment.</summary>
    public static string Label(ExperimentReport experiment, Form form) =>
        experiment.Forms.FirstOrDefault(f => f.Form == form)?.Label ?? form.ToString();

    /// <summary>What the recommendation says beside the advice of today: what was published, and its fate. Empty where
    /// it says nothing else.</summary>
    public static string Published(ExperimentReport experiment) =>
        experiment.Advice.Length == 0 ? ""
        : experiment.Recommendation.StartsWith(experiment.Advice, StringComparison.Ordinal)
            ? experiment.Recommendation[experiment.Advice.Length..].Trim()
        : experiment.Recommendation;

    /// <summary>What stands above the caveats: only what was published has a then.</summary>
    public static string CaveatsHead(ExperimentReport experiment) =>
        experiment.Traits.IsUserDefined ? "Caveats" : "Then and now";

    /// <summary>"1 user", "2 users".</summary>
    public static string Plural(long count, string noun) => Plural(count, noun, noun + "s");

    /// <summary>"1 process", "2 processes".</summary>
    public static string Plural(long count, string one, string many) => Counted.Of(count, one, many);

    /// <summary>"1 method was", "2.5 methods were": a figure that need not be whole, as it is shown.</summary>
    public static string PluralOf(double figure, string one, string many, int digits = 3)
    {
        string shown = FigureText.Significant(figure, digits);
        return $"{shown} {(shown == "1" ? one : many)}";
    }

    /// <summary>A ratio as a share, "120%"; as a factor where a share would have five digits.</summary>
    public static string Share(double ratio) => Share(ratio, ratio);

    /// <summary>A ratio in the unit in which another one is written.</summary>
    public static string Share(double ratio, double like) =>
        like < 10 ? FigureText.Share(ratio) : FigureText.Factor(ratio);
}
