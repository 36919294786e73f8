using System.Net;
using System.Text.Json.Nodes;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The JSON service.</summary>
[Collection(typeof(SiteGroup))]
[Trait("Judges", "time")]
public sealed class SiteCustomers(SiteProcesses processes)
{
    private const int MostCalls = 20;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("/customers/sync-delay?ms=1", "/customers/async-delay?ms=1", false)]
    [InlineData("/customers/sync-cpu", "/customers/async-cpu", true)]
    public async Task Both_forms_answer_with_the_same_customers(string sync, string async, bool areRated)
    {
        string first = await processes.Site.GetStringAsync(sync, Token);
        string second = await processes.Site.GetStringAsync(async, Token);

        Assert.Equal(first, second);
        JsonArray customers = JsonNode.Parse(first)?.AsArray() ?? [];
        Assert.Equal(10, customers.Count);
        Assert.All(customers, customer => Assert.Equal(areRated, customer?["rating"] is not null));
    }

    [Theory]
    [InlineData("/customers/sync-delay")]
    [InlineData("/customers/async-delay")]
    public async Task The_wait_is_the_one_that_was_asked_for(string path)
    {
        List<double> quick = [];
        while (quick is not [.., < 290] && quick.Count < MostCalls) // Of a busy machine one call may take longer than any wait.
            quick.Add((await SitePage.GetAsync(processes.Site, $"{path}?ms=0", Token)).Times.Served.Milliseconds);
        SitePage slow = await SitePage.GetAsync(processes.Site, $"{path}?ms=300", Token);
        SitePage usual = await SitePage.GetAsync(processes.Site, path, Token);

        // The runtime's timers count in ticks of the system's coarse clock, 10 ms at most: a wait may end that much early.
        Assert.InRange(quick.Min(), 0, 290);
        Assert.InRange(slow.Times.Served.Milliseconds, 290, double.MaxValue);
        Assert.InRange(usual.Times.Served.Milliseconds, 190, double.MaxValue);
    }

    [Theory]
    [InlineData("/customers/sync-delay?ms=-1")]
    [InlineData("/customers/async-delay?ms=60001")]
    [InlineData("/customers/async-delay?ms=x")]
    public async Task A_wait_that_cannot_be_is_refused_with_problem_details(string path)
    {
        using HttpResponseMessage response = await processes.Site.GetAsync(path, Token);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType?.MediaType);
        Assert.Contains("\"ms\"", await response.Content.ReadAsStringAsync(Token), StringComparison.Ordinal);
    }
}
