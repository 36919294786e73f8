namespace Syncopate.Load;

/// <summary>The target stopped answering, and the load was ended for it. What was measured before is kept, but no longer fair to compare.</summary>
/// <param name="AtNanoseconds">When this was known, since the start of the load; 0 when it could not even start.</param>
/// <param name="Finding">How the last request failed, as in <see cref="Findings"/>.</param>
/// <param name="What">The same as a sentence, with the address.</param>
public sealed record LoadFailure(long AtNanoseconds, string Finding, string What);
