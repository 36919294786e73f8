using System.Globalization;
using System.Net.Sockets;
using Syncopate.Cluster.Agents;
using Syncopate.Load;
using Syncopate.Load.Engines;

namespace Syncopate.Cluster.Loads;

/// <summary>An agent's work is a load, within the limits of its own policy. Connections stay open from one round of a run to the
/// next.</summary>
internal sealed class LoadWork(AgentPolicy policy, TimeProvider time) : IAgentWork
{
    private readonly Dictionary<string, ILoadEngine> _engines = new(StringComparer.Ordinal);

    public async Task<IPreparedWork> PrepareAsync(string order, Action<string> keep, CancellationToken stop)
    {
        LoadOrder part = ClusterJson.Read(order, LoadJson.Default.LoadOrder);
        // A conductor from before protocols had a number asks no agent for one, and would find figures that it cannot read.
        if (part.Protocol != ClusterProtocol.Current)
            throw new ClusterException($"its coordinator is of {ClusterProtocol.OtherBuild(part.Protocol)}");
        try
        {
            LoadRequest request = part.ToRequest();
            Uri address = new(part.Target);
            policy.Check(address.IdnHost, request.Shape);
            policy.CheckNamed(
                address, request.Headers.Concat(request.Scenario?.Steps.SelectMany(step => step.Headers) ?? []));
            // Both must have allowed it: the user who gives the order, and the owner of this machine.
            string[] allowed = [.. part.AllowedHosts.Intersect(policy.AllowedHosts, StringComparer.OrdinalIgnoreCase)];
            HttpTarget target = await HttpTarget.ResolveAsync(address, allowed, stop).ConfigureAwait(false);
            PreparedLoad load = new(Engine(part, target), request, policy, time);
            await load.OpenAsync(keep, stop).ConfigureAwait(false);
            return load;
        }
        catch (Exception e) when (e is ArgumentException or FormatException)
        {
            throw new ClusterException($"it cannot send this: {e.Message.Split(" (Parameter", 2)[0].TrimEnd('.')}");
        }
        catch (SocketException e)
        {
            throw new ClusterException($"it does not find the host '{new Uri(part.Target).Host}': {e.Message.TrimEnd('.')}");
        }
    }

    public void Release()
    {
        foreach (ILoadEngine engine in _engines.Values)
            engine.Dispose();
        _engines.Clear();
    }

    private ILoadEngine Engine(LoadOrder part, HttpTarget target)
    {
        string key = string.Create(
            CultureInfo.InvariantCulture,
            $"{target.BaseAddress} {target.EndPoint} {part.HttpVersion} {part.TimeoutTicks} {part.Threads} {part.TrustsAnyCertificate} "
                + $"{part.Scenario is null} {part.FollowsRedirects}");
        if (!_engines.TryGetValue(key, out ILoadEngine? engine))
            _engines[key] = engine = LoadEngine.Open(target, part.ToOptions(), time, part.ToRequest().Scenario, part.FollowsRedirects);
        return engine;
    }
}
