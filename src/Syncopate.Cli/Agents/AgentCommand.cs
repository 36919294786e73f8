using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Loads;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Cli.Agents;

/// <summary><c>syncopate agent</c>: lends this machine to whoever conducts a load through the same database, within its owner's
/// policy.</summary>
internal static class AgentCommand
{
    /// <summary>Ends an agent with the tool that started it.</summary>
    public const string UntilInputEnds = "--until-input-ends";

    public static Command Create(Terminal terminal)
    {
        JoinLine join = new();
        Option<string?> name = new("--name")
        {
            Description = "Unique agent name; the machine's name when not given.",
            HelpName = "NAME"
        };
        Option<string?> policy = new("--policy")
        {
            Description = "A JSON file with what may be loaded from here: hosts, requests per second, connections, seconds. "
                + "This machine alone when not given.",
            HelpName = "FILE"
        };
        Option<string?> spool = new("--spool") { Description = "Folder where results are kept until they are stored.", HelpName = "DIR" };
        Option<bool> untilInputEnds = new(UntilInputEnds)
        {
            Description = "End, and remove the spool, when standard input ends: with the program that started it."
        };
        Command command = new("agent", "Let this machine send load for a coordinator, as far as its own policy allows. It opens no port.");
        foreach (Option option in new[] { join.Option, name, policy, spool, untilInputEnds })
            command.Options.Add(option);
        command.SetAction(async (line, _) =>
        {
            JoinAddress address = join.Require(line, terminal);
            string own = Name(line.GetValue(name) ?? AgentCard.NameOf(Environment.MachineName));
            AgentPolicy limits = Policy(line.GetValue(policy));
            string folder = ResultLine.Folder(line.GetValue(spool))
                ?? RequestedAgent.UsualFolder(own, Environment.GetEnvironmentVariable);
            RequestedAgent agent = new(address, own, limits, folder) { IsForOneRun = line.GetValue(untilInputEnds) };
            return await RunAsync(agent, terminal);
        });
        return command;
    }

    private static async Task<int> RunAsync(RequestedAgent agent, Terminal terminal)
    {
        using Interruption interruption = new(terminal.Say, "Stopping.");
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(interruption.Token);
        if (agent.IsForOneRun)
        {
            EndOfInput starter = new(TimeProvider.System, () => Environment.Exit(ExitCode.Done));
            _ = starter.FollowAsync(Console.OpenStandardInput(), end);
        }

        terminal.Error.WriteLine($"Syncopate {ToolVersion.Text} agent '{agent.Name}' at {agent.Address.Place}. May load: "
            + $"{agent.Policy.Words}. Ctrl+C ends it.");
        try
        {
            await new AgentJob(agent, new AgentHost { Say = terminal.Say }).RunAsync(end.Token);
            return ExitCode.Done;
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            return interruption.Token.IsCancellationRequested ? interruption.InterruptedExitCode : ExitCode.Done;
        }
    }

    private static string Name(string name) => AgentCard.IsName(name)
        ? name
        : throw new UsageException($"--name takes 1 to 63 letters, digits, dots, hyphens and underscores; found '{name}'. Example: "
            + "--name generator-2");

    private static AgentPolicy Policy(string? file)
    {
        if (file is null)
            return AgentPolicy.Closed;
        try
        {
            return AgentPolicy.Parse(File.ReadAllText(file), file);
        }
        catch (ClusterException e)
        {
            throw new UsageException($"--policy: {e.Message}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UnusableException($"Cannot read the policy '{file}': {e.Message.TrimEnd('.')}. Name a file that you may read.");
        }
    }
}
