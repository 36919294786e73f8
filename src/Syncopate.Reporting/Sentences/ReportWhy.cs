using Syncopate.Reporting.Measured;
using Syncopate.Texts;
using Syncopate.Units;

namespace Syncopate.Reporting.Sentences;

/// <summary>Why the result is what it is, from the figures that show it: threads and queues, overlap of calls,
/// processor time, work saved.</summary>
internal static class ReportWhy
{
    // Of a latency: what is reported although nothing measured explains it.
    private const double MuchShare = 0.2;

    /// <summary>Two to five sentences; what was not measured is said, not guessed.</summary>
    /// <param name="measured">The experiment.</param>
    /// <param name="cores">Processors of the machine; 0 where that is not known.</param>
    public static string Of(MeasuredExperiment measured, int cores)
    {
        if (measured.Rounds.Count == 0)
            return "No round is complete, so there is nothing to explain yet.";
        IEnumerable<string> sentences = measured.Own.Why?.Invoke(measured, cores) ?? General(measured);
        return string.Join(' ', sentences.Concat(ReportProbes.Of(measured)).Where(s => s.Length > 0));
    }

    private static IEnumerable<string> General(MeasuredExperiment measured) => measured.Experiment switch
    {
        { Load: CallsInProcess } => Inside(measured),
        { Workload.Traits.IsUserDefined: false } => Costs(measured),
        { Load: WholeProcesses } => Runs(measured),
        _ => Use(measured),
    };

    /// <summary>Whether requests queued for a thread, and how many calls waited at a time.</summary>
    public static IEnumerable<string> Waiting(MeasuredExperiment measured)
    {
        foreach (MeasuredForm form in measured.Forms)
        {
            yield return $"{FirstLetter.Upper(measured.Name(form.Form.Form))} "
                + $"{(form.Form.Form == Form.Sync ? "holds its thread while it waits" : "gives its thread back while it waits")}{Queue(measured, form)}.";
        }

        yield return Little(measured);
    }

    /// <summary>How many requests of the slot with traces queued, and how far the pool grew.</summary>
    private static string Queue(MeasuredExperiment measured, MeasuredForm form)
    {
        RequestWaits waits = RequestWaits.Among(Traced(measured, form.Form.Form));
        string piece = measured.Experiment.PieceWord;
        string queue = (waits, form.QueueLength) switch
        {
            ({ Of: 0 }, null) => ": its pool was not measured",
            ({ Of: 0 }, { } longest) => $": at most {Wording.Plural(longest, "item")} queued for a thread",
            ({ Waited: 0 }, _) => $": none of {Wording.Plural(waits.Of, piece)} queued for a thread",
            _ => $": {FigureText.Count(waits.Waited)} of {Wording.Plural(waits.Of, piece)} queued for a thread, "
                + $"{FigureText.Milliseconds(waits.MeanMilliseconds)} on average"
                + $" ({FigureText.Percent(100 * waits.Share)} of the time of all "
                    + $"{piece}s{Rest(waits, measured.Experiment.WaitMilliseconds)})",
        };
        return form.Threads is { } most ? $"{queue}, and the pool had at most {Wording.Plural(most, "thread")}" : queue;
    }

    /// <summary>What neither the queue nor the wait itself explains, where it is much.</summary>
    private static string Rest(RequestWaits waits, double waitMilliseconds)
    {
        double rest = waits.LatencyMilliseconds * (1 - waits.Share) - waitMilliseconds;
        return waitMilliseconds > 0 && rest > MuchShare * waits.LatencyMilliseconds
            ? $"; {FigureText.Milliseconds(rest)} more are neither that queue nor the wait itself: "
                + "writing the response also needs a thread"
            : "";
    }

    private static string Little(MeasuredExperiment measured)
    {
        double wait = measured.Experiment.WaitMilliseconds;
        if (wait <= 0 || measured.Baseline.RequestsPerSecond is not > 0 || !double.IsFinite(measured.Candidate.RequestsPerSecond))
            return "";
        return $"By Little’s law {measured.Name(measured.Primary.Baseline)} had {At(measured.Baseline)} calls waiting on average, "
            + $"{measured.Name(measured.Primary.Candidate)} {At(measured.Candidate)} "
            + $"(throughput times the wait of {FigureText.Milliseconds(wait)}).";

        string At(MeasuredForm form) => FigureText.Significant(Milliseconds.ToSeconds(form.RequestsPerSecond * wait), 2);
    }

    /// <summary>How the calls within a request overlap.</summary>
    public static IEnumerable<string> Overlap(MeasuredExperiment measured)
    {
        List<(WorkloadForm Form, PartOverlap? Parts)> overlaps = measured.Forms.Select(f =>
            (f.Form, Parts: PartOverlap.Of(Traced(measured, f.Form.Form)))).ToList();
        foreach (var (form, parts) in overlaps)
        {
            if (parts is not null)
                yield return Calls(FirstLetter.Upper(measured.Name(form.Form)), parts);
        }

        if (overlaps.All(o => o.Parts is null))
            yield return "The calls within a request were not recorded.";
        var (wait, calls) = (measured.Experiment.WaitMilliseconds, overlaps.Max(o => o.Parts?.Calls ?? 0));
        if (wait > 0 && calls >= 2)
        {
            yield return $"{FigureText.Significant(calls)} waits of {FigureText.Milliseconds(wait)} one after the other make "
                + $"{FigureText.Milliseconds(calls * wait)}; together they cost the longest.";
        }
    }

