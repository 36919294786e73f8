namespace Syncopate.Running.Servers;

/// <summary>How to start a server that writes "Now listening on: http://…" when it is ready, as every ASP.NET Core
/// application does; or one that listens at a known address.</summary>
/// <param name="Name">What messages call it, such as "SampleSite (sync)".</param>
/// <param name="FileName">The program.</param>
/// <param name="Arguments">Its arguments.</param>
/// <param name="WorkingDirectory">Its working directory.</param>
/// <param name="Environment">Variables added to the tool's own.</param>
/// <param name="EndsInOrder">True when the server has something to remove: it is asked to stop and given time before it is killed.</param>
public sealed record ServerCommand(
    string Name,
    string FileName,
    IReadOnlyList<string> Arguments,
    string WorkingDirectory,
    IReadOnlyDictionary<string, string> Environment,
    bool EndsInOrder) : IServerSource
{
    /// <summary>Where a program of the user's will listen: it is ready when this address answers, it may be of any
    /// kind, and what it starts ends with it.
    /// Null, the default, for a program that writes where it listens.</summary>
    public Uri? Address { get; init; }

    /// <inheritdoc/>
    public async Task<IServer> OpenAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(run);
        return await run.StartServerAsync(this, cancellationToken).ConfigureAwait(false);
    }
}
