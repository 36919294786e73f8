using System.Net;
using System.Net.Sockets;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>How the site starts, refuses to start, and ends.</summary>
[Trait("Judges", "behaviour")]
public sealed class SiteProcess : IDisposable
{
    private readonly string _home = Directory.CreateTempSubdirectory("site-test-").FullName;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    // The processes of this class have an empty home, so that what they leave there is seen.
    private string[] AtHome => ["env", $"HOME={_home}"];

    public void Dispose() => Directory.Delete(_home, recursive: true);

    [Fact]
    public async Task A_port_in_use_is_told_in_one_line()
    {
        using TcpListener taken = new(IPAddress.Loopback, 0);
        taken.Start();
        int port = ((IPEndPoint)taken.LocalEndpoint).Port;

        SampleEnd end = await RunningSample.RunUnderAsync(AtHome, "SampleSite", "--urls", $"http://127.0.0.1:{port}");

        Assert.Equal(4, end.ExitCode);
        Assert.StartsWith($"error: Port {port} is in use. ", end.Error, StringComparison.Ordinal);
        Assert.Equal(1, end.Error.Count(letter => letter == '\n'));
        Assert.Equal("", end.Output);
    }

    [Theory]
    [InlineData("--urls", "http://0.0.0.0:0")]
    [InlineData("--urls", "http://*:0")]
    [InlineData("--urls", "http://[::]:0")]
    [InlineData("--urls", "http://example.com:0")]
    [InlineData("--urls", "https://127.0.0.1:0")]
    [InlineData("--urls", "http://127.0.0.1:0;http://0.0.0.0:0")]
    [InlineData("--urls", "5080")]
    [InlineData("--Kestrel:Endpoints:Open:Url", "http://0.0.0.0:0")]
    [InlineData("--Feeds:Url", "feeds")]
    [InlineData("--Feeds:TimeoutMilliseconds", "0")]
    [InlineData("--Feeds:TimeoutMilliseconds", "soon")]
    [InlineData("--Database:Provider", "oracle")]
    [InlineData("--Database:Posts", "0")]
    [InlineData("--Database:Posts", "10001")]
    public async Task A_setting_that_cannot_be_is_refused_by_name_before_anything_listens(string setting, string value)
    {
        SampleEnd end = await RunningSample.RunUnderAsync(AtHome, "SampleSite", setting, value);

        Assert.Equal((2, ""), (end.ExitCode, end.Output));
        Assert.StartsWith("error: ", end.Error, StringComparison.Ordinal);
        Assert.Contains(setting.Contains("Kestrel", StringComparison.Ordinal) ? "Kestrel:Endpoints" : value.Split(';')[^1], end.Error, StringComparison.Ordinal);
        Assert.Equal(1, end.Error.Count(letter => letter == '\n'));
    }

