using System.CommandLine;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Links.Postgres;

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
}

/// <summary>From which agents a load is sent.</summary>
/// <param name="Count">How many.</param>
/// <param name="Address">The database they have joined; null to start one and them on this machine.</param>
internal sealed record FleetSettings(int Count, JoinAddress? Address);
