using System.Net;
using Syncopate.Load.Client;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>What the client of .NET keeps from one answer to the next: cookies, and whether connections stay open.</summary>
public sealed class ClientStateTests
{
    private static readonly Uri Here = new("http://127.0.0.1:5080/shop/cart");

    [Fact]
    public void Cookies_are_sent_back_where_they_belong_until_they_are_forgotten()
    {
        CookieJar jar = new();
        Assert.Equal("", jar.Of(Here));

        Take(jar, "a=1; Path=/", "e=6; Domain=example.com", "b=2; Path=/shop", "d=4; Secure; Path=/");

        Assert.Equal(["a=1", "b=2"], jar.Of(Here).Split("; ").Order(StringComparer.Ordinal));
        Take(jar, "a=5; Path=/");
        Assert.Equal("a=5", jar.Of(new Uri(Here, "/")));
        jar.Clear();
        Assert.Equal("", jar.Of(Here));
    }

    [Theory]
    [InlineData("1.0", null, true)]
    [InlineData("1.0", "keep-alive", false)]
    [InlineData("1.0", "Keep-Alive", false)]
    [InlineData("1.0", "close", true)]
    [InlineData("1.1", null, false)]
    [InlineData("1.1", "close", false)]
    public void A_server_of_HTTP_1_0_closes_unless_it_says_otherwise(string version, string? connection, bool closes)
    {
        using HttpMessageInvoker keeping = Invoker();
        using HttpMessageInvoker single = Invoker();
        ClientChoice choice = new(keeping, single, keepsConnections: true);
        Assert.Same(keeping, choice.Next);
        using HttpResponseMessage response = new() { Version = Version.Parse(version) };
        if (connection is not null)
            response.Headers.Connection.Add(connection);

        choice.Learn(response);

        Assert.Equal(closes, choice.Closes);
        Assert.Same(closes ? single : keeping, choice.Next);
    }

    [Fact]
    public void A_server_that_was_seen_to_close_is_not_asked_again_whether_it_does()
    {
        using HttpMessageInvoker keeping = Invoker();
        using HttpMessageInvoker single = Invoker();
        ClientChoice choice = new(keeping, single, keepsConnections: true);
        using HttpResponseMessage closing = new() { Version = HttpVersion.Version10 };
        using HttpResponseMessage open = new() { Version = HttpVersion.Version11 };

        choice.Learn(closing);
        choice.Learn(open);

        Assert.True(choice.Closes);
    }

    [Fact]
    public void Who_wants_a_connection_for_each_request_gets_one()
    {
        using HttpMessageInvoker keeping = Invoker();
        using HttpMessageInvoker single = Invoker();

        Assert.Same(single, new ClientChoice(keeping, single, keepsConnections: false).Next);
    }

    private static void Take(CookieJar jar, params string[] cookies)
    {
        using HttpResponseMessage response = new();
        response.Headers.TryAddWithoutValidation("Set-Cookie", cookies);
        jar.Take(response, Here);
    }

    private static HttpMessageInvoker Invoker() => new(new SocketsHttpHandler());
}
