using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Loads;
using Syncopate.Cli.Screens;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class LoadCommandLineTests
{
    [Theory]
    [InlineData("http://localhost:5000/orders")]
    [InlineData("http://127.0.0.9:5000/orders")]
    [InlineData("http://[::1]:5000/orders")]
    public void A_server_of_this_machine_is_started(string url) =>
        Assert.Equal(["dotnet", "run"], Read(url, "--launch", "dotnet run").Load.Launch);

    /// <summary>The number is one of a block for documentation alone (RFC 5737), and names may mean another machine to whoever asks
    /// next.</summary>
    [Theory]
    [InlineData("http://192.0.2.1:5000/", "--launch", "dotnet run")]
    [InlineData("http://shop.example.com/", "--launch", "dotnet run")]
    [InlineData("http://192.0.2.1:5000/", "--pid", "4711")]
    public void A_server_that_is_not_known_to_be_here_is_refused_with_what_can_be_done(string url, string option, string value)
    {
        string message = Assert.Throws<UsageException>(() => Read(url, option, value)).Message;

        Assert.StartsWith(option, message, StringComparison.Ordinal);
        Assert.Contains("is not known as one of its addresses.", message, StringComparison.Ordinal);
        Assert.Contains("of an IP address of this machine", message, StringComparison.Ordinal);
    }

    private static LoadTask Read(params string[] words)
    {
        LoadCommandLine line = new();
        Command command = new("load");
        line.AddTo(command);
        ParseResult parsed = command.Parse(words, new ParserConfiguration { ResponseFileTokenReplacer = null });
        return parsed.Errors is []
            ? line.Read(parsed, new Terminal(_ => null))
            : throw new ArgumentException(parsed.Errors[0].Message, nameof(words));
    }
}
