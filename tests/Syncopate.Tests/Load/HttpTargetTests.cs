using System.Net;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

[Trait("Judges", "behaviour")]
public sealed class HttpTargetTests
{
    [Theory]
    [InlineData("http://127.0.0.1:5080", "127.0.0.1:5080")]
    [InlineData("http://127.8.9.10", "127.8.9.10:80")]
    [InlineData("http://localhost:5080/", "127.0.0.1:5080")]
    [InlineData("http://LOCALHOST:1", "127.0.0.1:1")]
    [InlineData("http://[::1]:5080", "[::1]:5080")]
    [InlineData("http://[::ffff:127.0.0.1]:5080", "127.0.0.1:5080")]
    [InlineData("https://localhost", "127.0.0.1:443")]
    public void This_machine_may_be_driven(string address, string endPoint) =>
        Assert.Equal(IPEndPoint.Parse(endPoint), new HttpTarget(new Uri(address)).EndPoint);

    [Theory]
    [InlineData("http://10.0.0.1:5080")]
    [InlineData("http://0.0.0.0:5080")]
    [InlineData("http://169.254.169.254/")]
    [InlineData("http://[::]:5080")]
    [InlineData("http://[fe80::1]:5080")]
    [InlineData("http://[::ffff:10.0.0.1]:5080")]
    [InlineData("http://example.com")]
    [InlineData("http://localhost.example.com")]
    [InlineData("http://127.0.0.1.example.com")]
    [InlineData("http://0x0a000001")]
    public void Another_machine_is_refused(string address)
    {
        ArgumentException refusal = Assert.Throws<ArgumentException>(() => new HttpTarget(new Uri(address)));

        Assert.Contains("this machine only; use localhost, 127.0.0.1 or [::1]", refusal.Message, StringComparison.Ordinal);
        Assert.Contains(new Uri(address).Host, refusal.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ws://127.0.0.1:5080", "only http://")]
    [InlineData("ftp://127.0.0.1", "only http://")]
    [InlineData("/relative", "only http://")]
    [InlineData("http://user:secret@127.0.0.1", "only scheme, host and port")]
    [InlineData("http://127.0.0.1/path", "only scheme, host and port")]
    [InlineData("http://127.0.0.1/?query", "only scheme, host and port")]
    [InlineData("http://127.0.0.1/#fragment", "only scheme, host and port")]
    public void Anything_but_a_plain_base_address_is_refused(string address, string reason)
    {
        ArgumentException refusal = Assert.Throws<ArgumentException>(() => new HttpTarget(new Uri(address, UriKind.RelativeOrAbsolute)));

        Assert.Contains(reason, refusal.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", refusal.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("http://10.0.0.1:5080", "10.0.0.1", "10.0.0.1:5080")]
    [InlineData("https://Example.com", "example.COM", "192.0.2.7:443")]
    [InlineData("http://169.254.169.254", "169.254.169.254", "169.254.169.254:80")]
    [InlineData("http://localhost:1", "", "127.0.0.1:1")]
    [InlineData("http://[::ffff:127.0.0.1]:5080", "", "127.0.0.1:5080")]
    [InlineData("http://[::ffff:10.0.0.1]:5080", "::ffff:10.0.0.1", "10.0.0.1:5080")]
    public async Task Another_machine_that_was_allowed_may_be_driven(string address, string allowed, string endPoint)
    {
        HttpTarget target =
            await HttpTarget.ResolveAsync(new Uri(address), [allowed], Meaning("192.0.2.7"), TestContext.Current.CancellationToken);

        Assert.Equal(IPEndPoint.Parse(endPoint), target.EndPoint);
        Assert.Equal(new Uri(address), target.BaseAddress);
    }

    [Fact]
    public async Task Localhost_is_the_address_on_which_somebody_listens()
    {
        using System.Net.Sockets.TcpListener listener = new(IPAddress.IPv6Loopback, 0);
        listener.Start();
        int port = ((IPEndPoint)listener.LocalEndpoint).Port;

        HttpTarget target = await HttpTarget.ResolveAsync(
            new Uri($"http://localhost:{port}"), [], Meaning("192.0.2.7"), TestContext.Current.CancellationToken);

        Assert.Equal(new IPEndPoint(IPAddress.IPv6Loopback, port), target.EndPoint);
    }

    [Theory]
    [InlineData("http://10.0.0.1", "10.0.0.2")]
    [InlineData("http://example.com", "*")]
    [InlineData("http://example.com", "*.com")]
    [InlineData("http://www.example.com", "example.com")]
    [InlineData("http://example.com.evil.test", "example.com")]
    public async Task A_host_is_allowed_whole_or_not_at_all(string address, string allowed)
    {
        ArgumentException refusal = await Assert.ThrowsAsync<ArgumentException>(
            () => HttpTarget.ResolveAsync(new Uri(address), [allowed], Meaning("192.0.2.7"), TestContext.Current.CancellationToken));

        Assert.Contains($"--allow-host {new Uri(address).Host}", refusal.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("169.253.1.1")]
    [InlineData("170.254.1.1")]
    [InlineData("223.255.255.1")]
    [InlineData("2001:db8::1")]
    public async Task A_name_that_means_an_ordinary_address_is_driven_there(string meaning)
    {
        HttpTarget target = await HttpTarget.ResolveAsync(
            new Uri("http://example.com"), ["example.com"], Meaning(meaning), TestContext.Current.CancellationToken);

        Assert.Equal(new IPEndPoint(IPAddress.Parse(meaning), 80), target.EndPoint);
    }

    /// <summary>A socket of IPv6 alone does not reach a mapped address, whoever gave it.</summary>
    [Fact]
    public async Task A_name_that_means_a_mapped_address_is_driven_at_the_plain_one()
    {
        HttpTarget target = await HttpTarget.ResolveAsync(new Uri("http://example.com"), ["example.com"], Meaning("::ffff:192.0.2.7"),
            TestContext.Current.CancellationToken);

        Assert.Equal(IPEndPoint.Parse("192.0.2.7:80"), target.EndPoint);
    }

    [Theory]
    [InlineData("169.254.169.254")]
    [InlineData("::ffff:169.254.169.254")]
    [InlineData("fe80::1")]
    [InlineData("0.0.0.0")]
    [InlineData("::")]
    [InlineData("0.1.2.3")]
    [InlineData("ff02::1")]
    [InlineData("224.0.0.1")]
    [InlineData("255.255.255.255")]
    public async Task A_name_that_means_no_ordinary_address_is_refused(string meaning)
    {
        ArgumentException refusal = await Assert.ThrowsAsync<ArgumentException>(
            () => HttpTarget.ResolveAsync(
                new Uri("http://example.com"), ["example.com"], Meaning(meaning), TestContext.Current.CancellationToken));

        Assert.Contains("allow it by its number", refusal.Message, StringComparison.Ordinal);
    }

    private static Func<string, CancellationToken, Task<IPAddress[]>> Meaning(string address) =>
        (_, _) => Task.FromResult(new[] { IPAddress.Parse(address) });
}
