using System.Net;
using System.Net.Sockets;
using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Comparing;

[Trait("Judges", "behaviour")]
public sealed class ServerCommandTests : IDisposable
{
    private const string NoProgram = "/no/such/program";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-servers-");
    private readonly TcpListener _other = new(IPAddress.Loopback, 0);

    public ServerCommandTests() => _other.Start();

    private int Taken => ((IPEndPoint)_other.LocalEndpoint).Port;

    [Fact]
    public async Task A_port_that_the_user_gave_and_another_program_has_is_refused()
    {
        TargetFailedException refusal = await Assert.ThrowsAsync<TargetFailedException>(() => OpenAsync(At(Taken)));

        Assert.True(refusal.IsPortTaken);
        string expected = $"Cannot start A: something listens at {At(Taken).Address} already.";
        Assert.StartsWith(expected, refusal.Message, StringComparison.Ordinal);
    }

    /// <summary>No name server knows it: who looks it up anew fails in another way.</summary>
    [Fact]
    public async Task A_host_that_was_looked_up_is_not_looked_up_again()
    {
        ServerCommand command = At(Taken) with
        {
            Address = new UriBuilder(Uri.UriSchemeHttp, "here.invalid", Taken).Uri,
            Host = IPAddress.Loopback,
        };

        TargetFailedException refusal = await Assert.ThrowsAsync<TargetFailedException>(() => OpenAsync(command));

        Assert.StartsWith("Cannot start A: something listens at http://here.invalid:", refusal.Message, StringComparison.Ordinal);
    }

    /// <summary>Here the server at the next port is one that cannot be started: so far it comes only with another port.</summary>
    [Fact]
    public async Task A_port_that_the_tool_picked_and_another_program_took_is_given_up_for_another()
    {
        ServerCommand ours = At(Taken) with { IsPortOurs = true };

        TargetFailedException failure = await Assert.ThrowsAsync<TargetFailedException>(() => OpenAsync(ours));

        Assert.False(failure.IsPortTaken);
        Assert.DoesNotContain("something listens", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void At_another_port_a_server_has_the_same_command_with_that_port()
    {
        Dictionary<string, string> variables = new() { ["PORT"] = "7001", ["X"] = "17001" };
        ServerCommand command = new("A", "app", ["--urls", "http://127.0.0.1:7001"], ".", variables, EndsInOrder: true)
        {
            Address = new Uri("http://127.0.0.1:7001/x"),
            IsPortOurs = true,
        };

        ServerCommand moved = command.On(7002);

        Assert.Equal(new Uri("http://127.0.0.1:7002/x"), moved.Address);
        Assert.Equal(["--urls", "http://127.0.0.1:7002"], moved.Arguments);
        Assert.Equal(("7002", "17001"), (moved.Environment["PORT"], moved.Environment["X"]));
    }

    private static ServerCommand At(int port) => new("A", NoProgram, [], ".", new Dictionary<string, string>(), EndsInOrder: true)
    {
        Address = new UriBuilder(Uri.UriSchemeHttp, "127.0.0.1", port).Uri,
    };

    private async Task OpenAsync(ServerCommand command)
    {
        using JournalWriter journal = JournalWriter.Create(_folder.FullName);
        RunClock clock = new(TimeProvider.System);
        await using RunContext run = new(journal, _folder.FullName, seed: 1, clock, new Progress<RunProgress>());
        await using IServer server = await command.OpenAsync(run, TestContext.Current.CancellationToken);
    }

    public void Dispose()
    {
        _other.Dispose();
        _folder.Delete(recursive: true);
    }
}
