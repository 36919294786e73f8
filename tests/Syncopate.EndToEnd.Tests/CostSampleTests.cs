using System.Net;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>What the experiments on cost ask of the samples; no figure is judged here.</summary>
[Trait("Judges", "behaviour")]
public sealed class CostSampleTests
{
    private static readonly string[] Waits = ["sleep", "task", "socket", "lock"];
    private static readonly string[] Forms = ["sync", "async"];

    [Fact]
    public async Task A_starving_pool_is_drawn_beside_one_that_awaits()
    {
        using RunFolder folder = new();
        await using Tool tool = Tool.Start("run", "starvation", "--quick", "--seed", "7", "--out", folder.Path);

        await folder.SlotsAsync(2, tool);
        tool.Signal("INT");
        int code = await tool.ExitAsync();

        Assert.True(code is 0 or 130, tool.Error);
        List<Slot> slots = [.. folder.Slots.Take(2)];
        Assert.Equal([Form.Sync, Form.Async], slots.Select(s => s.Form).Order());
        // Twenty ask; on a machine that is busy enough some have no answer, which is named.
        Assert.All(slots, s => Assert.Equal(20, s.Count + s.Errors.Values.Sum()));
        Assert.All(slots, s => Assert.NotEmpty(s.Pool));
        Assert.Contains("Thread-pool threads", folder.Read("report.html"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Both_forms_of_each_wait_wait()
    {
        await using RunningSample feeds = await RunningSample.StartAsync("FeedService");
        await using RunningSample site = await RunningSample.StartAsync("SampleSite", $"--Feeds:Url={feeds.Client.BaseAddress}", "--Feeds:TimeoutMilliseconds=300000", "--Database:Open=when-asked");

        foreach ((string wait, string form) in from wait in Waits from form in Forms select (wait, form))
        {
            using HttpResponseMessage answer = await site.Client.GetAsync(new Uri($"starvation/{wait}/{form}?ms=20", UriKind.Relative), TestContext.Current.CancellationToken);

            Assert.Equal((wait, form, HttpStatusCode.OK), (wait, form, answer.StatusCode));
            Assert.Contains("wait;dur=", string.Join(",", answer.Headers.GetValues("Server-Timing")), StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("AwaitCost")]
    [InlineData("AwaitCost.RuntimeAsync")]
    public async Task Loops_are_timed_for_the_holder_of_the_key_alone(string program)
    {
        await using RunningSample loops = await RunningSample.StartUnderAsync(["env", "DOTNET_RuntimeAsync=1"], program, "--Run:Key=secret");
        async Task<HttpStatusCode> PostAsync(string path, string key)
        {
            using HttpRequestMessage request = new(HttpMethod.Post, new Uri(path, UriKind.Relative)) { Headers = { { "X-Run-Key", key } } };
            using HttpResponseMessage answer = await loops.Client.SendAsync(request, TestContext.Current.CancellationToken);
            return answer.StatusCode;
        }

        Assert.Equal(HttpStatusCode.OK, await PostAsync("loops/context-free/async?times=2&calls=10", "secret"));
        Assert.Equal(HttpStatusCode.OK, await PostAsync("loops/yield-pooled/async?times=2&calls=10", "secret"));
        Assert.Equal(HttpStatusCode.NotFound, await PostAsync("loops/yield/async?times=2&calls=10", "guessed"));
        Assert.Equal(HttpStatusCode.NotFound, await PostAsync("loops/unknown/async?times=2&calls=10", "secret"));
        Assert.Equal(HttpStatusCode.BadRequest, await PostAsync("loops/yield/async?times=1001&calls=10", "secret"));
    }
}
