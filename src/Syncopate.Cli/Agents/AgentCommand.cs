using System.CommandLine;
using System.Globalization;
using Spectre.Console;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster;
using Syncopate.Cluster.Agents;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Loads;
using Syncopate.Running;
using Syncopate.Running.Rounds;

namespace Syncopate.Cli.Agents;

/// <summary><c>syncopate agent</c>: lends this machine to whoever conducts a load through the same database, within its owner's
/// policy.</summary>
internal static class AgentCommand
{
    /// <summary>Ends an agent with the tool that started it.</summary>
    public const string UntilInputEnds = "--until-input-ends";

    // An agent that cannot say good-bye by then goes without.
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(5);

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
            string own = Name(line.GetValue(name));
            AgentPolicy limits = Policy(line.GetValue(policy));
            string folder = ResultLine.Folder(line.GetValue(spool)) ?? SpoolFolder(own);
            return await RunAsync(address, new AgentTask(own, limits, folder, line.GetValue(untilInputEnds)), terminal);
        });
        return command;
    }

    private static async Task<int> RunAsync(JoinAddress address, AgentTask task, Terminal terminal)
    {
        using Interruption interruption = new(terminal.Say, "Stopping.");
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(interruption.Token);
        if (task.EndsWithInput)
            _ = EndWithInputAsync(end);
        terminal.Error.WriteLine($"Syncopate {ToolVersion.Text} agent '{task.Name}' at {address.Place}. May load: "
            + $"{task.Policy.Words}. Ctrl+C ends it.");
        try
        {
            using DiskSpool spool = DiskSpool.Open(task.Folder);
            await TryAsync(address, task.Name, end.Token);
            AgentCard card = await CardAsync(task, terminal, end.Token);
            using JoinedAgent agent = new(Settings(address, task, card, spool, terminal));
            await agent.RunAsync(end.Token);
            return ExitCode.Done;
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            return interruption.Token.IsCancellationRequested ? interruption.InterruptedExitCode : ExitCode.Done;
        }
        finally
        {
            if (task.EndsWithInput)
                Remove(task.Folder);
        }
    }

    /// <summary>Agents that were started here, for one run, share one machine: what it can do would be measured by all at once. Their
    /// generators send before, all the same: the first slot would be sent by code that is not compiled.</summary>
    private static async Task<AgentCard> CardAsync(AgentTask task, Terminal terminal, CancellationToken cancellationToken)
    {
        double? perSecond = null;
        if (task.EndsWithInput)
            await OwnCapacity.WarmAsync(TimeProvider.System, cancellationToken);
        else
            perSecond = await OwnCapacity.MeasureAsync(TimeProvider.System, cancellationToken);
        if (perSecond is { } most)
        {
            terminal.Error.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"Its generator takes {most:#,0} requests per second against a server of its own; used to divide loads."));
        }

        return new AgentCard(task.Name, ToolVersion.Text, Environment.MachineName, AgentMachine.Id(), Environment.ProcessorCount, perSecond)
        {
            Limits = task.Policy.Words,
        };
    }

    private static AgentSettings Settings(
        JoinAddress address, AgentTask task, AgentCard card, DiskSpool spool, Terminal terminal)
    {
        return new AgentSettings
        {
            Card = card,
            Work = new LoadWork(task.Policy, TimeProvider.System),
            Spool = spool,
            OpenAsync = async token => await PostgresAgentLink.OpenAsync(address, task.Name, token),
            Notify = sentence => terminal.Error.WriteLine(Terminal.Printable(sentence)),
        };
    }

    // A wrong connection is reported at once; one that is right now is tried again forever later.
    private static async Task TryAsync(JoinAddress address, string name, CancellationToken cancellationToken)
    {
        try
        {
            await using PostgresAgentLink link = await PostgresAgentLink.OpenAsync(address, name, cancellationToken);
        }
        catch (LinkBrokenException e)
        {
            throw new UnusableException(e.Message);
        }
    }

    // The pipe closes when its writer is gone, by kill -9 too.
    private static async Task EndWithInputAsync(CancellationTokenSource end)
    {
        await using Stream input = Console.OpenStandardInput();
        byte[] bytes = new byte[16];
        while (await input.ReadAsync(bytes) > 0)
        {
            // What is said is of no interest; that somebody is there to say it is.
        }

        await end.CancelAsync();
        await Task.Delay(EndTimeout, TimeProvider.System, CancellationToken.None);
        Environment.Exit(ExitCode.Done);
    }

    private static string Name(string? given)
    {
        string name = given ?? string.Concat(Environment.MachineName.Select(c =>
            char.IsAsciiLetterOrDigit(c) || c is '.' or '-' or '_' ? c : '-'));
        return AgentCard.IsName(name)
            ? name
            : throw new UsageException($"--name takes 1 to 63 letters, digits, dots, hyphens and underscores; found '{name}'. Example: "
                + "--name generator-2");
    }

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

    private static string SpoolFolder(string name)
    {
        string root = Environment.GetEnvironmentVariable("STATE_DIRECTORY") // Of a systemd service.
            ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData,
                Environment.SpecialFolderOption.DoNotVerify), "syncopate", "spool");
        return Path.Combine(Path.GetFullPath(root), name);
    }

    private static void Remove(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It lies in the folder for temporary files.
        }
    }

    /// <summary>What the agent was asked to be.</summary>
    private sealed record AgentTask(string Name, AgentPolicy Policy, string Folder, bool EndsWithInput);
}
