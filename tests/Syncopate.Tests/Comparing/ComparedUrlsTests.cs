using System.Net;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Loads;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Comparing;

public sealed class ComparedUrlsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("http://h:1/a?x=1", "http://h:1/b?x=1", "A /a|B /b")]
    [InlineData("http://h:1/a?x=1", "http://h:1/a?x=2", "A /a?x=1|B /a?x=2")]
    [InlineData("http://h:1/a", "http://h:2/a", "A h:1|B h:2")]
    [InlineData("http://h:1/a", "http://h:1/a", "A h:1/a|B h:1/a")]
    [InlineData("http://h/a", "https://h/a", "A http://h|B https://h")]
    [InlineData("http://h:443/a", "https://h/a", "A h:443|B h")]
    public void A_label_says_what_tells_a_URL_from_the_others(string first, string second, string labels)
    {
        ComparedUrls urls = Of(first, second);

        Assert.Equal(labels, string.Join('|', urls.Label(0), urls.Label(1)));
    }

    [Theory]
    [InlineData("http://127.0.0.1/x", "https://127.0.0.1/x", 2)]
    [InlineData("http://127.0.0.1:7001/x", "https://127.0.0.1:7001/x", 2)]
    [InlineData("http://127.0.0.1/x", "http://127.0.0.1:80/y", 1)]
    public async Task A_server_is_told_by_scheme_host_and_port(string first, string second, int servers)
    {
        IReadOnlyList<ComparedTarget> targets = await Of(first, second).TargetsAsync(Token);

        Assert.Equal(servers, targets.Select(t => t.Server).Distinct().Count());
        Assert.Equal(
            [Scheme(first), Scheme(second)], targets.Select(t => ((RunningServer)t.Server).Target.BaseAddress.Scheme));
    }

    [Fact]
    public async Task A_command_starts_the_server_of_its_own_URL_and_another_runs_already()
    {
        ComparedUrls urls = Of("http://127.0.0.1:7001/x", "http://127.0.0.1:7002/x") with { Commands = [null, ["shop", "--fast"]] };

        IReadOnlyList<ComparedTarget> targets = await urls.TargetsAsync(Token);

        Assert.IsType<RunningServer>(targets[0].Server);
        ServerCommand command = Assert.IsType<ServerCommand>(targets[1].Server);
        Assert.Equal(("shop", "--fast"), (command.FileName, Assert.Single(command.Arguments)));
        Assert.Equal(new Uri("http://127.0.0.1:7002"), command.Address);
    }

    /// <summary>Agents on other machines know it by that address, and localhost is another machine to each of them.</summary>
    [Fact]
    public async Task A_server_is_started_at_an_address_by_which_others_know_this_machine()
    {
        ComparedUrls urls = Elsewhere(isHere: true) with { AllowedHosts = ["192.0.2.1"] };

        IReadOnlyList<ComparedTarget> targets = await urls.TargetsAsync(Token);

        ServerCommand command = Assert.IsType<ServerCommand>(targets[0].Server);
        Assert.Equal(new Uri("http://192.0.2.1:7001"), command.Address);
        Assert.Equal(IPAddress.Parse("192.0.2.1"), command.Host);
    }

    [Theory]
    [InlineData(true, "", "add --allow-host 192.0.2.1")]
    [InlineData(false, "192.0.2.1", "--launch-a starts a server on this machine, but 192.0.2.1:7001 is another one.")]
    public async Task A_server_is_not_started_where_it_may_not_be_loaded_or_is_not_this_machine(
        bool isHere, string allowed, string reason)
    {
        ComparedUrls urls = Elsewhere(isHere) with { AllowedHosts = [allowed] };

        TargetNotAllowedException refused =
            await Assert.ThrowsAsync<TargetNotAllowedException>(() => urls.TargetsAsync(Token));

        Assert.Contains(reason, refused.Message, StringComparison.Ordinal);
    }

    /// <summary>Who listens at it when the command is read is not the server that it starts.</summary>
    [Fact]
    public async Task Which_loopback_address_localhost_means_is_not_decided_before_the_server_is_started()
    {
        ComparedUrls urls = Of("http://localhost:7001/x", "http://127.0.0.1:7002/x") with { Commands = [["x"], ["y"]] };

        IReadOnlyList<ComparedTarget> targets = await urls.TargetsAsync(Token);

        Assert.Null(Assert.IsType<ServerCommand>(targets[0].Server).Host);
        Assert.Equal(IPAddress.Loopback, Assert.IsType<ServerCommand>(targets[1].Server).Host);
    }

    [Fact]
    public async Task One_port_takes_one_server()
    {
        ComparedUrls urls = Of("http://127.0.0.1:7001/x", "http://127.0.0.1:7001/y") with { Commands = [["x"], ["y"]] };

        TargetNotAllowedException refused =
            await Assert.ThrowsAsync<TargetNotAllowedException>(() => urls.TargetsAsync(Token));

        Assert.StartsWith("A and B are both to be started at 127.0.0.1:7001", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_copy_is_made_on_this_machine_alone()
    {
        ComparedUrls urls = Of("http://192.0.2.1/x", "http://192.0.2.1/y") with { AllowedHosts = ["192.0.2.1"] };

        TargetNotAllowedException refused =
            await Assert.ThrowsAsync<TargetNotAllowedException>(() => urls.CopiesAsync(Token));

        Assert.StartsWith("--twice starts the server of a URL once more, on this machine, but 192.0.2.1 is another one.", refused.Message,
            StringComparison.Ordinal);
    }

    private static ComparedUrls Of(params string[] urls) => new([.. urls.Select(LoadAddress.Parse)]);

    /// <summary>Of a block that is for documentation alone (RFC 5737): no machine has it.</summary>
    private static ComparedUrls Elsewhere(bool isHere) => Of("http://192.0.2.1:7001/x", "http://127.0.0.1:7002/x") with
    {
        Commands = [["shop"], null],
        IsHere = address => isHere || IPAddress.IsLoopback(address),
    };

    private static string Scheme(string url) => url[..url.IndexOf(':', StringComparison.Ordinal)];
}
