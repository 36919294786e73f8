using System.CommandLine;
using System.Diagnostics;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Loads;
using Syncopate.Running.Servers;

namespace Syncopate.Cli.Agents;

/// <summary>The options by which a load is sent from several machines.</summary>
internal sealed class FleetLine
{
    private const int Most = 1_000;
    private const int MostHere = 16;

    private readonly Option<string?> _agents = new("--agents")
    {
        Description = "Number of agents that send the load: those that have joined the database of --join, or, without it, processes on "
            + "this machine.",
        HelpName = "N",
    };
    private readonly JoinLine _join = new();

    /// <summary>The options, in the order of the help.</summary>
    public IReadOnlyList<Option> All => [_agents, _join.Option];

    /// <summary>As they would be typed again; the connection is left out, as it may hold a secret.</summary>
    public IReadOnlyList<string> Words(ParseResult line) => line.GetValue(_agents) is { } text
        ? _join.IsGiven(line) ? ["--agents", text, "--join", "..."] : ["--agents", text]
        : [];

    /// <summary>Which agents; null when none were asked for.</summary>
    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    public FleetSettings? Read(ParseResult line, Terminal terminal)
    {
        if (line.GetValue(_agents) is not { } text)
        {
            return _join.IsGiven(line)
                ? throw new UsageException("--join says where agents are, and not how many take part. Add --agents N, such as --agents 3")
                : null;
        }

        JoinAddress? address = _join.Read(line, terminal);
        return new FleetSettings((int)LineValue.Whole("--agents", text, 1, address is null ? MostHere : Most), address);
    }

    /// <summary>What agents are gathered and started with.</summary>
    public static FleetHost Host(Terminal terminal) => new() { Say = terminal.Say, AgentProcess = AgentProcess };

    private static ProcessStartInfo AgentProcess(LocalAgentOrder order)
    {
        string[] own = ThisProgram.Words(() => typeof(FleetLine).Assembly.Location) ?? throw new UnusableException(
            "The system does not say which program this is, so that no agent can be started. Start them by hand: syncopate agent --join "
            + "CONNECTION");
        string[] arguments =
            ["agent", "--name", order.Name, "--policy", order.Policy, "--spool", order.Spool, AgentCommand.UntilInputEnds];
        ProcessStartInfo start = new(own[0], [.. own[1..], .. arguments]);
        start.Environment[JoinLine.Variable] = order.Connection;
        return start;
    }
}
