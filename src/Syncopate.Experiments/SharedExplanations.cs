using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Sentences;

namespace Syncopate.Experiments;

/// <summary>What several experiments say of work of the same kind: why, what to do, what was published, and what stands above the whole
/// run. Each experiment registers the one that it means, alone or behind words of its own.</summary>
internal static class SharedExplanations
{
    /// <summary>One wait for something outside the process.</summary>
    public static Explanation Waiting { get; } = new()
    {
        Why = (measured, _) => ReportWhy.Waiting(measured),
        Advice = measured => measured.Primary.Verdict == Verdict.Gain
            ? "Make a call that waits async, down to the last one below it."
            : null,
        Published = new("calls of web services definitely async (Simple-Talk, 2014)", Verdict.Gain),
        Headline = HeadlineClass.Waiting,
        Slogan = new(1, "Go async where you wait.") { OfComputing = "Stay sync where you don’t." },
        Picture = ReportPicture.Timeline,
    };

    /// <summary>Several independent waits whose results are put together.</summary>
    public static Explanation Aggregating { get; } = new()
    {
        Why = (measured, _) => ReportWhy.Overlap(measured),
        Advice = measured => measured.Primary.Verdict == Verdict.Gain
            ? "Start independent calls together and await them together."
            : null,
        Published = new("parallel calls of web services every time (Simple-Talk, 2014)", Verdict.Gain),
        Headline = HeadlineClass.Waiting,
        Slogan = new(2, "Ask for everything at once."),
        Picture = ReportPicture.Calls,
    };

    /// <summary>The processor is busy from start to end.</summary>
    public static Explanation Computing { get; } = new()
    {
        Why = (measured, cores) => ReportWhy.Computing(measured, cores),
        Advice = measured => measured.Primary.Verdict is Verdict.NoDifference or Verdict.Loss
            ? "Leave work that only computes sync: there is no wait in which a thread could do something else."
            : null,
        Published = new("no gain in throughput for compute-bound work (Simple-Talk, 2014)", Verdict.NoDifference, Verdict.Loss),
        Headline = HeadlineClass.Computing,
        Picture = ReportPicture.Bars,
    };

    /// <summary>Short accesses to a database.</summary>
    public static Explanation DataAccess { get; } = new()
    {
        Advice = measured => measured.Experiment.Load.MaximumUsers == 1 ? OneCaller(measured.Primary.Verdict) : null,
        Published = new("a small gain for simple accesses to a database (Simple-Talk, 2014)", Verdict.Gain),
        Headline = HeadlineClass.DataAccess,
        NeedsNoCrowd = measured => measured.Experiment.Load.MaximumUsers == 1
            ? "One user makes one request after the other: nothing queues, and what a page costs is what is measured."
            : null,
    };

    private static string? OneCaller(Verdict verdict) => verdict switch
    {
        Verdict.Loss => "Where one caller waits for a short access, keep it sync; choose async for the threads that it frees when many "
            + "wait, not for the time of one call.",
        Verdict.NoDifference => "Choose either form for one caller: what decides is how many wait at once.",
        _ => null,
    };
}
