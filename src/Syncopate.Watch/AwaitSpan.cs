namespace Syncopate.Watch;

/// <summary>One row of the waterfall of a request: a call of an async method, or other work that a call awaited.</summary>
/// <param name="Name">The method, or the operation such as "Task.Delay".</param>
/// <param name="File">Source file of the <c>await</c> that waited for it; null when it is not known.</param>
/// <param name="Line">Line of that <c>await</c>.</param>
/// <param name="Depth">0 for the request itself; one more than the call that awaited it.</param>
/// <param name="Order">How it lies to the others that the same call awaited.</param>
/// <param name="StartMilliseconds">Its beginning, from the beginning of the request.</param>
/// <param name="EndMilliseconds">Its end.</param>
/// <param name="ToFirstAwaitMilliseconds">How long it ran on the caller's thread before it first suspended, to its end
/// if it never did; 0 for work that is no async method.</param>
internal sealed record AwaitSpan(
    string Name,
    string? File,
    int? Line,
    int Depth,
    AwaitOrder Order,
    double StartMilliseconds,
    double EndMilliseconds,
    double ToFirstAwaitMilliseconds);

/// <summary>How a piece of work lies in time to the others that the same call awaited.</summary>
internal enum AwaitOrder
{
    /// <summary>It is the only one.</summary>
    Alone,

    /// <summary>It began after the one before it had ended, or it is the first of such.</summary>
    Sequence,

    /// <summary>It ran while another one ran.</summary>
    Overlap,
}
