namespace Syncopate.Reporting.Loads;

/// <summary>What is said about a load.</summary>
internal static class LoadText
{
    // Below this a rate was missed.
    private const double LeastReachedShare = 0.95;

    /// <summary>What is asked for, such as "50 users for 10 s", or of a scenario "50 passes of 10 users, 3 requests per pass".</summary>
    /// <param name="shape">The load.</param>
    /// <param name="steps">Of a scenario; null for a single request.</param>
    public static string Of(LoadShape shape, int? steps = null) =>
        steps is { } count ? $"{Of(shape, "pass", "passes")}, {Wording.Plural(count, "request")} per pass"
        : Of(shape, "request", "requests");

    private static string Of(LoadShape shape, string unit, string units) => shape switch
    {
        UsersTimesLoops l => $"{Wording.Plural((long)l.Users * l.Loops, unit, units)} of {Wording.Plural(l.Users, "user")}",
        UsersForTime l => $"{Wording.Plural(l.Users, "user")} for {Time(l.Duration)}",
        SteppedUsers l when l.Start == l.Maximum => $"{Wording.Plural(l.Maximum, "user")} for {Time(l.Duration)}",
        SteppedUsers l => $"{FigureText.Count(l.Start)} to {Wording.Plural(l.Maximum, "user")}, "
            + $"{FigureText.Count(l.Step)} more every {Time(l.StepDuration)}",
        Arrivals l when l.FromPerSecond == l.ToPerSecond =>
            $"{Wording.PluralOf(l.FromPerSecond, unit, units)} per second for {Time(l.Duration)}",
        Arrivals l => $"{FigureText.Significant(l.FromPerSecond)} to {Wording.PluralOf(l.ToPerSecond, unit, units)} per second within "
            + $"{Time(l.Duration)}",
        _ => throw new ArgumentOutOfRangeException(nameof(shape), shape, "Not a load that is put on a URL."),
    };

    /// <summary>A planned time as it would be said: 10 s, 500 ms, 2 min.</summary>
    public static string Time(TimeSpan time) => time.TotalSeconds switch
    {
        >= 3_600 when time.TotalSeconds % 3_600 == 0 => $"{FigureText.Count((long)time.TotalHours)} h",
        >= 60 when time.TotalSeconds % 60 == 0 => $"{FigureText.Count((long)time.TotalMinutes)} min",
        >= 1 => $"{FigureText.Significant(time.TotalSeconds)} s",
        _ => $"{FigureText.Significant(time.TotalMilliseconds)} ms",
    };

    /// <summary>The result in one sentence.</summary>
    internal static string Sentence(FormReport figures, double seconds, LoadDrain? drain)
    {
        long answered = figures.Count - (drain?.Answers ?? 0);
        if (answered == 0)
        {
            return figures.Errors == 0 && drain is null ? "Nothing was measured."
                : drain is null or { Answers: 0 }
                ? $"No request succeeded: {FigureText.Count(figures.Errors)} failed in {Length(seconds + (drain?.Seconds ?? 0))}."
                : $"No request was answered within the {Length(seconds)} of the load; {Drained(drain)}{Before(figures, drain)}.";
        }

        // The median is of all answers, of late ones too.
        string half = figures.Count == 1
            ? $"answered in {FigureText.Milliseconds(figures.P50)}"
            : $"half of {(answered == figures.Count ? "them" : "all answers")} within {FigureText.Milliseconds(figures.P50)}";
        string failed = figures.Errors == 0 ? "None failed."
            : $"{FigureText.Count(figures.Errors)} more failed "
                + $"({FigureText.Percent(100.0 * figures.Errors / (figures.Count + figures.Errors))}).";
        return $"{Wording.Plural(answered, "request")} in {Length(seconds)}, "
            + $"{FigureText.Significant(figures.RequestsPerSecond)} per second, {half}. {failed}";
    }

    // What failed within the time of the load is none of what came after it.
    private static string Before(FormReport figures, LoadDrain drain) => figures.Errors > drain.Failures
        ? $", and {FigureText.Count(figures.Errors - drain.Failures)} had failed before"
        : "";

    /// <summary>What came after the time of a load; null for nothing.</summary>
    internal static string? Drained(LoadDrain? drain) => drain switch
    {
        null => null,
        { Failures: 0 } => $"{Wording.Plural(drain.Answers, "more response")} arrived during the {Length(drain.Seconds)} drain",
        { Answers: 0 } => $"{Wording.Plural(drain.Failures, "request")} failed during the {Length(drain.Seconds)} drain",
        _ => $"{Wording.Plural(drain.Answers, "more response")} arrived during the {Length(drain.Seconds)} drain, "
            + $"and {FigureText.Count(drain.Failures)} failed",
    };

    /// <summary>Requests sent once more.</summary>
    internal static string Reopened(long count) =>
        $"{Wording.Plural(count, "request")}: the server had closed the connection between two requests";

    /// <summary>Doubts that the engine cannot have: about the asked rate and the machine.</summary>
    /// <param name="rate">Asked and reached; null for users.</param>
    /// <param name="headShare">The share of the time at whose end requests are due that no server can answer within it.</param>
    /// <param name="machine">The machine.</param>
    internal static IEnumerable<Doubt> Doubts(LoadRate? rate, double headShare, Machine machine)
    {
        if (rate is not null && rate.ReachedPerSecond < LeastReachedShare * (1 - headShare) * rate.AskedPerSecond)
        {
            yield return new Doubt(
                "rate-missed",
                null,
                $"{Wording.PluralOf(rate.AskedPerSecond, "request per second was", "requests per second were")} due, "
                    + $"and {FigureText.Significant(rate.ReachedPerSecond)} per second completed.",
                "The server, or the generator, could not keep up, so that requests piled up and latencies grew "
                    + "with the length of the load.",
                "Lower the rate until it is reached; the highest rate that is reached is what server and generator can do together.");
        }

        if (machine.LoadAverage > machine.Cores)
        {
            yield return new Doubt(
                "busy-machine",
                null,
                $"The machine was busy before the load began: load {Beside(machine.LoadAverage.Value, machine.Cores)} on "
                    + $"{Wording.Plural(machine.Cores, "core")}.",
                "What else runs here takes processors from the server and from the generator.",
                "Run again on a quiet machine.");
        }
    }

    private static string Beside(double load, int cores) =>
        FigureText.Beside(FigureText.Significant(load, 2), load, cores);

    /// <summary>A measured length: 3.00 s, 12 ms.</summary>
    internal static string Length(double seconds) =>
        seconds is >= 1 and < 600 ? $"{FigureText.Significant(seconds)} s" : FigureText.OfSeconds(seconds);
}
