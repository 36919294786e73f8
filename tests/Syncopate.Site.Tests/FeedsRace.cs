using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;
using Xunit;

namespace Syncopate.Site.Tests;

[Collection(typeof(FeedsGroup))]
[Trait("Judges", "time")]
public sealed class FeedsRace(FeedsShared feeds)
{
    // Lane 3 of this ticket is ahead of all others by 2.2 s when the work is scaled to 1000 %: enough to abandon them on a busy machine.
    private const int Ticket = 1137;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Lanes_that_nobody_waits_for_stop_and_are_counted()
    {
        await using RunningSample service = await RunningSample.StartAsync("FeedService", "--Race:ScalePercent=1000");
        using CancellationTokenSource cancel = CancellationTokenSource.CreateLinkedTokenSource(Token);

        List<Task<JsonObject?>> lanes = Enumerable.Range(0, 10).Select(lane => service.Client.GetFromJsonAsync<JsonObject>($"/race/{Ticket}/{lane}", cancel.Token)).ToList();
        Task<JsonObject?> first = await Task.WhenAny(lanes);
        await cancel.CancelAsync();
        await Task.WhenAll(lanes).ContinueWith(static _ => { }, TaskScheduler.Default);

        JsonObject? winner = await first;
        Assert.Equal(3, (int)winner!["lane"]!);
        JsonObject count = await SettledAsync(service.Client);
        // A busy machine may let some finish before they are told to stop.
        int stopped = (int)count["stopped"]!;
        Assert.Equal((10, 10), ((int)count["started"]!, (int)count["finished"]! + stopped));
        Assert.InRange(stopped, 1, 9);
        double worked = (double)count["workMilliseconds"]!;
        double stoppedAfter = (double)count["stoppedAfterMilliseconds"]!;
        Assert.InRange(worked, (double)winner["workMilliseconds"]! + (stopped * stoppedAfter), (double)count["plannedMilliseconds"]!);

        using HttpResponseMessage reset = await service.Client.PostAsync("/race/reset", null, Token);
        Assert.All(await SettledAsync(service.Client), figure => Assert.Equal(0, (double)figure.Value!));
    }

    [Fact]
    public async Task A_lane_stops_whether_its_client_closes_or_breaks_off()
    {
        await using RunningSample service = await RunningSample.StartAsync("FeedService", "--Race:ScalePercent=1000");

        await LeaveAsync(service, lane: 6, new LingerOption(enable: false, 0)); // An orderly end of the connection.
        await LeaveAsync(service, lane: 8, new LingerOption(enable: true, 0)); // Closing without lingering resets it.

        JsonObject count = await SettledAsync(service.Client);
        Assert.Equal((2, 0, 2), ((int)count["started"]!, (int)count["finished"]!, (int)count["stopped"]!));
    }

    // Expected values: SplitMix64's finalizer written in Python 3.11 from the paper's figure 16 with integers of any size,
    // 50 + 450 * ((mix64(((ticket << 4) + lane + 1) * 0x9E3779B97F4A7C15 mod 2**64) >> 11) / 2**53).
    [Fact]
    public async Task The_same_lane_is_the_same_work_in_every_process()
    {
        (int Ticket, int Lane, double Milliseconds)[] expected = [(1137, 3, 58.50702813285572), (7, 8, 146.718), (-1, 9, 99.0337003771723)];
        await using RunningSample other = await RunningSample.StartAsync("FeedService");

        foreach (var (ticket, lane, milliseconds) in expected)
        {
            Assert.Equal(milliseconds, await WorkAsync(feeds.Client, ticket, lane), 0.001);
            Assert.Equal(milliseconds, await WorkAsync(other.Client, ticket, lane), 0.001);
        }
    }

    private static async Task<double> WorkAsync(HttpClient client, int ticket, int lane) =>
        (double)(await client.GetFromJsonAsync<JsonObject>($"/race/{ticket}/{lane}", Token))!["workMilliseconds"]!;

    private static async Task LeaveAsync(RunningSample service, int lane, LingerOption end)
    {
        Uri address = service.Client.BaseAddress!; // Set when the service was started.
        int before = await StartedAsync(service.Client);
        using TcpClient client = new() { LingerState = end };
        await client.ConnectAsync(address.Host, address.Port, Token);
        await client.Client.SendAsync(Encoding.ASCII.GetBytes($"GET /race/{Ticket}/{lane} HTTP/1.1\r\nHost: {address.Authority}\r\n\r\n"), Token);
        while (await StartedAsync(service.Client) == before)
            Token.ThrowIfCancellationRequested();
    }

    private static async Task<int> StartedAsync(HttpClient client) =>
        (int)(await client.GetFromJsonAsync<JsonObject>("/race/statistics", Token))!["started"]!;

    /// <summary>The statistics once no lane is under way. The service learns of a client that left when the system
    /// tells it, so it is asked until then.</summary>
    private static async Task<JsonObject> SettledAsync(HttpClient client)
    {
        while (true)
        {
            JsonObject? count = await client.GetFromJsonAsync<JsonObject>("/race/statistics", Token);
            if ((int)count!["started"]! == (int)count["finished"]! + (int)count["stopped"]!)
                return count;
        }
    }
}
