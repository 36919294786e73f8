namespace Syncopate.Reporting.Loads;

/// <summary>What is said about a load.</summary>
public static class LoadWords
{
    // Below this a rate was missed.
    private const double LeastReachedShare = 0.95;

    /// <summary>What is asked for, such as "50 users for 10 s", or of a scenario "50 passes of 10 users, 3 requests a pass".</summary>
    /// <param name="shape">The load.</param>
    /// <param name="steps">Of a scenario; null for a single request.</param>
    public static string Of(LoadShape shape, int? steps = null) => steps is { } count ? $"{Of(shape, "passes")}, {PageWords.Plural(count, "request")} a pass" : Of(shape, "requests");

    private static string Of(LoadShape shape, string units) => shape switch
    {
        UsersTimesLoops l => $"{PageNumbers.Count((long)l.Users * l.Loops)} {units} of {PageWords.Plural(l.Users, "user")}",
        UsersForTime l => $"{PageWords.Plural(l.Users, "user")} for {Time(l.Duration)}",
        SteppedUsers l => $"{PageNumbers.Count(l.Start)} to {PageWords.Plural(l.Maximum, "user")}, {PageNumbers.Count(l.Step)} more every {Time(l.StepDuration)}",
        Arrivals l when l.FromPerSecond == l.ToPerSecond => $"{PageNumbers.Significant(l.FromPerSecond)} {units} a second for {Time(l.Duration)}",
        Arrivals l => $"{PageNumbers.Significant(l.FromPerSecond)} to {PageNumbers.Significant(l.ToPerSecond)} {units} a second within {Time(l.Duration)}",
        _ => throw new ArgumentOutOfRangeException(nameof(shape), shape, "Not a load that is put on a URL."),
    };

    /// <summary>A planned time as it would be said: 10 s, 500 ms, 2 min.</summary>
    public static string Time(TimeSpan time) => time.TotalSeconds switch
    {
        >= 3_600 when time.TotalSeconds % 3_600 == 0 => $"{PageNumbers.Count((long)time.TotalHours)} h",
        >= 60 when time.TotalSeconds % 60 == 0 => $"{PageNumbers.Count((long)time.TotalMinutes)} min",
        >= 1 => $"{PageNumbers.Significant(time.TotalSeconds)} s",
        _ => $"{PageNumbers.Significant(time.TotalMilliseconds)} ms",
    };

    /// <summary>The result in one sentence.</summary>
    internal static string Sentence(FormReport figures, double seconds, LoadDrain? drain) => (figures.Count - (drain?.Answers ?? 0), figures.Errors) switch
    {
        (0, 0) when drain is null => "Nothing was measured.",
        (0, var errors) when drain is null or { Answers: 0 } => $"No request was answered well: {PageNumbers.Count(errors)} failed in {Length(seconds + (drain?.Seconds ?? 0))}.",
        (0, _) => $"No request was answered within the {Length(seconds)} of the load; {Drained(drain)}.",
        (var count, 0) => $"{PageWords.Plural(count, "request")} in {Length(seconds)}, {PageNumbers.Significant(figures.RequestsPerSecond)} a second, half of them within {PageNumbers.Milliseconds(figures.P50)}. None failed.",
        (var count, var errors) => $"{PageWords.Plural(count, "request")} in {Length(seconds)}, {PageNumbers.Significant(figures.RequestsPerSecond)} a second, half of them within {PageNumbers.Milliseconds(figures.P50)}. {PageNumbers.Count(errors)} more failed ({PageNumbers.Percent(100.0 * errors / (figures.Count + errors))}).",
    };

    /// <summary>What came after the time of a load; null for nothing.</summary>
    internal static string? Drained(LoadDrain? drain) => drain switch
    {
        null => null,
        { Failures: 0 } => $"{PageWords.Plural(drain.Answers, "more answer")} came in the {Length(drain.Seconds)} after that",
        { Answers: 0 } => $"{PageWords.Plural(drain.Failures, "request")} failed in the {Length(drain.Seconds)} after that",
        _ => $"{PageWords.Plural(drain.Answers, "more answer")} came in the {Length(drain.Seconds)} after that, and {PageNumbers.Count(drain.Failures)} failed",
    };

    /// <summary>Requests sent once more.</summary>
    internal static string Reopened(long count) => $"{PageWords.Plural(count, "request")}: the server had closed the connection between two requests";

    /// <summary>Doubts that the engine cannot have: about the asked rate and the machine.</summary>
    /// <param name="rate">Asked and reached; null for users.</param>
    /// <param name="headShare">The share of the time in which no answer can come yet, as even quick ones take that long.</param>
    /// <param name="machine">The machine.</param>
    internal static IEnumerable<Doubt> Doubts(LoadRate? rate, double headShare, Machine machine)
    {
        if (rate is not null && rate.ReachedPerSecond < LeastReachedShare * (1 - headShare) * rate.AskedPerSecond)
            yield return new Doubt(
                "rate-missed",
                null,
                $"{PageNumbers.Significant(rate.AskedPerSecond)} requests a second were due, and {PageNumbers.Significant(rate.ReachedPerSecond)} a second came to an end.",
                "The server, or the generator, could not keep up, so that requests piled up and latencies grew with the length of the load.",
                "Lower the rate until it is reached; the highest rate that is reached is what the server can do.");
        if (machine.LoadAverage > machine.Cores)
            yield return new Doubt(
                "busy-machine",
                null,
                $"The machine was busy before the load began: load {PageNumbers.Significant(machine.LoadAverage.Value, 2)} on {PageWords.Plural(machine.Cores, "core")}.",
                "What else runs here takes processors from the server and from the generator.",
                "Run again on a quiet machine.");
    }

    /// <summary>A measured length: 3.00 s, 12 ms.</summary>
    internal static string Length(double seconds) => seconds is >= 1 and < 600 ? $"{PageNumbers.Significant(seconds)} s" : PageNumbers.Milliseconds(1_000 * seconds);
}
