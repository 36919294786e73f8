using Syncopate.Load;

namespace Syncopate.Tests.Rounds;

/// <summary>Drives a simulated server.</summary>
/// <param name="world">Where.</param>
/// <param name="target">The server.</param>
/// <param name="isOfAgents">Whether agents send, which may be lost.</param>
internal sealed class SimulatedEngine(SimulatedWorld world, HttpTarget target, bool isOfAgents) : ILoadEngine
{
    private readonly SimulatedServer _server = world.Servers.Single(s => s.Target.EndPoint.Equals(target.EndPoint));
    private bool _isRunning;

    public string Name => "simulated";

    public LoadProgress Progress => default;

    public async Task<LoadResult> RunAsync(LoadRequest request, CancellationToken cancellationToken = default)
    {
        if (_isRunning)
            world.Break("an engine was given two loads at once");
        _isRunning = true;
        world.LoadBegins(_server);
        LoadResult result = await new SimulatedLoad(world, _server, request).RunAsync(cancellationToken);
        _isRunning = false;
        return isOfAgents && world.LosesAgent(request)
            ? result with
            {
                Failure = new LoadFailure(0, "agents lost", "An agent was lost."),
                IsRepeatable = true,
                LostSenders = [world.LostAgent()],
            }
            : result;
    }

    public void Dispose()
    {
        if (_isRunning)
            world.Break("an engine was closed under load");
        world.OpenEngines--;
    }
}
