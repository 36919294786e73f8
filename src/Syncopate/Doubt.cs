namespace Syncopate;

/// <summary>A reason not to trust a figure fully: an expected outcome of measuring, kept as a value.</summary>
/// <param name="Code">Short stable name, lower case with hyphens, such as "not-steady", "little-law", "clock-jump", "not-durable".</param>
/// <param name="Experiment">Id of the experiment; null when it concerns the whole run.</param>
/// <param name="What">What happened, with figures.</param>
/// <param name="Why">Why it matters.</param>
/// <param name="Try">What to try next.</param>
public sealed record Doubt(string Code, string? Experiment, string What, string Why, string Try) : JournalRecord
{
    /// <summary>Code of the doubt that a target did not keep to the answer that was checked before it was measured:
    /// an experiment with it has no valid number.</summary>
    public const string OtherAnswers = "other-answers";
}
