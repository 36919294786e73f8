using System.CommandLine;
using Syncopate.Cli.Comparisons;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class CompareOptionsTests
{
    private const string A = "http://localhost:5000/orders";
    private const string B = "http://localhost:5001/orders-async";

    [Fact]
    public async Task The_command_that_repeats_a_comparison_has_its_options_and_seed()
    {
        CompareSettings settings = await ReadAsync(A, B, "--launch-a", "dotnet run", "--launch-b", "dotnet run", "-c", "20", "--budget", "30s", "--seed", "7", "--json", "--out", "x");

        Assert.Equal($"syncopate compare {A} {B} --launch-a 'dotnet run' --launch-b 'dotnet run' --budget 30s --users 20 --seed 7", settings.Command);
        Assert.Equal(new ResultSettings(7, "x", Json: true, Open: false), settings.Result);
    }

    [Fact]
    public void Builds_of_one_source_are_told_apart_by_what_is_done_with_it()
    {
        BuildLine options = new();
        Command command = new("compare");
        foreach (Option option in options.All)
            command.Options.Add(option);

        IReadOnlyList<ComparedBuild> builds = options.Read(command.Parse(
        [
            "--build-a", "shop", "--runtime-async-b", "--properties-c", "TieredPGO=false", "--properties-c", "A.B=x=y;z",
            "--runtime-c", "11",
        ]));

        Assert.Equal(["shop", "shop, runtime async", "shop, TieredPGO=false, A.B=x=y;z, .NET 11"], builds.Select(b => b.Label));
        Assert.False(builds[0].IsCompiledAs(builds[1]));
        Assert.True(builds[2].IsCompiledAs(builds[2] with { Runtime = null }));
    }

    [Theory]
    [InlineData("compare takes two or three URLs; found 0")]
    [InlineData("compare takes two or three URLs; found 1", A)]
    [InlineData("--launch-c starts the server of a third URL; found 2 URLs. Give a third", A, B, "--launch-c", "x")]
    [InlineData("--launch-a takes a command", A, B, "--launch-a", "")]
    [InlineData("--build-a and --build-b go together", "/orders", "--build-a", "main")]
    [InlineData("--build-a and --build-b go together", "/orders", "--build-b", "main")]
    [InlineData("--build-a and --build-b go together, and --build-c", "/orders", "--build-a", "x", "--build-c", "y", "--runtime-c", "11")]
    [InlineData("--runtime-async-b needs a build, and none is given", "/orders", "--runtime-async-b")]
    [InlineData("NAME=VALUE, a property of MSBuild; found 'TieredPGO'", "/orders", "--build-a", "x", "--properties-b", "TieredPGO")]
    [InlineData("NAME=VALUE, a property of MSBuild; found '-t:Clean=1'", "/orders", "--build-a", "x", "--properties-b=-t:Clean=1")]
    [InlineData("--runtime-b takes the version of an installed .NET", "/orders", "--build-a", "x", "--runtime-b", "eleven")]
    [InlineData("do not go with them", "--runtime-async-b", "--exec-a", "x", "--exec-b", "y")]
    [InlineData("2 builds take one path for all", "/a", "/b", "/c", "--build-a", "x", "--build-b", "y")]
    [InlineData("is not a path", A, "--build-a", "x", "--build-b", "y")]
    [InlineData("--build-a and --launch-a exclude each other", "/a", "--build-a", "x", "--build-b", "y", "--launch-a", "x", "--launch-b", "y")]
    [InlineData("do not go with them", A, "--exec-a", "x", "--exec-b", "y")]
    [InlineData("do not go with them", "--users", "5", "--exec-a", "x", "--exec-b", "y")]
    [InlineData("--exec-a and --exec-b go together", "--exec-b", "y")]
    [InlineData("--twice and --launch-a exclude each other", A, B, "--twice", "--launch-a", "x")]
    [InlineData("--cold needs servers that the tool may start in every round. Add --twice", A, B, "--cold")]
    [InlineData("--twice is for servers that run already", "/a", "--twice", "--build-a", "x", "--build-b", "y")]
    [InlineData("do not go with them", "--twice", "--exec-a", "x", "--exec-b", "y")]
    [InlineData("--budget takes a time with its unit, from 10s to 24h", A, B, "--budget", "5s")]
    [InlineData("--margin takes percent from 0.1 to 50", A, B, "--margin", "0")]
    [InlineData("--confidence takes 95 or 99", A, B, "--confidence", "97")]
    public async Task What_cannot_be_done_is_refused_with_what_can(string message, params string[] words) =>
        Assert.Contains(message, (await Assert.ThrowsAsync<UsageException>(() => ReadAsync(words))).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("one port takes one server", A, A, "--launch-a", "x", "--launch-b", "y")]
    [InlineData(
        "--launch-a starts a server on this machine", "http://192.0.2.1/a", B, "--launch-a", "x", "--allow-host", "192.0.2.1")]
    public async Task A_server_that_cannot_be_started_as_asked_is_refused(string message, params string[] words) => Assert.Contains(
        message, (await Assert.ThrowsAsync<TargetNotAllowedException>(() => ReadAsync(words))).Message, StringComparison.Ordinal);

    private static async Task<CompareSettings> ReadAsync(params string[] words)
    {
        CompareOptions options = new();
        Command command = new("compare");
        options.AddTo(command);
        ParseResult parsed = command.Parse(words, new ParserConfiguration { ResponseFileTokenReplacer = null });
        return parsed.Errors is [] ? await options.ReadAsync(parsed, new Terminal(_ => null), TestContext.Current.CancellationToken) : throw new ArgumentException(parsed.Errors[0].Message, nameof(words));
    }
}
