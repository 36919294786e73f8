namespace Syncopate.Running.Rounds;

/// <summary>What the servers of a load count of a slot, beside what every slot has. They are asked outside the timed region. Both members
/// throw <see cref="HttpRequestException"/> when a server cannot be asked.</summary>
internal interface ISlotTally
{
    /// <summary>Begins the count anew, right before a slot.</summary>
    /// <param name="place">The slot.</param>
    /// <param name="cancellationToken">Ends it.</param>
    Task ResetAsync(SlotPlace place, CancellationToken cancellationToken);

    /// <summary>Waits until what the slot started is over, and reads what was counted of it.</summary>
    /// <param name="place">The slot.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The figures of the slot, by name.</returns>
    Task<IReadOnlyDictionary<string, double>> ReadAsync(SlotPlace place, CancellationToken cancellationToken);
}

/// <summary>Of servers that count nothing.</summary>
internal sealed record NoTally : ISlotTally
{
    private static readonly IReadOnlyDictionary<string, double> Nothing = new Dictionary<string, double>();

    /// <inheritdoc/>
    public Task ResetAsync(SlotPlace place, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task<IReadOnlyDictionary<string, double>> ReadAsync(SlotPlace place, CancellationToken cancellationToken) =>
        Task.FromResult(Nothing);
}
