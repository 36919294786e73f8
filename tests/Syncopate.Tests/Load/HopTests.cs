using System.Net;
using Syncopate.Load.Client;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Where an answer sends the client, and with what (RFC 9110, 15.4; RFC 3986, 5.2).</summary>
public sealed class HopTests
{
    private static readonly Uri Here = new("http://127.0.0.1:5080/one/two?q=1");

    [Theory]
    [InlineData(301, true)]
    [InlineData(302, true)]
    [InlineData(303, true)]
    [InlineData(307, true)]
    [InlineData(308, true)]
    [InlineData(201, false)]
    [InlineData(300, false)]
    [InlineData(304, false)]
    [InlineData(306, false)]
    [InlineData(309, false)]
    [InlineData(404, false)]
    public void Only_the_statuses_of_a_redirect_lead_elsewhere(int status, bool isRedirect) =>
        Assert.Equal(isRedirect ? "/there" : null, Moved(status, "/there")?.PathAndQuery);

    [Fact]
    public void A_redirect_to_nowhere_to_two_places_or_to_no_address_is_none()
    {
        Assert.Null(Moved(302));
        Assert.Null(Moved(302, "/one", "/two"));
        Assert.Null(Moved(302, "http://127.0.0.1:99999/"));
    }

    [Theory]
    [InlineData("http://127.0.0.1:5080/there", "http://127.0.0.1:5080/there")]
    [InlineData("//127.0.0.1:5080/there", "http://127.0.0.1:5080/there")]
    [InlineData("//127.0.0.1:5080", "http://127.0.0.1:5080/")]
    [InlineData("http://127.0.0.1:5080", "http://127.0.0.1:5080/")]
    [InlineData("http://127.0.0.1:5080?a=1", "http://127.0.0.1:5080/?a=1")]
    [InlineData("https://127.0.0.1:5081/a/../there", "https://127.0.0.1:5081/there")]
    [InlineData("ftp://127.0.0.1/there", "ftp://127.0.0.1/there")]
    public void A_whole_address_is_taken_as_it_is(string location, string to) =>
        Assert.Equal(to, Moved(302, location)?.AbsoluteUri);

    [Theory]
    [InlineData("#below", "/one/two?q=1")]
    [InlineData("?a=1", "/one/two?a=1")]
    [InlineData("there", "/one/there")]
    [InlineData("a//b", "/one/a//b")]
    [InlineData("/x//y", "/x//y")]
    [InlineData("/a://b", "/a://b")]
    [InlineData("/a/./b", "/a/b")]
    [InlineData("/a/../b", "/b")]
    [InlineData("/../../b", "/b")]
    [InlineData("/a/b/..", "/a/")]
    [InlineData("/a/b/.", "/a/b/")]
    [InlineData("/a/..", "/")]
    [InlineData("/.", "/")]
    [InlineData(".", "/one/")]
    [InlineData("..", "/")]
    [InlineData("./there/..", "/one/")]
    [InlineData("/a/...", "/a/...")]
    [InlineData("/a/%2e%2e/b", "/a/%2e%2e/b")]
    public void A_path_is_put_beside_the_one_that_was_asked_for(string location, string path) =>
        Assert.Equal(path, Moved(302, location)?.PathAndQuery);

    [Theory]
    [InlineData("POST", 301, "GET")]
    [InlineData("POST", 302, "GET")]
    [InlineData("PUT", 303, "GET")]
    [InlineData("PUT", 307, "PUT")]
    [InlineData("POST", 308, "POST")]
    [InlineData("HEAD", 302, "HEAD")]
    public void What_is_sent_there_is_a_GET_without_the_body_or_else_the_same(string method, int status, string next)
    {
        using HttpResponseMessage response = new((HttpStatusCode)status);
        Uri there = new("http://127.0.0.1:5080/there");
        Hop hop = new(HttpMethod.Parse(method), Here, "a=b"u8.ToArray());

        Hop found = hop.Next(response, there);

        bool isSame = method == next;
        Assert.Equal((next, there), (found.Method.Method, found.Address));
        Assert.Equal((isSame ? 3 : 0, !isSame), (found.Body.Length, found.HasLostItsBody));
    }

    private static Uri? Moved(int status, params string[] locations)
    {
        using HttpResponseMessage response = new((HttpStatusCode)status);
        foreach (string location in locations)
            response.Headers.TryAddWithoutValidation("Location", location);
        return new Hop(HttpMethod.Get, Here, default).MovedTo(response);
    }
}
