using System.Globalization;
using Syncopate.Planning;
using Syncopate.Texts;
using Syncopate.Units;

namespace Syncopate.Reporting.Plans;

/// <summary>What a plan was asked beyond its forms, in sentences and in the cells of one table.</summary>
internal static class PlanAnswerText
{
    // Shorter ones would be shown as nothing, or as one of few hundredths.
    private const double LeastOfHundredths = 0.1;

    // The search ends this near to the longest wait where every one is borne.
    private const double NearlyLongest = 0.999;

    /// <summary>Titles of the columns of <see cref="Row"/>.</summary>
    public static IReadOnlyList<string> Columns { get; } =
    [
        "protection", "form", "answered in time", "unfinished", "calls per request", "in flight at most", "waited for a thread",
        "p99", "recovery time",
    ];

    /// <summary>What a rate takes in machines, memory and money, and what measured levels say of more load.</summary>
    public static IEnumerable<string> Sentences(PlanAnswers answers)
    {
        ArgumentNullException.ThrowIfNull(answers);
        return [.. answers.Fleet is { } fleet ? Machines(fleet) : [], .. answers.Levels is { } levels ? Of(levels) : []];
    }

    /// <summary>What stands above the table of protections.</summary>
    public static string Title(Plan plan, SlowAnswer slow)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(slow);
        string wait = slow.WaitSeconds < LeastOfHundredths ? FigureText.OfSeconds(slow.WaitSeconds) : Line($"{slow.WaitSeconds:0.##} s");
        return $"The wait becomes {wait} for 15 s of 60, "
            + Line($"on one machine at {PlanText.Rate(plan.LoadPerInstance)} requests/s; sync with {Counted.Of(slow.Threads, "thread")}. ")
            + $"Answered in time: within {FigureText.OfSeconds(slow.PatienceSeconds)} of arriving. "
            + "Unfinished: neither answered nor failed after the 60 s.";
    }

    /// <summary>One protection in one form.</summary>
    public static IReadOnlyList<string> Row(ProtectedAnswer form)
    {
        ArgumentNullException.ThrowIfNull(form);
        return
        [
            form.Protection,
            PlanText.Name(form.Style),
            PlanText.Share(form.AnsweredShare, "0.0"),
            PlanText.Share(form.OpenShare, "0.0"),
            Line($"{form.CallsPerRequest:0.00}"),
            form.MostInFlight.ToString("N0", CultureInfo.InvariantCulture),
            form.LongestQueue.ToString("N0", CultureInfo.InvariantCulture),
            // What is open has an age, and will take longer.
            form.CarriesP99 ? (form.OpenShare > 0.01 ? "over " : "") + Whole(form.P99Milliseconds) : FigureText.Missing,
            form.RecoverySeconds is { } seconds ? Line($"{seconds:0} s") : "not in 35 s",
        ];
    }

    /// <summary>What stands below that table: how slow the dependency may become, and where retries keep it down.</summary>
    public static IEnumerable<string> Limits(Plan plan, SlowAnswer slow)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(slow);
        string arithmetic = $"(arithmetic: {Whole(Milliseconds.FromSeconds(slow.ArithmeticWaitSeconds))}).";
        yield return slow.LongestWaitSeconds >= NearlyLongest * SlowDependency.LongestSeconds
            ? $"With {Counted.Of(slow.Threads, "thread")}, sync bears every wait that was simulated, up to "
                + $"{FigureText.OfSeconds(SlowDependency.LongestSeconds)} {arithmetic}"
            : $"With {Counted.Of(slow.Threads, "thread")}, sync starves when the wait stays above "
                + $"{Whole(Milliseconds.FromSeconds(slow.LongestWaitSeconds))} {arithmetic}";
        if (slow.Slots is not { } slots)
            yield break;
        if (slow is not { StormFromPerSecond: { } from, StormToPerSecond: { } to })
        {
            yield return Line($"With {Counted.Of(slots, "call")} at once in the dependency and three retries ")
                + "the system recovers from the slow spell at any load that it can sustain.";
            yield break;
        }

        double load = plan.LoadPerInstance;
        string here = load >= to ? "more than it can sustain"
            : load >= from ? "among them: bound the retries, or break the circuit"
            : "less, so it recovers";
        yield return Line($"With {Counted.Of(slots, "call")} at once in the dependency and three retries a machine has two stable states ")
            + $"from {PlanText.Rate(from)} to {PlanText.Rate(to)} requests/s: calm, and a retry storm that outlives its cause. "
            + $"This load of {PlanText.Rate(load)}/s is {here}.";
    }

    private static IEnumerable<string> Machines(FleetAnswer fleet)
    {
        string again = fleet.Retried ? " including retries" : "";
        yield return $"{PlanText.Rate(fleet.OfferedPerSecond)} requests/s{again} are {PlanText.Rate(fleet.InFlight)} in flight: "
            + $"{FigureText.Bytes(fleet.BlockedBytes)} of blocked threads, or {FigureText.Bytes(fleet.SuspendedBytes)} of "
            + "suspended methods, buffers apart.";
        string blocking = fleet.SyncThreads is { } threads
            ? Line($" async; {fleet.SyncInstances:N0} sync once the pool of each has {Counted.Of(threads, "thread")}: ")
                + "at the start it was overloaded"
            : fleet.SyncInstances == fleet.AsyncInstances ? ""
            : Line($" async, {fleet.SyncInstances:N0} sync");
        yield return Line($"Machines, one to spare: {fleet.AsyncInstances:N0}{blocking}.");
        if (fleet is { AsyncCostPerMillion: { } async, SyncCostPerMillion: { } sync })
        {
            string once = fleet.SyncThreads is { } needed ? Line($" once the pool of each machine has {Counted.Of(needed, "thread")}") : "";
            yield return $"A million requests cost {FigureText.Significant(async)} async, {FigureText.Significant(sync)} sync{once}.";
        }
    }

    private static IEnumerable<string> Of(LevelsAnswer law)
    {
        bool hasPeak = !double.IsInfinity(law.Peak);
        string peak = hasPeak ? Line($"a peak at {Math.Max(1, law.Peak):N0}") : "no peak";
        // What makes the peak is not nothing, however little it is.
        string coherence = hasPeak ? Digits(100 * law.Coherence, "0.####") : Line($"{100 * law.Coherence:0.####}");
        yield return $"Measured levels: {Digits(law.Unit, "0.##")} per second for one, "
            + Line($"contention {100 * law.Contention:0.##}%, coherence {coherence}%; {peak}.");
        if (law is { Users: { } users, RequestsPerSecond: { } throughput, Low: { } low, High: { } high })
        {
            yield return $"By them, {Counted.Of(users, "user gets", "users get")} {PlanText.Rate(throughput)} per second "
                + $"({PlanText.Rate(low)} to {PlanText.Rate(high)}).";
        }
    }

    // What would be told as nothing is not.
    private static string Digits(double value, string format) =>
        value.ToString(format, CultureInfo.InvariantCulture) is var shown && shown is "0" or "-0" && value != 0
            ? FigureText.Significant(value)
            : value.ToString(format, CultureInfo.InvariantCulture);

    // Whole milliseconds, but what is less than one is not nothing.
    private static string Whole(double milliseconds) =>
        milliseconds is > 0 and < 1 ? FigureText.Milliseconds(milliseconds) : Line($"{milliseconds:N0} ms");

    private static string Line(FormattableString text) => FormattableString.Invariant(text);
}
