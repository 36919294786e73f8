namespace SampleSite.Actions;

/// <summary>What a visitor gets who has waited for the whole work.</summary>
/// <param name="Message">What came of it.</param>
/// <param name="IsDone">Whether it was done.</param>
/// <param name="Milliseconds">How long the visitor looked at nothing.</param>
public sealed record BlockedAnswer(string Message, bool IsDone, double Milliseconds);
