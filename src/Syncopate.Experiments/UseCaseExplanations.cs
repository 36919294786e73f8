using System.Collections.Frozen;
using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Sentences;

namespace Syncopate.Experiments;

/// <summary>What reports say of the use cases of the articles, where an experiment has no words of its own: why, what to do, what was
/// published, and what stands above the whole run.</summary>
internal static class UseCaseExplanations
{
    /// <summary>By use case; those that are missing have the general sentences.</summary>
    public static IReadOnlyDictionary<UseCase, Explanation> All { get; } = Waiting().Concat(Computing()).ToFrozenDictionary();

    private static Dictionary<UseCase, Explanation> Waiting() => new()
    {
        [UseCase.IoBound] = new()
        {
            Why = (measured, _) => IsInside(measured) ? ReportWhy.Inside(measured) : ReportWhy.Waiting(measured),
            Advice = measured => measured.Primary.Verdict == Verdict.Gain
                ? "Make a call that waits async, down to the last one below it."
                : null,
            Published = new("calls of web services definitely async (Simple-Talk, 2014)", Verdict.Gain),
            Headline = HeadlineClass.Waiting,
            Slogan = new(1, ReportHeadline.GoAsync),
            Picture = ReportPicture.Timeline,
        },
        [UseCase.Aggregating] = new()
        {
            Why = (measured, _) => IsInside(measured) ? ReportWhy.Inside(measured) : ReportWhy.Overlap(measured),
            Advice = measured => measured.Primary.Verdict == Verdict.Gain
                ? "Start independent calls together and await them together."
                : null,
            Published = new("parallel calls of web services every time (Simple-Talk, 2014)", Verdict.Gain),
            Headline = HeadlineClass.Waiting,
            Slogan = new(2, "Ask for everything at once."),
            Picture = ReportPicture.Calls,
        },
        [UseCase.Cancellable] = new()
        {
            Advice = measured => measured.Primary.Verdict == Verdict.Gain
                ? "Ask several, take the first answer, and cancel the rest, so that they stop using the servers."
                : null,
            Published = new("async where work can be cancelled, to free what it uses (Async vs sync actions, 2016)", Verdict.Gain),
            Headline = HeadlineClass.Waiting,
            Slogan = new(3, "Take the first answer."),
            Picture = ReportPicture.Calls,
            NeedsNoCrowd = _ => "A race needs no crowd: one user shows it.",
        },
        [UseCase.LongRunning] = new()
        {
            Advice = measured => measured.Primary.Verdict == Verdict.Gain
                ? "Start long work in the background and answer at once; show its progress, and let it be cancelled."
                : null,
            Published = new("async for long work that shows its progress (Simple-Talk, 2014)", Verdict.Gain),
            Headline = HeadlineClass.Waiting,
            Slogan = new(4, "Answer first, and work on in the background."),
        },
        [UseCase.DataAccess] = new()
        {
            Advice = measured => measured.Experiment.Load.MaximumUsers == 1 ? OneCaller(measured.Primary.Verdict) : null,
            Published = new("a small gain for simple accesses to a database (Simple-Talk, 2014)", Verdict.Gain),
            Headline = HeadlineClass.DataAccess,
            NeedsNoCrowd = measured => measured.Experiment.Load.MaximumUsers == 1
                ? "One user makes one request after the other: nothing queues, and what a page costs is what is measured."
                : null,
        },
    };

    private static Dictionary<UseCase, Explanation> Computing() => new()
    {
        [UseCase.CpuBound] = new()
        {
            Why = (measured, cores) => IsInside(measured) ? ReportWhy.Inside(measured) : ReportWhy.Computing(measured, cores),
            Advice = measured => measured.Primary.Verdict is Verdict.NoDifference or Verdict.Loss
                ? "Leave work that only computes sync: there is no wait in which a thread could do something else."
                : null,
            Published = new("no gain in throughput for compute-bound work (Simple-Talk, 2014)", Verdict.NoDifference, Verdict.Loss),
            Headline = HeadlineClass.Computing,
            Picture = ReportPicture.Bars,
        },
        [UseCase.LowThroughput] = new()
        {
            Published = new("either form at low throughput (Simple-Talk, 2014)", Verdict.NoDifference),
            Headline = HeadlineClass.Computing,
        },
        [UseCase.TightLoop] = new()
        {
            Advice = measured => measured.Primary.Verdict == Verdict.Loss
                ? "Await what waits. Where very short calls that wait for nothing are made in a loop, keep them plain, and await the loop "
                    + "as a whole."
                : null,
            Published = new("no await in tight loops (Simple-Talk, 2013)", Verdict.Loss),
            Headline = HeadlineClass.Computing,
        },
        [UseCase.FirstCall] = new()
        {
            Advice = measured => measured.Primary.Verdict == Verdict.Loss
                ? "Let a program that must answer its first call at once make one such call while it starts."
                : null,
            Published = new("the first await of a program is slow (Simple-Talk, 2013)", Verdict.Loss),
            Headline = HeadlineClass.Computing,
        },
    };

    private static bool IsInside(MeasuredExperiment measured) => measured.Experiment.Load is CallsInProcess;

    private static string? OneCaller(Verdict verdict) => verdict switch
    {
        Verdict.Loss => "Where one caller waits for a short access, keep it sync; choose async for the threads that it frees when many "
            + "wait, not for the time of one call.",
        Verdict.NoDifference => "Choose either form for one caller: what decides is how many wait at once.",
        _ => null,
    };
}
