namespace Syncopate.Reporting;

/// <summary>What the pictures of one form are drawn from: one slot, named so that it can be found in the journal.</summary>
/// <param name="Form">The form.</param>
/// <param name="Label">What a reader calls it.</param>
/// <param name="Round">Round of the slot in the journal; 0 for the profile.</param>
/// <param name="DurationNanoseconds">Length of the slot: the end of the time axis, the same for all forms of an
/// experiment after the longest.</param>
/// <param name="Requests">For the wait picture: single requests in the order in which they were sent; empty when not recorded.</param>
/// <param name="Pool">For the thread strip; empty when the monitor did not answer.</param>
internal sealed record FormPicture(
    Form Form,
    string Label,
    int Round,
    long DurationNanoseconds,
    IReadOnlyList<RequestTrace> Requests,
    IReadOnlyList<PoolSample> Pool)
{
    /// <summary>Answers of the slot, those at its head included; more than <see cref="Requests"/> where only the first
    /// were kept. 0 in reports of versions that did not report it.</summary>
    public long Answers { get; init; }
}
