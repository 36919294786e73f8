namespace Syncopate.Running.Rounds;

/// <summary>Checks the servers of a plan before anything is measured, and that what was checked still holds after it.</summary>
internal interface IRoundGuard
{
    /// <summary>Checks the first servers, once, before they are warmed.</summary>
    /// <param name="serverSet">They run.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="TargetFailedException">They may not be compared.</exception>
    Task CheckAsync(ServerSet serverSet, CancellationToken cancellationToken);

    /// <summary>Whether the slots of a round hold what was checked.</summary>
    /// <param name="slots">Of the round.</param>
    /// <param name="serverSet">Its servers; they still run.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>What changed, which ends the run; null while it holds.</returns>
    Task<Doubt?> AfterRoundAsync(IReadOnlyList<Slot> slots, ServerSet serverSet, CancellationToken cancellationToken);

    /// <summary>Whether servers hold what was checked after their last round, before they end.</summary>
    /// <param name="serverSet">They still run.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>What changed, which ends the run; null while it holds.</returns>
    Task<Doubt?> AfterLastRoundAsync(ServerSet serverSet, CancellationToken cancellationToken);

    /// <summary>The same where the rounds on some servers are cut, whose token is then of no use.</summary>
    /// <param name="serverSet">They still run.</param>
    /// <returns>What changed, or that something could not be asked, which ends nothing; null while it holds.</returns>
    Task<Doubt?> AfterCutAsync(ServerSet serverSet);
}

/// <summary>Of servers that need no check.</summary>
internal sealed record NoGuard : IRoundGuard
{
    /// <inheritdoc/>
    public Task CheckAsync(ServerSet serverSet, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task<Doubt?> AfterRoundAsync(
        IReadOnlyList<Slot> slots, ServerSet serverSet, CancellationToken cancellationToken) => Task.FromResult<Doubt?>(null);

    /// <inheritdoc/>
    public Task<Doubt?> AfterLastRoundAsync(ServerSet serverSet, CancellationToken cancellationToken) =>
        Task.FromResult<Doubt?>(null);

    /// <inheritdoc/>
    public Task<Doubt?> AfterCutAsync(ServerSet serverSet) => Task.FromResult<Doubt?>(null);
}