    // One call neither follows another one nor runs beside it.
    private static string Calls(string name, PartOverlap parts) => parts.Calls <= 1
        ? $"{name} makes 1 call, of {FigureText.Milliseconds(parts.SumMilliseconds)}."
        : $"{name} makes {FigureText.Significant(parts.Calls)} calls of {FigureText.Milliseconds(parts.SumMilliseconds)} in sum, which "
            + $"take {FigureText.Milliseconds(parts.CoveredMilliseconds)} of elapsed time: "
        + (parts.Overlaps ? "they run together." : "one follows the other.");

    /// <summary>What a call inside the server takes.</summary>
    public static IEnumerable<string> Inside(MeasuredExperiment measured)
    {
        if (measured.Forms.Any(f => f.CpuPerRequest is null))
        {
            yield return "Its processor time was not measured.";
            yield break;
        }

        string allocated = measured.Forms.All(f => f.Figures.BytesPerRequest is not null)
            ? $" and allocates {Each(measured, f => FigureText.Kibibytes(f.Figures.BytesPerRequest ?? 0) + " KiB")}"
            : "";
        yield return $"It takes {Each(measured, f => FigureText.Milliseconds(f.CpuPerRequest ?? 0))} of processor time{allocated}.";
    }

    /// <summary>What a request costs where nothing waits, and how often the cores can spend that.</summary>
    public static IEnumerable<string> Computing(MeasuredExperiment measured, int cores)
    {
        yield return "Nothing waits here, so await has no thread to give back.";
        yield return Costs(measured).First();
        double cpu = measured.Forms.Select(f => f.CpuPerRequest).OfType<double>().DefaultIfEmpty(0).Min();
        if (cpu > 0 && cores > 0)
        {
            yield return $"{Wording.Plural(cores, "core")} can serve at most "
                + $"{FigureText.Significant(cores / Milliseconds.ToSeconds(cpu))} requests/s; "
                + $"{Each(measured, f => FigureText.Significant(f.RequestsPerSecond))} requests per second were measured.";
        }
    }

    private static IEnumerable<string> Costs(MeasuredExperiment measured)
    {
        yield return measured.Forms.All(f => f.CpuPerRequest is not null)
            ? $"A {measured.Experiment.PieceWord} costs {Each(measured, f => FigureText.Milliseconds(f.CpuPerRequest ?? 0))} of "
                + $"{Whose(measured)} processor time."
            : "The server’s processor time was not measured.";
    }

    private static string Whose(MeasuredExperiment measured) => measured.Experiment.Piece is null ? "the server’s" : "its process’s";

    private static IEnumerable<string> Runs(MeasuredExperiment measured)
    {
        yield return measured.Forms.All(f => f.CpuPerRequest is not null)
            ? $"A run takes {Each(measured, f => FigureText.Milliseconds(f.CpuPerRequest ?? 0))} of processor time, children that it "
                + "waited for included."
            : "The processor time of a run was not measured.";
    }

    /// <summary>What is known of targets that nobody has described: what their servers used, and whether requests queued there.</summary>
    private static IEnumerable<string> Use(MeasuredExperiment measured)
    {
        if (measured.Forms.All(f => f.CpuPerRequest is null))
        {
            yield return "What the servers used is not known: they were not watched from inside.";
            yield break;
        }

        yield return Costs(measured).First();
        foreach (MeasuredForm form in measured.Forms.Where(f => f is { Threads: not null, QueueLength: not null }))
        {
            yield return $"{measured.Name(form.Form.Form)} had at most {Wording.Plural(form.Threads ?? 0, "pool thread")} and "
                + $"{Wording.Plural(form.QueueLength ?? 0, "item")} queued for one.";
        }

        yield return Used(measured);
        yield return Busy(measured);
    }

    /// <summary>The pool threads that each form kept at work, which distinguishes forms also where they share a pool.</summary>
    private static string Used(MeasuredExperiment measured)
    {
        if (measured.Forms.Any(f => f.ThreadsUsed is null))
            return "";
        var (most, least) = (measured.Forms.MaxBy(f => f.ThreadsUsed)!, measured.Forms.MinBy(f => f.ThreadsUsed)!); // There are forms.
        int rounds = measured.Rounds.Count(r => Threads(r, most) > Threads(r, least));
        return $"In the median slot, {Each(measured, f => FigureText.Count(f.ThreadsUsed ?? 0))} threads of the pool ran"
            + (most.ThreadsUsed > least.ThreadsUsed
                ? $"; more with {measured.Name(most.Form.Form)} in {FigureText.Count(rounds)} of "
                + $"{Wording.Plural(measured.Rounds.Count, "round")}." : ".");

        static int? Threads(Round round, MeasuredForm form) => round.MeasuredSlot(form.Form.Form)?.Conditions?.PoolThreadsUsed;
    }

    /// <summary>Whether a server was out of processors: then no form of waiting helps.</summary>
    private static string Busy(MeasuredExperiment measured)
    {
        string[] shares =
        [
            .. measured.Forms.Where(f => f.CpuPerRequest is not null && double.IsFinite(f.RequestsPerSecond)).Select(f =>
                $"{FigureText.Significant(Milliseconds.ToSeconds((f.CpuPerRequest ?? 0) * f.RequestsPerSecond), 2)} "
                    + $"({measured.Name(f.Form.Form)})"),
        ];
        return shares.Length == 0 ? "" : $"They kept {string.Join(", ", shares)} processors busy.";
    }

    /// <summary>A figure of each form, such as "3 commands (sync), 4 commands (async)".</summary>
    public static string Each(MeasuredExperiment measured, Func<MeasuredForm, string> figure) =>
        string.Join(", ", measured.Forms.Select(f => $"{figure(f)} ({measured.Name(f.Form.Form)})"));

    /// <summary>The single requests that the form's picture is drawn from.</summary>
    private static IReadOnlyList<RequestTrace> Traced(MeasuredExperiment measured, Form form) =>
        ReportPictures.Of(measured).First(p => p.Form == form).Requests;
}
