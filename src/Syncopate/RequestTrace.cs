namespace Syncopate;

/// <summary>One request as it went. Times are nanoseconds since the start of the slot; server and generator share the
/// machine's monotonic clock.</summary>
/// <param name="User">The user that sent it, from 0.</param>
/// <param name="SentNanoseconds">When the generator sent it.</param>
/// <param name="ServedNanoseconds">When the server's code began to work on it; -1 when the server did not say.</param>
/// <param name="EndNanoseconds">When the last byte of the answer had arrived.</param>
/// <param name="Parts">The outside calls it made, such as the feeds of a dashboard; empty when the server did not say.</param>
public sealed record RequestTrace(
    int User,
    long SentNanoseconds,
    long ServedNanoseconds,
    long EndNanoseconds,
    IReadOnlyList<RequestPart> Parts);

/// <summary>One outside call within a request.</summary>
/// <param name="Name">What was called, such as "emails".</param>
/// <param name="StartedNanoseconds">Since the start of the slot.</param>
/// <param name="DurationNanoseconds">How long it took; at least 0.</param>
public sealed record RequestPart(string Name, long StartedNanoseconds, long DurationNanoseconds);
