using Syncopate.Cli.Lines;
using Syncopate.Running.Loads;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class LoadAddressTests
{
    [Theory]
    [InlineData("http://localhost:5000", "http://localhost:5000/", "/")]
    [InlineData("https://127.0.0.1/a b?c=d#e", "https://127.0.0.1/", "/a%20b?c=d")]
    [InlineData("http://[::1]:8080/ä", "http://[::1]:8080/", "/%C3%A4")]
    [InlineData("http://localhost:1/foo/bar/%2E%2E/text.txt", "http://localhost:1/", "/foo/bar/%2E%2E/text.txt")]
    [InlineData("http://localhost:1/a/../b//c/./d", "http://localhost:1/", "/a/../b//c/./d")]
    [InlineData("http://localhost:1/path%4A?query%4A", "http://localhost:1/", "/path%4A?query%4A")]
    [InlineData("http://localhost:1/a%7Eb?x=%7e&z=%c3%a9", "http://localhost:1/", "/a%7Eb?x=%7e&z=%c3%a9")]
    [InlineData("http://localhost:1/q?a=1|2&b={3}^\"4\"", "http://localhost:1/", "/q?a=1|2&b={3}^\"4\"")]
    [InlineData("http://localhost:1?a=/b#c?d", "http://localhost:1/", "/?a=/b")]
    public void A_url_is_a_server_and_a_path(string text, string server, string path)
    {
        LoadAddress address = LineValue.Url(text);

        Assert.Equal((new Uri(server), path), (address.Base, address.Path));
        Assert.Equal(server.TrimEnd('/') + path, address.Text);
    }

    [Theory]
    [InlineData("orders", "'orders' is not a URL that can be loaded. Start it with http:// or https://")]
    [InlineData("localhost:5000/x", "Did you mean http://localhost:5000/x?")]
    [InlineData("example.com", "Did you mean http://example.com?")]
    [InlineData("ftp://localhost", "Start it with http:// or https://")]
    [InlineData("", "'' is not a URL")]
    [InlineData("http://me:canary@localhost/x", "http://localhost/x -H \"Authorization: Basic ...\"")]
    public void A_mistake_is_told_with_the_next_step(string text, string message)
    {
        UsageException mistake = Assert.Throws<UsageException>(() => LineValue.Url(text));

        Assert.Contains(message, mistake.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("canary", mistake.Message, StringComparison.Ordinal);
    }
}
