using System.Net;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The site as a whole, as a crawler and a suspicious browser see it.</summary>
[Collection(typeof(SiteGroup))]
[Trait("Judges", "behaviour")]
public sealed partial class SiteLinks(SiteProcesses processes)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> EveryAnswer => [.. SitePaths.Mistakes, "/", "/dashboard/sync?delay=0&fail=notes", "/code/delays", "/customers/sync-cpu", "/site.css", "/favicon.svg", "/health"];

    [Fact]
    public async Task Every_page_is_reached_from_the_first_and_every_link_works()
    {
        Queue<string> waiting = new(["/"]);
        HashSet<string> seen = new(waiting);
        while (waiting.TryDequeue(out string? path))
        {
            using HttpResponseMessage response = await processes.Site.GetAsync(path, Token);
            Assert.Equal((path, HttpStatusCode.OK), (path, response.StatusCode));
            if (response.Content.Headers.ContentType?.MediaType != "text/html")
                continue;

            string html = await response.Content.ReadAsStringAsync(Token);
            foreach (string link in Link().Matches(PostForm().Replace(html, "")).Select(match => WebUtility.HtmlDecode(match.Groups["target"].Value)))
            {
                if (link.StartsWith('#'))
                    Assert.Contains($"id=\"{link[1..]}\"", html, StringComparison.Ordinal);
                else if (Local(link) && seen.Add(link))
                    waiting.Enqueue(link);
            }
        }

        Assert.Empty(SitePaths.Pages.Concat(SitePaths.Actions).Except(seen));
    }

    [Fact]
    public async Task The_icon_that_browsers_ask_for_beside_any_document_is_there()
    {
        using HttpResponseMessage response = await processes.Site.GetAsync("/favicon.ico", Token);

        Assert.Equal((HttpStatusCode.OK, "image/svg+xml"), (response.StatusCode, response.Content.Headers.ContentType?.MediaType));
    }

    [Theory]
    [MemberData(nameof(EveryAnswer))]
    public async Task Every_answer_tells_the_browser_what_not_to_do(string path)
    {
        using HttpResponseMessage response = await processes.Site.GetAsync(path, Token);

        Assert.Equal("default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'", Header(response, "Content-Security-Policy"));
        Assert.Equal("nosniff", Header(response, "X-Content-Type-Options"));
        Assert.Equal("no-referrer", Header(response, "Referrer-Policy"));
        Assert.False(response.Headers.Contains("Server"));
        Assert.False(response.Headers.Contains("Set-Cookie"));
    }

    [Theory]
    [InlineData("GET", "/nothing", HttpStatusCode.NotFound, "There is no such page.")]
    [InlineData("GET", "/code/nothing", HttpStatusCode.NotFound, "There is no such page.")]
    [InlineData("GET", "/code/..%2fProgram", HttpStatusCode.NotFound, "There is no such page.")]
    [InlineData("POST", "/dashboard/sync", HttpStatusCode.MethodNotAllowed, "This page is only for reading.")]
    [InlineData("GET", "/delays/async?ms=60001", HttpStatusCode.BadRequest, "This wait is not possible.")]
    [InlineData("GET", "/external/sync?ms=x", HttpStatusCode.BadRequest, "This wait is not possible.")]
    [InlineData("GET", "/error/500", HttpStatusCode.InternalServerError, "Something went wrong here.")]
    public async Task A_mistake_is_answered_in_plain_words(string method, string path, HttpStatusCode status, string words)
    {
        using HttpRequestMessage request = new(new HttpMethod(method), path);
        using HttpResponseMessage response = await processes.Site.SendAsync(request, Token);

        Assert.Equal(status, response.StatusCode);
        Assert.Contains($"<h1>{words}</h1>", await response.Content.ReadAsStringAsync(Token), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/", HttpStatusCode.OK), InlineData("/dashboard/sync", HttpStatusCode.OK), InlineData("/blogs", HttpStatusCode.OK), InlineData("/tags/async", HttpStatusCode.OK)]
    [InlineData("/health", HttpStatusCode.OK), InlineData("/nothing", HttpStatusCode.NotFound)]
    public async Task HEAD_is_answered_like_GET_and_without_a_body(string path, HttpStatusCode status)
    {
        using HttpRequestMessage request = new(HttpMethod.Head, path);
        using HttpResponseMessage response = await processes.Site.SendAsync(request, Token);

        Assert.Equal(status, response.StatusCode);
        Assert.Equal("nosniff", Header(response, "X-Content-Type-Options"));
        Assert.Empty(await response.Content.ReadAsByteArrayAsync(Token));
    }

    [Theory]
    [InlineData("example.com", HttpStatusCode.BadRequest)]
    [InlineData("127.0.0.1.example.com", HttpStatusCode.BadRequest)]
    [InlineData("localhost", HttpStatusCode.OK)]
    public async Task Only_names_of_this_machine_are_answered(string host, HttpStatusCode status)
    {
        using HttpRequestMessage request = new(HttpMethod.Get, "/health");
        request.Headers.Host = host;

        using HttpResponseMessage response = await processes.Site.SendAsync(request, Token);

        Assert.Equal(status, response.StatusCode);
    }

    [Fact]
    public async Task The_style_sheet_is_sent_once()
    {
        using HttpResponseMessage first = await processes.Site.GetAsync("/site.css", Token);
        using HttpRequestMessage again = new(HttpMethod.Get, "/site.css");
        again.Headers.IfNoneMatch.Add(first.Headers.ETag ?? throw new InvalidOperationException("no tag"));

        using HttpResponseMessage second = await processes.Site.SendAsync(again, Token);

        Assert.Equal(HttpStatusCode.NotModified, second.StatusCode);
    }

    // Anything that leads elsewhere is a fault: the site works without a network.
    private static bool Local(string link)
    {
        Assert.StartsWith("/", link, StringComparison.Ordinal);
        Assert.False(link.StartsWith("//", StringComparison.Ordinal), link);
        return true;
    }

    private static string Header(HttpResponseMessage response, string name) => string.Join('|', response.Headers.GetValues(name));

    // Where a form is sent to is not there to be read.
    [GeneratedRegex("<form method=\"post\"[^>]*>")]
    private static partial Regex PostForm();

    [GeneratedRegex("(?:href|src|action)=\"(?<target>[^\"]*)\"")]
    private static partial Regex Link();
}
