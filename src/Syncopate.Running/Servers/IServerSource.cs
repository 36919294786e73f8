namespace Syncopate.Running.Servers;

/// <summary>Where the server of a form comes from: a command that starts it, or an address where one runs already.
/// Forms with equal sources share one server.</summary>
internal interface IServerSource
{
    /// <summary>Gives a server that listens.</summary>
    /// <param name="run">The run, which numbers its processes.</param>
    /// <param name="cancellationToken">Gives up, and ends what was started.</param>
    /// <exception cref="TargetFailedException">There is none.</exception>
    Task<IServer> OpenAsync(RunContext run, CancellationToken cancellationToken = default);
}
