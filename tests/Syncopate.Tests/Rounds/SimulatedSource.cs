using Syncopate.Running;
using Syncopate.Running.Servers;

namespace Syncopate.Tests.Rounds;

/// <summary>Starts simulated servers; equal ones give one server to all forms that have them.</summary>
/// <param name="World">The world.</param>
/// <param name="Name">What messages call its servers.</param>
internal sealed record SimulatedSource(SimulatedWorld World, string Name) : IServerSource
{
    /// <summary>How long a server takes to start, by its number in the run.</summary>
    public Func<int, TimeSpan> Start { get; init; } = _ => TimeSpan.FromSeconds(0.5);

    /// <summary>Whether a server, by its number in the run, does not start.</summary>
    public Func<int, bool> Refuses { get; init; } = _ => false;

    public async Task<IServer> OpenAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        int ordinal = run.NextProcess();
        World.LastOpened = World.Now;
        await World.Time.WaitAsync(Start(ordinal), cancellationToken);
        if (Refuses(ordinal))
            throw new TargetFailedException($"Cannot use {Name}: it did not start.");
        SimulatedServer server = new(World, Name, ordinal);
        World.Servers.Add(server);
        return server;
    }
}
