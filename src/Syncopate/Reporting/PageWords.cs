namespace Syncopate.Reporting;

/// <summary>What the vocabulary is called on the page, and the mark and colour class that go with it.</summary>
internal static class PageWords
{
    /// <summary>Colour class of a form.</summary>
    public static string Class(Form form) => form switch
    {
        Form.Sync or Form.A => "sync",
        Form.Async or Form.B => "async",
        _ => "par",
    };

    /// <summary>The form in a line of text: "async", or the letter of a target.</summary>
    public static string Name(Form form) => form is Form.A or Form.B or Form.C ? form.ToString() : form.ToString().ToLowerInvariant();

    /// <summary>Colour class of a verdict.</summary>
    public static string Class(Verdict verdict) => verdict switch
    {
        Verdict.Gain => "gain",
        Verdict.Loss => "loss",
        Verdict.NoDifference => "same",
        _ => "open",
    };

    /// <summary>A sign that tells verdicts apart without colour.</summary>
    public static string Mark(Verdict verdict) => verdict switch
    {
        Verdict.Gain => "▲",
        Verdict.Loss => "▼",
        Verdict.NoDifference => "=",
        _ => "?",
    };

    /// <summary>The verdict in lower case.</summary>
    public static string Name(Verdict verdict) => verdict switch
    {
        Verdict.Gain => "gain",
        Verdict.Loss => "loss",
        Verdict.NoDifference => "no difference",
        _ => "undecided",
    };

    /// <summary>The metric as the head of a row.</summary>
    public static string Name(Metric metric) => metric switch
    {
        Metric.Mean => "Mean answer time",
        Metric.P50 => "Median answer time",
        Metric.P90 => "90th percentile",
        Metric.P99 => "99th percentile",
        Metric.RequestsPerSecond => "Answers a second",
        Metric.CpuPerRequest => "CPU per request",
        Metric.BytesPerRequest => "Allocated per request",
        _ => "Most pool threads",
    };

    /// <summary>True when a smaller figure is the better one.</summary>
    public static bool LowerIsBetter(Metric metric) => metric != Metric.RequestsPerSecond;

    /// <summary>What a reader calls a form of this experiment.</summary>
    public static string Label(ExperimentReport experiment, Form form) =>
        experiment.Forms.FirstOrDefault(f => f.Form == form)?.Label ?? form.ToString();

    /// <summary>What stands above the caveats: only what was published has a then.</summary>
    public static string CaveatsHead(ExperimentReport experiment) => experiment.UseCase == UseCase.Undescribed ? "What else to know" : "Then and now";

    /// <summary>"1 user", "2 users".</summary>
    public static string Plural(long count, string noun) => Plural(count, noun, noun + "s");

    /// <summary>"1 process", "2 processes".</summary>
    public static string Plural(long count, string one, string many) => $"{PageNumbers.Count(count)} {(count == 1 ? one : many)}";

    /// <summary>A ratio as a share, "120%"; as a factor where a share would have five digits.</summary>
    public static string Share(double ratio) => Share(ratio, ratio);

    /// <summary>A ratio in the unit in which another one is written.</summary>
    public static string Share(double ratio, double like) => like < 10 ? PageNumbers.Significant(100 * ratio, 2) + "%" : PageNumbers.Factor(ratio);
}
