using System.Net;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The pages about a wait of one's own and about a slow service of somebody else.</summary>
[Collection(typeof(SiteGroup))]
[Trait("Judges", "time")]
public sealed class SiteWaits(SiteProcesses processes)
{
    private const int MostCalls = 20;

    private static readonly string[] ExternalForms = ["/external/sync", "/external/async", "/external/parallel"];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("/delays/sync", "held")]
    [InlineData("/delays/async", "no thread")]
    public async Task A_delay_takes_what_was_asked_for_and_shows_who_waited(string path, string who)
    {
        List<double> quick = [];
        while (quick is not [.., < 240] && quick.Count < MostCalls) // Of a busy machine one call may take longer than any wait.
            quick.Add((await SitePage.GetAsync(processes.Site, $"{path}?ms=0", Token)).Times.Parts[0].Milliseconds);
        SitePage slow = await SitePage.GetAsync(processes.Site, $"{path}?ms=250", Token);

        // The runtime's timers count in ticks of the system's coarse clock, 10 ms at most: a wait may end that much early.
        Assert.InRange(quick.Min(), 0, 240);
        Assert.InRange(slow.Times.Parts[0].Milliseconds, 240, double.MaxValue);
        Assert.Contains(who, slow.Words, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_three_forms_of_the_external_page_show_the_same_day()
    {
        List<SitePage> pages = new();
        foreach (string form in ExternalForms)
            pages.Add(await SitePage.GetAsync(processes.Site, $"{form}?ms=0", Token));

        Assert.Equal(["one", "two", "three"], pages[0].Quarters.Keys);
        Assert.All(pages[0].Quarters.Values, channel => Assert.Equal(12, channel.Split("<li").Length - 1));
        Assert.All(pages, page => Assert.Equal(pages[0].Quarters, page.Quarters));
    }

    [Fact]
    public async Task The_external_page_asks_for_the_given_wait_and_comes_when_the_service_fails()
    {
        await using FakeFeeds service = new() { Answer = static _ => "HTTP/1.1 503 x\r\nContent-Length: 0\r\n\r\n" };
        await using RunningSample site = await SiteProcesses.StartSiteAsync(service.Address);

        foreach (string form in ExternalForms)
        {
            SitePage page = await SitePage.GetAsync(site.Client, $"{form}?ms=7", Token);
            Assert.Equal(HttpStatusCode.OK, page.Status);
            Assert.Equal(["one", "two", "three"], page.FailedQuarters);
        }

        string[] asked = ["/slow/one?delay=7", "/slow/three?delay=7", "/slow/two?delay=7"];
        Assert.Equal([asked, asked, asked], service.Asked.Chunk(3).Select(paths => paths.Order(StringComparer.Ordinal).ToArray()));
    }
}
