using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Experiments;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>What a line of <c>syncopate run</c> asks for, and which lines are refused before a server starts.</summary>
public sealed class RunOptionsTests
{
    [Fact]
    public void A_quick_run_without_names_asks_the_quick_experiments_and_names_the_others()
    {
        RunSettings settings = Read("--quick", "--seed", "7");

        Assert.Equal("syncopate run --quick --seed 7", settings.Command);
        Assert.All(settings.Run.Experiments, experiment => Assert.Equal(RunMode.Quick, experiment.PartOf));
        Assert.Contains("tight-loop", settings.Run.LeftOut.Select(experiment => experiment.Id));
        Assert.Null(settings.Fleet);
        Assert.Null(settings.Keep);
    }

    [Fact]
    public void A_run_of_named_experiments_leaves_none_out()
    {
        RunSettings settings = Read("io-bound", "delay", "--port", "5000", "--seed", "7", "--probe");

        Assert.Equal("syncopate run io-bound delay --port 5000 --seed 7 --probe", settings.Command);
        Assert.Equal(
            ["delay", "io-bound"], settings.Run.Experiments.Select(experiment => experiment.Id).Order(StringComparer.Ordinal));
        Assert.Empty(settings.Run.LeftOut);
        Assert.True(settings.Probes);
        Assert.Equal(5000, settings.Run.Port);
    }

    /// <summary>It is printed, and stands in the journal and in every report.</summary>
    [Fact]
    public void The_command_that_repeats_a_run_holds_no_connection()
    {
        RunSettings settings = Read("ef", "--postgres", "Host=db;Username=me;Password=secret", "--seed", "7");

        Assert.Equal("syncopate run ef --postgres CONNECTION --seed 7", settings.Command);
        Assert.Equal("Host=db;Username=me;Password=secret", settings.Run.Databases.Connection);
    }

    [Theory]
    [InlineData("--quick --full", "--quick and --full exclude each other.")]
    [InlineData("delai", "Unknown experiment 'delai'. Did you mean delay? Known: ")]
    [InlineData("delay --port 65535", "--port takes a whole number from 0 to 65531; found '65535'. Use 0 for any free port.")]
    [InlineData("delay --seed seven", "--seed takes a whole number from 0 to 18446744073709551615; found 'seven'.")]
    [InlineData("delay --out ", "--out takes the name of a folder; found nothing.")]
    [InlineData("ef --postgres nowhere", "--postgres takes a connection string with a Host, or nothing.")]
    [InlineData("delay --label main", "--label names a result in a database: add --store, or leave it out.")]
    public void A_mistake_is_named_with_the_next_step(string line, string message) => Assert.Contains(
        message, Assert.Throws<UsageException>(() => Read(line.Split(' '))).Message, StringComparison.Ordinal);

    private static RunSettings Read(params string[] words)
    {
        RunOptions options = new();
        Command command = new("run");
        options.AddTo(command);
        return options.Read(command.Parse(words), new Terminal(_ => null));
    }
}
