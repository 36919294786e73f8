using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using Xunit;

namespace Syncopate.Site.Tests;

[Trait("Judges", "behaviour")]
public sealed class FeedsProcess : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("feeds-test-").FullName;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Nothing_is_left_after_an_orderly_end()
    {
        await using RunningSample service = await RunningSample.StartAsync("FeedService", $"--Database:Folder={_folder}");
        string database = Assert.Single(Directory.GetDirectories(_folder));
        Assert.Equal(["feeds.db", "feeds.db-shm", "feeds.db-wal"], Directory.GetFiles(database).Select(Path.GetFileName).Order(StringComparer.Ordinal));

        SampleEnd end = await service.StopAsync();

        Assert.Equal((0, ""), (end.ExitCode, end.Error));
        Assert.Empty(Directory.GetFileSystemEntries(_folder));
    }

    [Fact]
    public async Task What_clients_do_wrong_is_not_logged()
    {
        await using RunningSample service = await RunningSample.StartAsync("FeedService", "--Feeds:DelayMilliseconds=0");
        using (await service.Client.PostAsJsonAsync("/sync/notes", JsonNode.Parse("""{ "fromId": "x" }"""), Token))
        using (await service.Client.PostAsJsonAsync(
            "/async/notes", JsonNode.Parse("""{ "title": "T", "fromId": 999, "when": "2026-02-03T04:05:06Z", "text": "B" }"""), Token))
        using (CancellationTokenSource leaving = CancellationTokenSource.CreateLinkedTokenSource(Token))
        {
            Task<HttpResponseMessage> slow = service.Client.GetAsync("/async/notes?delay=60000", leaving.Token);
            await leaving.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => slow);
        }

        SampleEnd end = await service.StopAsync();

        Assert.DoesNotMatch("(?m)^(warn|fail|crit):", end.Output);
        Assert.Contains("Application is shutting down", end.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_port_in_use_is_told_in_one_line()
    {
        using TcpListener taken = new(IPAddress.Loopback, 0);
        taken.Start();
        int port = ((IPEndPoint)taken.LocalEndpoint).Port;

        SampleEnd end = await RunningSample.RunAsync("FeedService", $"--urls=http://127.0.0.1:{port}", $"--Database:Folder={_folder}");

        Assert.Equal(4, end.ExitCode);
        Assert.Equal(
            $"error: Port {port.ToString(CultureInfo.InvariantCulture)} is in use. Stop what uses it, or choose another: "
            + "--urls http://127.0.0.1:PORT (port 0 takes a free one); of a run of Syncopate: --port.\n",
            end.Error);
        Assert.Equal("", end.Output);
        Assert.Empty(Directory.GetFileSystemEntries(_folder));
    }

    [Theory]
    [InlineData("--urls=http://0.0.0.0:0", "Cannot listen at 'http://0.0.0.0:0': a sample answers this machine only.")]
    [InlineData("--urls=http://*:0", "Cannot listen at 'http://*:0'")]
    [InlineData("--urls=http://[::]:0", "Cannot listen at 'http://[::]:0'")]
    [InlineData("--urls=https://127.0.0.1:0", "Cannot listen at 'https://127.0.0.1:0'")]
    [InlineData("--urls=http://127.0.0.1:0;http://0.0.0.0:0", "Cannot listen at 'http://127.0.0.1:0;http://0.0.0.0:0'")]
    [InlineData("--Kestrel:Endpoints:Any:Url=http://0.0.0.0:0", "Kestrel:Endpoints is set")]
    [InlineData("--Feeds:DelayMilliseconds=soon", "Feeds:DelayMilliseconds is 'soon'. Set it to a whole number from 0 to 60000.")]
    [InlineData("--Feeds:Delays:notes=-1", "Feeds:Delays:notes is '-1'.")]
    [InlineData("--Race:ScalePercent=1001", "Race:ScalePercent is '1001'. Set it to a whole number from 0 to 1000.")]
    public async Task A_setting_that_cannot_be_used_is_told(string argument, string message)
    {
        SampleEnd end = await RunningSample.RunAsync("FeedService", argument);

        Assert.Equal(2, end.ExitCode);
        Assert.StartsWith($"error: {message}", end.Error, StringComparison.Ordinal);
        Assert.Equal(("", 1), (end.Output, end.Error.Count(letter => letter == '\n')));
    }

    [Fact]
    public async Task A_database_that_cannot_be_kept_is_told()
    {
        string file = Path.Combine(_folder, "file");
        await File.WriteAllTextAsync(file, "", Token);

        SampleEnd end = await RunningSample.RunAsync("FeedService", $"--Database:Folder={Path.Combine(file, "below")}");

        Assert.Equal(4, end.ExitCode);
        Assert.StartsWith($"error: Cannot keep the database in '{Path.Combine(file, "below")}': ", end.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Localhost_is_this_machine()
    {
        await using RunningSample service = await RunningSample.StartAsync("FeedService", "--urls=http://localhost:0");

        Assert.Equal("127.0.0.1", service.Client.BaseAddress!.Host);
        Assert.Equal("ready", await service.Client.GetStringAsync("/health", Token));
    }
}
