using System.Globalization;
using System.Net;

namespace Syncopate.ClusterBench;

/// <summary>A namespace of the network for each agent, with an address of its own, joined by a bridge; 100 Mbit/s each way. Disposing it
/// removes all of it.</summary>
internal sealed class BenchNetwork : IDisposable
{
    private const string Bridge = "syncbr0";
    private const string Shaping = "root tbf rate 100mbit burst 128kb latency 50ms";

    private readonly int _agents;

    public BenchNetwork(int agents)
    {
        _agents = agents;
        Remove();
        Shell.Run($"ip link add {Bridge} type bridge");
        Shell.Run($"ip address add {Host}/24 dev {Bridge}");
        Shell.Run($"ip link set {Bridge} up");
        for (int i = 1; i <= agents; i++)
            Add(i);
    }

    /// <summary>Of the database, the conductor and the target, as the agents know them.</summary>
    public static IPAddress Host { get; } = IPAddress.Parse("10.77.0.1");

    /// <summary>Of an agent, from 1.</summary>
    public static IPAddress AddressOf(int agent) =>
        IPAddress.Parse(string.Create(CultureInfo.InvariantCulture, $"10.77.0.{10 + agent}"));

    public static string SpaceOf(int agent) => string.Create(CultureInfo.InvariantCulture, $"syncns{agent}");

    /// <summary>Pulls an agent's cable: neither side hears a thing any more.</summary>
    public static void Cut(int agent) => Shell.Run($"ip link set {Port(agent)} down");

    public static void Heal(int agent) => Shell.Run($"ip link set {Port(agent)} up");

    public void Dispose() => Remove();

    private static string Port(int agent) => string.Create(CultureInfo.InvariantCulture, $"syncv{agent}");

    private static void Add(int agent)
    {
        (string space, string port) = (SpaceOf(agent), Port(agent));
        Shell.Run($"ip netns add {space}");
        Shell.Run($"ip link add {port} type veth peer name eth0 netns {space}");
        Shell.Run($"ip link set {port} master {Bridge} up");
        Shell.Run($"ip -n {space} address add {AddressOf(agent)}/24 dev eth0");
        Shell.Run($"ip -n {space} link set eth0 up");
        Shell.Run($"ip -n {space} link set lo up");
        Shell.Run($"tc qdisc add dev {port} {Shaping}");
        Shell.Run($"ip netns exec {space} tc qdisc add dev eth0 {Shaping}");
    }

    private void Remove()
    {
        for (int i = 1; i <= _agents; i++)
            Shell.Try($"ip netns delete {SpaceOf(i)}");
        Shell.Try($"ip link delete {Bridge}");
    }
}
