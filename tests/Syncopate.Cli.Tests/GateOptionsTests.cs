using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Results;
using Syncopate.Cli.Screens;
using Syncopate.Reporting.Gates;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>What a line of <c>syncopate gate</c> asks for, and which lines are refused before a result is read.</summary>
public sealed class GateOptionsTests
{
    [Fact]
    public void Limits_of_both_sides_are_rules()
    {
        GateSettings settings = Read(
            "result", "--max", "delay.async.p95=300ms", "--min", "async.rps=200", "--strict", "--junit", "gate.xml", "--json");

        Assert.Equal(("result", null, "gate.xml", true), (settings.Result, settings.Baseline, settings.JUnit, settings.Json));
        Assert.Equal(["delay.async.p95=300ms", "async.rps=200"], settings.Rules.Limits.Select(limit => limit.Text));
        Assert.True(settings.Rules.Strict);
        Assert.False(settings.Rules.AllowDifferent);
        Assert.Null(settings.Stored);
    }

    [Fact]
    public void A_baseline_alone_limits_the_mean_to_the_usual_tenth()
    {
        GateSettings settings = Read("result", "--baseline", "older", "--allow-different");

        Assert.Equal("older", settings.Baseline);
        Assert.Equal(RegressionLimit.Usual, Assert.Single(settings.Rules.Regressions));
        Assert.True(settings.Rules.AllowDifferent);
    }

    [Fact]
    public void A_form_to_compare_with_is_named_in_any_case() =>
        Assert.Equal("async", Read("result", "--against", "Async").Rules.Against);

    [Fact]
    public void With_a_database_the_baseline_is_a_label_there()
    {
        GateSettings settings = Read(
            "result", "--baseline", "main", "--store", "Host=127.0.0.1;Database=results;Username=ci", "--allow-different");

        Assert.Null(settings.Baseline);
        Assert.Equal(("main", true), (settings.Stored?.Label, settings.Stored?.AllowsDifferent == true));
        Assert.Equal("127.0.0.1:5432/results", settings.Stored?.Address.Place);
    }

    [Theory]
    [InlineData("result", "There is nothing to check. Give --max, --min, --against, --baseline or --store.")]
    [InlineData("result --max-slower 10%", "--max-slower needs something to compare with")]
    [InlineData("result --max p95", "'p95' is not a limit: it has no =.")]
    [InlineData("result --max nothing=1", "There is no figure 'nothing'.")]
    [InlineData("result --baseline older --max-slower 10", "'10' is not a valid limit")]
    [InlineData("result --baseline older --max-slower threads=5%", "'threads' cannot be compared.")]
    [InlineData("result --baseline ", "--baseline takes the folder of a run, its run.jsonl or report.json; found nothing.")]
    [InlineData("result --against sync --junit ", "--junit takes the name of a file; found nothing. Example: --junit gate.xml")]
    public void A_mistake_is_named_with_the_next_step(string line, string message) => Assert.Contains(
        message, Assert.Throws<UsageException>(() => Read(line.Split(' '))).Message, StringComparison.Ordinal);

    private static GateSettings Read(params string[] words)
    {
        GateOptions options = new();
        Command command = new("gate");
        options.AddTo(command);
        return options.Read(command.Parse(words), new Terminal(_ => null));
    }
}
