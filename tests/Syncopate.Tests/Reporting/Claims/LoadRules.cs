using Syncopate.Reporting.Loads;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>What the report of a load says, and when it is true.</summary>
internal static class LoadRules
{
    /// <summary>The rules.</summary>
    public static IReadOnlyList<ClaimRule> All { get; } = [.. Asked(), .. Results(), .. Doubts(), .. Thresholds()];

    private static IEnumerable<ClaimRule> Asked() =>
    [
        new("<u:n> users? for <t:n> s$", s => Shape(s) is UsersForTime l && s.Says("u", l.Users) && s.Says("t", l.Duration.TotalSeconds)),
        new("<n:n> requests? of <u:n> users?$",
            s => Shape(s) is UsersTimesLoops l && s.Says("u", l.Users) && s.Says("n", l.Users * l.Loops)),
        new("<a:n> to <b:n> users, <c:n> more every <t:n> s$",
            s => Shape(s) is SteppedUsers l && s.Says("a", l.Start) && s.Says("b", l.Maximum) && s.Says("c", l.Step)
                && s.Says("t", l.StepDuration.TotalSeconds)),
        new("<r:n> requests? per second for <t:n> s$",
            s => Shape(s) is Arrivals l && s.Says("r", l.ToPerSecond) && s.Says("t", l.Duration.TotalSeconds)),
    ];

    private static IEnumerable<ClaimRule> Results() =>
    [
        new("Nothing was measured\\.", s => Of(s).Figures is { Count: 0, Errors: 0 }),
        new("No request succeeded: <n:n> failed in <t:t>\\.", s => Of(s).Figures.Count == 0 && s.Says("n", Failed(s))),
        new("No request was answered within the <t:t> of the load; <drain:w>\\.",
            s => Answered(s) == 0 && Of(s).Drain is { Answers: > 0 } drain && Says(s, "t", Of(s).Run.DurationSeconds)
                && s["drain"].EndsWith(" had failed before", StringComparison.Ordinal) == Failed(s) > drain.Failures),
        new("<n:n> requests? in <t:t>, <rate:n> per second, half of (?<of>them|all answers) within <half:t>\\.",
            s => s.Says("n", Answered(s)) && Says(s, "t", Of(s).Run.DurationSeconds)
                && s.Says("rate", Answered(s) / Of(s).Run.DurationSeconds)
                && s.Says("half", Of(s).Figures.P50) && Of(s).Figures.Count > 1
                && (s["of"] == "them") == (Answered(s) == Of(s).Figures.Count)),
        new("1 request in <t:t>, <rate:n> per second, answered in <half:t>\\.",
            s => Answered(s) == 1 && Of(s).Figures.Count == 1 && Says(s, "t", Of(s).Run.DurationSeconds)
                && s.Says("rate", 1 / Of(s).Run.DurationSeconds) && s.Says("half", Of(s).Figures.P50)),
        new("None failed\\.", s => Failed(s) == 0),
        new("<n:n> more failed \\(<p:p>\\)\\.",
            s => s.Says("n", Failed(s)) && s.SaysAbout("p", 100.0 * Failed(s) / (Failed(s) + Of(s).Figures.Count))),
    ];

    private static IEnumerable<ClaimRule> Doubts() =>
    [
        new("<asked:n> (request per second was|requests per second were) due, and <reached:n> per second completed\\.",
            s => s.Says("asked", Of(s).Rate!.AskedPerSecond) && s.Says("reached", Of(s).Rate!.ReachedPerSecond)
                && s.Value("reached") < s.Value("asked")),
        new("The server, or the generator, could not keep up, so that requests piled up and latencies grew with the length of the load\\.",
            s => Of(s).Rate is not null),
        new("Lower the rate until it is reached; the highest rate that is reached is what server and generator can do together\\.",
            s => Of(s).Rate is not null),
        new("The machine was busy before the load began: load <l:n> on <c:n> cores?\\.",
            s => s.SaysAbout("l", Of(s).Machine.LoadAverage!.Value) && s.Value("l") >= s.Value("c") && s.Says("c", Of(s).Machine.Cores)),
        new("What else runs here takes processors from the server and from the generator\\.|Run again on a quiet machine\\.",
            s => Of(s).Machine.LoadAverage > Of(s).Machine.Cores),
    ];

    private static IEnumerable<ClaimRule> Thresholds() =>
    [
        new("Held", Held),
        new("Failed", s => !Held(s) && !IsUnmeasured(s)),
        new("Not judged", s => !Held(s) && IsUnmeasured(s)),
        new("p99 <v:t> \\(limit <l:t>\\)", s => Is(s, Of(s).Figures.P99) && Held(s) == (s.Value("v") <= s.Value("l"))),
        new("mean <v:t> \\(must be below <l:t>\\)", s => Is(s, Of(s).Figures.Mean) && Held(s) == (s.Value("v") < s.Value("l"))),
        new("errors <v:n> \\(limit <l:n>\\)", s => Is(s, Failed(s)) && Held(s) == (s.Value("v") <= s.Value("l"))),
        new("rps <v:n>/s \\(at least <l:n>/s\\)",
            s => Is(s, Of(s).Figures.RequestsPerSecond) && Held(s) == (s.Value("v") >= s.Value("l"))),
        new("count <v:n> \\(must be above <l:n>\\)", s => Is(s, Of(s).Figures.Count) && Held(s) == (s.Value("v") > s.Value("l"))),
        new("mean not measured \\([^)]+\\)", s => Of(s).Figures.Count == 0 && !Held(s)),
        new("p99 not measured \\([^)]+\\)", s => Of(s).Figures.Count < 1_000 && !Held(s)),
        new("errors not measured \\([^)]+\\)", s => Of(s).Figures is { Count: 0, Errors: 0 } && !Held(s)),
        new("rps not measured \\([^)]+\\)", s => Answered(s) == 0 && Of(s).Drain is { Answers: > 0 } && !Held(s)),
    ];

    private static LoadReport Of(Said said) => said.Claim.In<LoadReport>()!;

    private static LoadShape Shape(Said said) => Of(said).Target.Load;

    private static long Answered(Said said) => Of(said).Figures.Count - (Of(said).Drain?.Answers ?? 0);

    private static long Failed(Said said) => Of(said).Figures.Errors;

    private static bool Says(Said said, string group, double seconds) => said.Says(group, 1_000 * seconds);

    // Digits enough to tell a value from its limit are more than three.
    private static bool Is(Said said, double figure) => said.Says("v", figure);

    private static bool IsUnmeasured(Said said) =>
        said.Claim.In<LoadThreshold>()!.Sentence.Contains(" not measured ", StringComparison.Ordinal);

    private static bool Held(Said said) => said.Claim.In<LoadThreshold>()!.Passed;
}
