using System.Globalization;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>What each command answers with where it measures nothing: a build goes by the code, a user by the sentence.</summary>
public sealed class ExitCodeTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-exit-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void The_help_names_each_code_once_and_what_it_means()
    {
        string? help = CommandLine.Create(new Terminal(_ => null)).Description;

        Assert.Equal(ExitCode.Meanings.Count, ExitCode.Meanings.Select(code => code.Code).Distinct().Count());
        Assert.All(ExitCode.Meanings, code => Assert.Contains(
            string.Create(CultureInfo.InvariantCulture, $"{code.Code} {code.Meaning}"), help, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Without_a_command_it_shows_what_there_is()
    {
        (int code, string said) = await InProcess.RunAsync();

        Assert.Equal(ExitCode.Done, code);
        Assert.Contains("New here? Start with: syncopate run --quick", said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "runn")]
    [InlineData("gate ", "gate", "result", "--maxx", "p95=1s")]
    [InlineData("report ", "report")]
    public async Task A_line_that_cannot_be_parsed_says_where_the_help_is(string command, params string[] line)
    {
        (int code, string said) = await InProcess.RunAsync(line);

        Assert.Equal(ExitCode.WrongUsage, code);
        Assert.StartsWith("error: ", said, StringComparison.Ordinal);
        Assert.Contains($"Try: syncopate {command}--help", said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("DIR takes the folder of a run; found nothing.", "report", "")]
    [InlineData("There is nothing to check.", "gate", "result")]
    [InlineData("Say where the results are", "history")]
    [InlineData("--write writes the change that --fix makes", "scan", "--write")]
    [InlineData("--users", "plan", "--cpu", "5ms", "--users", "none")]
    [InlineData("Cannot read the scenario 'none.yaml'", "plan", "none.yaml", "--users", "5")]
    [InlineData("exclude each other: each says what to watch", "watch", "8123", "--port", "5000")]
    [InlineData("is not a URL that can be loaded", "load", "orders")]
    [InlineData("--port takes a whole number from 0 to 65535", "serve", "--port", "70000")]
    [InlineData("'nothing' cannot be raced.", "race", "nothing")]
    [InlineData("--name takes 1 to 63 letters", "agent", "--join", "Host=127.0.0.1;Username=a", "--name", "not a name")]
    [InlineData("--join: ", "agents", "--join", "Username=a")]
    [InlineData("--add puts results into a database", "history", "results", "--add", "more")]
    public async Task A_line_that_cannot_be_done_says_what_can(string message, params string[] line)
    {
        (int code, string said) = await InProcess.RunAsync(line);

        Assert.True(code == ExitCode.WrongUsage, said);
        Assert.Contains(message, said, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Cannot report on '", "report", "{0}")]
    [InlineData("holds neither run.jsonl nor report.json", "gate", "{0}", "--max", "p95=1s")]
    [InlineData("Cannot read the result '", "gate", "{0}/none", "--max", "p95=1s")]
    [InlineData("There is no result below '", "history", "{0}")]
    [InlineData("Cannot read '", "history", "{0}/none")]
    [InlineData("Cannot connect to 127.0.0.1:1/", "history", "--store", "Host=127.0.0.1;Port=1;Username=a", "--out", "{0}")]
    [InlineData("Cannot connect to 127.0.0.1:1/", "agents", "--join", "Host=127.0.0.1;Port=1;Username=a")]
    [InlineData("Cannot read the policy '", "agent", "--join", "Host=127.0.0.1;Username=a", "--policy", "{0}/none")]
    [InlineData("Cannot read the connection '", "agents", "--join", "@{0}/none")]
    [InlineData("/none.slnx' to scan.", "scan", "{0}/none.slnx")]
    [InlineData("holds no watch.jsonl.", "scan", "{0}", "--evidence", "{0}/none")]
    [InlineData("No .NET process of this user is called 'nobody-has-this-name'.", "watch", "nobody-has-this-name")]
    public async Task What_cannot_be_used_is_named(string message, params string[] line)
    {
        string[] words = [.. line.Select(word => word.Replace("{0}", _folder.FullName, StringComparison.Ordinal))];

        (int code, string said) = await InProcess.RunAsync(words);

        Assert.True(code == ExitCode.TargetUnusable, said);
        Assert.Contains(message, said, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Experiments_are_listed_with_how_to_run_one()
    {
        (int code, string said) = await InProcess.RunAsync("list");

        Assert.Equal(ExitCode.Done, code);
        Assert.StartsWith("io-bound ", said, StringComparison.Ordinal);
        Assert.Contains("Run one: syncopate run io-bound", said, StringComparison.Ordinal);
    }
}
