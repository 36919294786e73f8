namespace Syncopate.Watch;

/// <summary>Something that one could do about an async method.</summary>
/// <param name="Kind">What was found.</param>
/// <param name="Method">The method.</param>
/// <param name="File">Source file; null when it is not known.</param>
/// <param name="Line">Line of the method's first statement, or of the first <c>await</c> concerned.</param>
/// <param name="Awaited">The awaited work concerned, in order.</param>
/// <param name="NowMilliseconds">What one call takes for it now.</param>
/// <param name="PossibleMilliseconds">What it would take if what the sentence says is done.</param>
/// <param name="Sentence">The finding in full, with the condition under which the gain is real.</param>
internal sealed record AsyncFinding(
    AsyncFindingKind Kind,
    string Method,
    string? File,
    int? Line,
    IReadOnlyList<string> Awaited,
    double NowMilliseconds,
    double PossibleMilliseconds,
    string Sentence);

/// <summary>What was found in an async timeline.</summary>
internal enum AsyncFindingKind
{
    /// <summary>Awaits of one call, each begun after the one before had ended. Whether one needs the result of another
    /// cannot be seen from outside.</summary>
    SequentialAwaits,

    /// <summary>An async method that never suspended: it costs a state machine and buys nothing.</summary>
    NeverSuspends,
}
