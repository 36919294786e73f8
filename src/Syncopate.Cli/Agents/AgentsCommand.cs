using System.CommandLine;
using System.Text.Json;
using Spectre.Console;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;

namespace Syncopate.Cli.Agents;

/// <summary><c>syncopate agents</c>: which machines have joined; and, once, the roles of the database.</summary>
internal static class AgentsCommand
{
    public static Command Create(Terminal terminal)
    {
        JoinLine join = new();
        Option<bool> json = new("--json") { Description = "Print one JSON document on stdout and nothing else there." };
        Option<bool> setup = new("--setup")
        {
            Description = "As the owner of the database: make the tables, and a role whose members may be agents and nothing else."
        };
        Command command = new("agents", "List the machines that have joined a database: machine, cores, what it can send, clock, "
            + "round trip, state, version, limits.");
        foreach (Option option in new[] { join.Option, json, setup })
            command.Options.Add(option);
        command.SetAction(async (line, token) =>
        {
            if (line.GetValue(setup) && line.GetValue(json))
            {
                throw new UsageException("--setup says in words what to do next, and --json lists who has joined: leave out one of both. "
                    + "Example: syncopate agents --json");
            }

            JoinAddress address = join.Require(line, terminal);
            try
            {
                if (line.GetValue(setup))
                    await SetUpAsync(address, terminal, token);
                else
                    await ListAsync(address, line.GetValue(json), terminal, token);
                return ExitCode.Done;
            }
            catch (LinkBrokenException e)
            {
                throw new UnusableException(e.Message);
            }
        });
        return command;
    }

    private static async Task SetUpAsync(JoinAddress address, Terminal terminal, CancellationToken cancellationToken)
    {
        await ClusterRoles.CreateAsync(address, cancellationToken);
        terminal.Out.WriteLine($"""
            The tables are there, and the role {ClusterRoles.Agent}: its members may be agents. They read their own commands and
            store their own results, and nothing else. Make one for each machine:

              create role agent1 login password '...' in role {ClusterRoles.Agent};

            Members of {ClusterRoles.Results} may store results (run, compare, load and history with --store) and read them, and
            change none:

              create role ci login password '...' in role {ClusterRoles.Results};

            The coordinator (load, compare and run with --agents) joins as the role that ran this.
            """);
    }

    private static async Task ListAsync(JoinAddress address, bool json, Terminal terminal, CancellationToken cancellationToken)
    {
        await using PostgresConductorLink link = await PostgresConductorLink.OpenAsync(address, cancellationToken);
        IReadOnlyList<AgentSight> agents = await link.AgentsAsync(cancellationToken);
        bool seesAll = await link.SeesAllAsync(cancellationToken);
        if (!seesAll)
        {
            terminal.Error.WriteLine("The role of this connection sees only the agents that joined as itself. The one that ran syncopate "
                + "agents --setup sees all.");
        }

        Print(agents, seesAll ? address.Place : $"{address.Place} as this role", json, terminal);
    }

    private static void Print(IReadOnlyList<AgentSight> agents, string place, bool json, Terminal terminal)
    {
        if (json)
        {
            Console.Out.WriteLine(JsonSerializer.Serialize(agents, ClusterJson.Default.AgentSights));
            return;
        }

        if (agents.Count == 0)
        {
            terminal.Out.WriteLine($"No agent has joined {place}. Start one on each machine: syncopate agent --join CONNECTION");
            return;
        }

        foreach (string line in AgentTable.Lines(agents))
            terminal.Out.WriteLine(Terminal.Printable(line));
    }
}
