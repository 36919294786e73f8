using System.Text.Json.Serialization;

namespace Syncopate.Acceptance.WatchTruth;

/// <summary>One program, what the verdict on it said, and what was measured.</summary>
/// <param name="Seed">Which program.</param>
/// <param name="AtUtc">When.</param>
/// <param name="Cause">The cause that the verdict found.</param>
/// <param name="Sentence">The verdict in words.</param>
/// <param name="Claims">What it claims.</param>
/// <param name="Figures">What was measured.</param>
/// <param name="LoadAverage">Of the machine, before.</param>
internal sealed record TruthOutcome(
    int Seed,
    DateTimeOffset AtUtc,
    string Cause,
    string Sentence,
    IReadOnlyList<TruthClaim> Claims,
    TruthFigures Figures,
    double LoadAverage)
{
    private TruthProgram Program => TruthProgram.Of(Seed);

    /// <summary>The claims that the measurement shows to be false.</summary>
    [JsonIgnore]
    public IEnumerable<TruthClaim> False => Claims.Where(claim => TruthJudge.IsFalse(claim, Program, Figures));

    /// <summary>Whether it was starved beyond doubt.</summary>
    [JsonIgnore]
    public bool IsStarved => TruthJudge.IsStarved(Program, Figures);

    /// <summary>Whether it was starved and the verdict leaves open what would help.</summary>
    [JsonIgnore]
    public bool IsOpen => TruthJudge.IsOpen(Claims, Program, Figures);

    /// <summary>The program in words.</summary>
    [JsonIgnore]
    public string Told => FormattableString.Invariant($"{Program.Users} users: {Program}");
}
