using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>deploy/ has a unit of systemd and a manifest of Kubernetes, and docs/agents.md a policy: nothing here runs them, but what they
/// say to the tool is what it understands.</summary>
public sealed class DeployedAgentTests
{
    private static readonly RootCommand Root = CommandLine.Create(new Terminal(_ => null));

    [Fact]
    public void The_unit_starts_an_agent_and_knows_what_its_ends_mean()
    {
        string[] lines = Read("deploy", "syncopate-agent.service");

        string[] words = Value(lines, "ExecStart").Split(' ');

        Assert.Equal(("/usr/local/bin/syncopate", "agent"), (words[0], words[1]));
        Assert.Empty(Wrong(words[1..]));
        // Who stops an agent has not seen it fail, and one whose line or policy is wrong is wrong the next time as well.
        Assert.Equal(ExitCode.Terminated, int.Parse(Value(lines, "SuccessExitStatus"), CultureInfo.InvariantCulture));
        Assert.Equal(ExitCode.WrongUsage, int.Parse(Value(lines, "RestartPreventExitStatus"), CultureInfo.InvariantCulture));
        Assert.Contains(lines, line => line.StartsWith($"#   {JoinLine.Variable}=", StringComparison.Ordinal));
    }

    [Fact]
    public void The_manifest_says_that_it_is_untried_and_starts_agents_with_a_policy_of_theirs()
    {
        string[] lines = Read("deploy", "kubernetes.yaml");

        string[] arguments = JsonSerializer.Deserialize<string[]>(After(lines, "args: ")) ?? [];

        Assert.Contains("UNTRIED", lines[0], StringComparison.Ordinal);
        Assert.Equal("agent", arguments[0]);
        Assert.Empty(Wrong(arguments));
        Assert.Contains($"- name: {JoinLine.Variable}", lines.Select(line => line.Trim()));
        Assert.Equal(["shop.example.com"], Policy(lines).AllowedHosts);
    }

    [Fact]
    public void The_policy_of_the_documentation_is_one()
    {
        AgentPolicy policy = Policy(Read("docs", "agents.md"));

        Assert.Equal(["shop.example.com", "10.0.0.7"], policy.AllowedHosts);
        Assert.Equal((5_000, 500), (policy.MostRequestsPerSecond, policy.MostConnections));
        Assert.Equal(TimeSpan.FromHours(1), policy.Longest);
    }

    private static AgentPolicy Policy(string[] lines) => AgentPolicy.Parse(
        Assert.Single(lines, line => line.TrimStart().StartsWith("{ \"allowedHosts\"", StringComparison.Ordinal)), "policy.json");

    private static string[] Read(string folder, string file) =>
        File.ReadAllLines(Path.Combine(Built.RepositoryRoot, folder, file));

    private static string Value(string[] lines, string name) => After(lines, name + "=");

    // What a line has after what it begins with.
    private static string After(string[] lines, string begin)
    {
        string found = Assert.Single(lines, line => line.TrimStart().StartsWith(begin, StringComparison.Ordinal));
        return found.Trim()[begin.Length..];
    }

    private static IEnumerable<string> Wrong(string[] words)
    {
        ParserConfiguration parser = new() { ResponseFileTokenReplacer = null };
        return Root.Parse(words, parser).Errors.Select(error => error.Message);
    }
}
