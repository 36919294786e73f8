namespace Syncopate.Running.Comparing;

/// <summary>The first answer of a target, as far as it is compared.</summary>
/// <param name="Form">The target.</param>
/// <param name="Status">Status code.</param>
/// <param name="BodyBytes">Length of the body.</param>
/// <param name="BodyHash">SHA-256 of the body.</param>
/// <param name="Milliseconds">How long it took; a first answer, not a measurement.</param>
internal sealed record CheckedAnswer(Form Form, int Status, long BodyBytes, string BodyHash, double Milliseconds)
{
    /// <summary>Of the start of the body, as the engines of a load make it; null where the body was not read.</summary>
    public uint? Checksum { get; init; }
}
