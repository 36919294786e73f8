namespace Syncopate.Watch;

/// <summary>One <c>await</c> of a woven method.</summary>
/// <param name="Name">The awaited method, such as "Task.Delay"; null when what is awaited was kept in a variable or does not come from a call.</param>
/// <param name="Method">Full name of the state machine of the awaited method when that is woven too; null for others.</param>
public sealed record WovenAwait(string? Name, string? Method);
