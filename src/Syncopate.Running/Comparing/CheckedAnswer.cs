namespace Syncopate.Running.Comparing;

/// <summary>The first answer of a target, as far as it is compared.</summary>
/// <param name="Form">The target.</param>
/// <param name="Status">Status code.</param>
/// <param name="BodyBytes">Length of the body.</param>
/// <param name="BodyHash">SHA-256 of the body.</param>
/// <param name="Milliseconds">How long it took; a first answer, not a measurement.</param>
internal sealed record CheckedAnswer(Form Form, int Status, long BodyBytes, string BodyHash, double Milliseconds);
