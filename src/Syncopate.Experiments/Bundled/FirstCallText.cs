using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Sentences;
using Syncopate.Texts;

namespace Syncopate.Experiments.Bundled;

/// <summary>What a table of first calls says: where the time of each went, and what became of the article's figures.</summary>
internal static class FirstCallText
{
    /// <summary>Where the time of a first call goes.</summary>
    public static FormTable Table { get; } = new(
        "Where the time of a first call goes",
        "The runtime",
        [
            new FormColumn(
                "To the first await",
                form => form.Form == Form.Sync ? FigureText.Missing : Counter(form, "toFirstAwaitMilliseconds")),
            new FormColumn("To the result", form => FigureText.Milliseconds(form.Mean)),
            new FormColumn("The next call", form => Counter(form, "nextCallMilliseconds")),
            new FormColumn("Methods compiled", form => FigureText.Significant(form.Counter("compiledMethods") ?? double.NaN)),
            new FormColumn("Compiling", form => Counter(form, "compilingMilliseconds")),
            new FormColumn("CPU", form => form.CpuPerRequest is { } cpu ? FigureText.Milliseconds(cpu) : FigureText.Missing),
            new FormColumn("KiB", form => form.BytesPerRequest is { } bytes ? FigureText.Kibibytes(bytes) : FigureText.Missing),
        ],
        members => $"Means over {Wording.Plural(members.Max(e => e.Rounds), "new process", "new processes")} of each form. "
            + "Compiled methods are counted by the runtime; code that came compiled is not among them.");

    /// <summary>One reason for each way to come by compiled code, and the article's figures beside today's.</summary>
    public static IReadOnlyList<GroupReason> Reasons(IReadOnlyList<ExperimentReport> members)
    {
        GroupReason?[] reasons = [.. members.Select(e =>
            Of(e, Form.Async) is { } form ? new GroupReason(ReportGroups.RowOf(e, members), Spent(form))
            : null), ThenAndNow(members), Once(members)];
        return [.. reasons.OfType<GroupReason>()];
    }

    /// <summary>The one figure and what it means.</summary>
    public static (string Figure, string Meaning) Key(IReadOnlyList<ExperimentReport> members) =>
        members.FirstOrDefault(e => e.Published.Count > 0) is { } shipped && Of(shipped, Form.Async) is { } form
        ? (FigureText.Milliseconds(form.Mean),
            $"for the first awaited call of 1 ms, over {Published(shipped, Form.Async, "mean")} ms when published")
        : (FigureText.Missing, "nothing was measured");

    /// <summary>Where the time of a first call went.</summary>
    public static IEnumerable<string> Why(MeasuredExperiment measured)
    {
        foreach (MeasuredForm form in measured.Forms.Where(f => f.Count > 0))
            yield return $"{FirstLetter.Upper(measured.Name(form.Form.Form))}: {Spent(form.Figures)}";
    }

    private static string Spent(FormReport form)
    {
        string held = form.Form == Form.Sync
            ? ""
            : $", of which the caller was held for {Counter(form, "toFirstAwaitMilliseconds")} before it had a task to await";
        string together = form.Counter("compilingMilliseconds") > form.Mean ? " of several threads together" : "";
        return $"{FigureText.Milliseconds(form.Mean)} on average{held}; "
            + $"{Compiled(form, "method was", "methods were")} compiled for it, "
            + $"in {Counter(form, "compilingMilliseconds")}{together}; the next call took {Counter(form, "nextCallMilliseconds")}.";
    }

    private static GroupReason? ThenAndNow(IReadOnlyList<ExperimentReport> members)
    {
        if (members.FirstOrDefault(e => e.Published.Count > 0) is not { } shipped || Of(shipped, Form.Async) is not { } form)
            return null;
        double? most = members.Where(e => e != shipped).Max(e => Of(e, Form.Async)?.Counter("compiledMethods"));
        string elsewhere = most is { } all ? $"; up to {FigureText.Significant(all)} for the others in this table" : "";
        return new("Then and now", $"Published: over {Published(shipped, Form.Async, "mean")} ms to the result, "
            + $"{Published(shipped, Form.Async, "toFirstAwait")} ms to the first await, and over "
            + $"{Published(shipped, Form.Async, "methods")} framework methods executed. "
            + $"Today: {FigureText.Milliseconds(form.Mean)}, {Counter(form, "toFirstAwaitMilliseconds")}, and "
                + $"{Compiled(form, "method", "methods")} compiled{elsewhere}. "
            + "The article’s program was a desktop program under a profiler, whose every method was watched; here nothing watches, and "
                + "what comes compiled needs no compiler.");
    }

    private static GroupReason? Once(IReadOnlyList<ExperimentReport> members) =>
        members.FirstOrDefault(e => e.Published.Count > 0)?.Cost is { BreakEvens: [.., var one] } cost
        ? new("One-time cost", $"The first await of a process adds {ReportCallCost.Added(cost)} to its call in the typical round, "
            + $"once. Measured against work that is done only once, that is below {FigureText.Percent(one.Percent)} from "
            + $"{FigureText.Milliseconds(one.Milliseconds)} on; a server pays it with its first request, and a program can pay it while "
            + "it starts.")
        : null;

    private static FormReport? Of(ExperimentReport experiment, Form form) => experiment.Forms.FirstOrDefault(f => f.Form == form
        && f.Count > 0);

    private static string Compiled(FormReport form, string one, string many) =>
        Wording.PluralOf(form.Counter("compiledMethods") ?? double.NaN, one, many);

    private static string Counter(FormReport form, string name) => FigureText.Milliseconds(form.Counter(name) ?? double.NaN);

    private static string Published(ExperimentReport experiment, Form form, string measure) =>
        experiment.Published.FirstOrDefault(p => p.Form == form
            && p.Measure == measure) is { } figure ? FigureText.Significant(figure.Value) : FigureText.Missing;
}