    [Theory]
    [InlineData("--Database:Provider=postgresql")]
    [InlineData("--Database:Provider=postgresql", "--Database:Connection=Host=127.0.0.1;Password=canary")]
    [InlineData("--Database:Provider=postgresql", "--Database:Connection=canary")]
    [InlineData("--Database:Provider=postgresql", "--Database:Connection=Host=127.0.0.1;Database=blog;Port=canary")]
    [InlineData("--Database:Connection=Host=127.0.0.1;Database=blog;Password=canary")]
    public async Task A_connection_that_cannot_be_is_refused_without_printing_it(params string[] settings)
    {
        SampleEnd end = await RunningSample.RunUnderAsync(AtHome, "SampleSite", settings);

        Assert.Equal((2, ""), (end.ExitCode, end.Output));
        Assert.StartsWith("error: Database:", end.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("canary", end.Error, StringComparison.Ordinal);
        Assert.Equal(1, end.Error.Count(letter => letter == '\n'));
    }

    [Fact]
    public async Task A_server_that_does_not_answer_is_told_in_one_line_without_its_password()
    {
        using Socket silent = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        silent.Bind(new IPEndPoint(IPAddress.Loopback, 0)); // Taken, so that nobody else listens there, and refuses whoever comes.
        int? port = ((IPEndPoint?)silent.LocalEndPoint)?.Port;

        SampleEnd end = await RunningSample.RunUnderAsync(
            AtHome, "SampleSite", "--Database:Provider=postgresql", $"--Database:Connection=Host=127.0.0.1;Port={port};Database=blog;Username=me;Password=canary");

        Assert.Equal((4, ""), (end.ExitCode, end.Output));
        Assert.StartsWith($"error: Cannot use the PostgreSQL database 'blog' at 127.0.0.1:{port} as user 'me': ", end.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("canary", end.Error, StringComparison.Ordinal);
        Assert.Equal(1, end.Error.Count(letter => letter == '\n'));
    }

    [Fact]
    public async Task A_folder_that_cannot_hold_the_database_is_told_in_one_line()
    {
        string file = Path.Combine(_home, "file");
        await File.WriteAllTextAsync(file, "", Token);

        SampleEnd end = await RunningSample.RunUnderAsync(AtHome, "SampleSite", $"--Database:Folder={file}");

        Assert.Equal((4, ""), (end.ExitCode, end.Output));
        Assert.StartsWith($"error: Cannot use the SQLite in '{file}': ", end.Error, StringComparison.Ordinal);
        Assert.Contains("--Database:Folder", end.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Its_database_lives_in_a_folder_of_its_own_as_long_as_it_does()
    {
        await using RunningSample site = await RunningSample.StartUnderAsync(AtHome, "SampleSite", $"--Database:Folder={_home}");
        string database = Path.Combine(Assert.Single(Directory.GetDirectories(_home)), "blog.db");
        byte[] header = new byte[20];
        await using (FileStream file = File.OpenRead(database))
            await file.ReadExactlyAsync(header, Token);

        await site.StopAsync();

        Assert.Equal(2, header[18]); // sqlite.org/fileformat2.html, 1.3.4: 2 is the write-ahead log.
        Assert.Empty(Directory.GetFileSystemEntries(_home));
    }

    [Theory]
    [InlineData("http://localhost:0", "127.0.0.1")]
    [InlineData("http://[::1]:0", "[::1]")]
    public async Task Every_name_of_this_machine_is_taken(string urls, string host)
    {
        await using RunningSample site = await RunningSample.StartUnderAsync(AtHome, "SampleSite", "--urls", urls);

        Assert.Equal(host, site.Client.BaseAddress?.Host);
        Assert.Equal("healthy", await site.Client.GetStringAsync("/health", Token));
    }

    [Fact]
    public async Task It_ends_when_asked_logs_only_its_life_and_leaves_no_file()
    {
        await using RunningSample site = await RunningSample.StartUnderAsync(AtHome, "SampleSite", "--Feeds:Url=http://127.0.0.1:9");
        foreach (string path in (string[])["/", "/dashboard/sync", "/first-wins/race", "/nothing", "/delays/sync?ms=x", "/code/delays"])
            await SitePage.GetAsync(site.Client, path, Token);
        using (CancellationTokenSource leaving = CancellationTokenSource.CreateLinkedTokenSource(Token))
        {
            Task<HttpResponseMessage> slow = site.Client.GetAsync("/delays/async?ms=60000", leaving.Token);
            await leaving.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => slow);
        }

        SampleEnd end = await site.StopAsync();

        Assert.Equal((0, ""), (end.ExitCode, end.Error));
        Assert.All(
            end.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries),
            line => Assert.Matches("^(info: Microsoft\\.Hosting\\.Lifetime|      )", line));
        Assert.Empty(Directory.GetFileSystemEntries(_home));
    }

    [Fact]
    public async Task Losers_under_way_do_not_keep_it_from_ending()
    {
        await using FakeFeeds silent = new() { StaysOpen = true };
        await using RunningSample site = await SiteProcesses.StartSiteAsync(silent.Address, "--Feeds:TimeoutMilliseconds=600000");
        Task<HttpResponseMessage> race = site.Client.GetAsync("/first-wins/race", Token);
        while (silent.Asked.Count < 10)
            await site.Client.GetStringAsync("/health", Token);

        SampleEnd end = await site.StopAsync();

        Assert.Equal(0, end.ExitCode);
        await Assert.ThrowsAnyAsync<HttpRequestException>(() => race);
    }
}
