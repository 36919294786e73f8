using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

[Collection(typeof(FeedsGroup))]
public sealed class FeedsRace(FeedsShared feeds)
{
    // Lane 3 of this ticket is ahead of all others by 1.1 s when the work is scaled to 500 %: enough to abandon them on a busy machine.
    private const int Ticket = 1137;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Lanes_that_nobody_waits_for_stop_and_are_counted()
    {
        await using var service = await RunningSample.StartAsync("FeedService", "--Race:ScalePercent=500");
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Token);

        var lanes = Enumerable.Range(0, 10).Select(lane => service.Client.GetFromJsonAsync<JsonObject>($"/race/{Ticket}/{lane}", cancel.Token)).ToList();
        var first = await Task.WhenAny(lanes);
        await cancel.CancelAsync();
        await Task.WhenAll(lanes).ContinueWith(static _ => { }, TaskScheduler.Default);

        var winner = await first;
        Assert.Equal(3, (int)winner!["lane"]!);
        var count = await SettledAsync(service.Client);
        Assert.Equal((10, 1, 9), ((int)count["started"]!, (int)count["finished"]!, (int)count["stopped"]!));
        var worked = (double)count["workMilliseconds"]!;
        var stoppedAfter = (double)count["stoppedAfterMilliseconds"]!;
        Assert.InRange(worked, (double)winner["workMilliseconds"]! + (9 * stoppedAfter), (double)count["plannedMilliseconds"]!);

        using var reset = await service.Client.PostAsync("/race/reset", null, Token);
        Assert.All(await SettledAsync(service.Client), figure => Assert.Equal(0, (double)figure.Value!));
    }

    // Expected values: SplitMix64's finalizer written in Python 3.11 from the paper's figure 16 with integers of any size,
    // 50 + 450 * ((mix64(((ticket << 4) + lane + 1) * 0x9E3779B97F4A7C15 mod 2**64) >> 11) / 2**53).
    [Fact]
    public async Task The_same_lane_is_the_same_work_in_every_process()
    {
        (int Ticket, int Lane, double Milliseconds)[] expected = [(1137, 3, 58.50702813285572), (7, 8, 146.718), (-1, 9, 99.0337003771723)];
        await using var other = await RunningSample.StartAsync("FeedService");

        foreach (var (ticket, lane, milliseconds) in expected)
        {
            Assert.Equal(milliseconds, await WorkAsync(feeds.Client, ticket, lane), 0.001);
            Assert.Equal(milliseconds, await WorkAsync(other.Client, ticket, lane), 0.001);
        }
    }

    private static async Task<double> WorkAsync(HttpClient client, int ticket, int lane) =>
        (double)(await client.GetFromJsonAsync<JsonObject>($"/race/{ticket}/{lane}", Token))!["workMilliseconds"]!;

    /// <summary>The statistics once no lane is under way. The service learns of a client that left when the system tells it, so it is asked until then.</summary>
    private static async Task<JsonObject> SettledAsync(HttpClient client)
    {
        while (true)
        {
            var count = await client.GetFromJsonAsync<JsonObject>("/race/statistics", Token);
            if ((int)count!["started"]! == (int)count["finished"]! + (int)count["stopped"]!)
                return count;
        }
    }
}
