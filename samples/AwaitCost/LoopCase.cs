namespace AwaitCost;

/// <summary>The same calls in a loop, in both forms. Both take how many calls to make and answer something that depends
/// on all of them.</summary>
/// <param name="Id">Name in the address.</param>
/// <param name="Sync">The loop of plain calls.</param>
/// <param name="Async">The loop of awaited calls.</param>
internal sealed record LoopCase(string Id, Func<int, int> Sync, Func<int, Task<int>> Async)
{
    /// <summary>Whether both run on a context with a thread of its own, as in a desktop program.</summary>
    public bool OnContext { get; init; }
}
