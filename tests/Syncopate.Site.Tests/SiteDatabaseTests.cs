using System.Diagnostics;
using System.Net;
using Microsoft.Data.Sqlite;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The site while its database is away, locked or full: a page says so in words, nothing that was accepted is
/// lost, and it goes on by itself.</summary>
[Trait("Judges", "laws")]
public sealed class SiteDatabaseTests : IDisposable
{
    private const int Users = 8;
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    private readonly string _folder = Directory.CreateTempSubdirectory("site-database-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_database_that_cannot_be_reached_for_a_while_is_told_and_loses_nothing()
    {
        await using PostgresServer server = await ServerAsync();
        await using CutLine line = new(server.Port);
        await using RunningSample site = await StartAsync(server, line.Port);
        using SoakCrowd crowd = await SoakCrowd.GatherAsync(Address(site));

        crowd.Start(Users);
        await crowd.UntilAsync(static tally => tally["edited"] >= 20, Timeout);
        await line.CutAsync();
        await crowd.UntilAsync(static tally => tally["unavailable"] >= 2 * Users, Timeout);
        line.Mend();
        await AssertGoesOnAsync(crowd);
    }

    [Fact]
    public async Task A_database_that_crashes_in_the_middle_of_its_work_is_told_and_loses_nothing()
    {
        await using PostgresServer server = await ServerAsync();
        await using RunningSample site = await StartAsync(server, server.Port);
        using SoakCrowd crowd = await SoakCrowd.GatherAsync(Address(site));

        crowd.Start(Users);
        await crowd.UntilAsync(static tally => tally["edited"] >= 20, Timeout);
        // One session killed, and PostgreSQL ends all of them, reads its log again and comes back.
        using (Process session = Process.GetProcessById(ProcessList.Children(server.ProcessId, "127.0.0.1(")[0]))
            session.Kill();
        await crowd.UntilAsync(static tally => tally["unavailable"] >= 1, Timeout);
        await AssertGoesOnAsync(crowd);
    }

    [Fact]
    public async Task A_file_that_somebody_else_holds_locked_is_told_and_can_still_be_read()
    {
        await using RunningSample site = await RunningSample.StartAsync("SampleSite", $"--Database:Folder={_folder}");
        using Visitor visitor = new(Address(site));
        Seen before = await visitor.GetAsync("/tags/sync/1");
        // Two first forms at once would each bring a cookie, and the later one would make the other form's token void.
        await visitor.GetAsync("/tags/sync/1/edit");
        Seen whileLocked, alsoAsync, read;
        await using (SqliteConnection other = new SqliteConnection($"Data Source={Directory.GetFiles(_folder, "blog.db", SearchOption.AllDirectories)[0]};Pooling=False"))
        {
            await other.OpenAsync(TestContext.Current.CancellationToken);
            await using System.Data.Common.DbTransaction transaction = await other.BeginTransactionAsync(TestContext.Current.CancellationToken);
            Task<Seen> asked = visitor.FillInAsync("/tags/sync/1/edit", ("Name", "Lost"), ("Slug", "lost"));
            Task<Seen> askedAsync = visitor.FillInAsync("/tags/async/2/edit", ("Name", "Lost"), ("Slug", "lost"));
            read = await visitor.GetAsync("/tags/sync/1");
            (whileLocked, alsoAsync) = (await asked, await askedAsync);
        }

        Seen unchanged = await visitor.GetAsync("/tags/sync/1");
        Seen later = await visitor.FillInAsync("/tags/sync/1/edit", ("Name", "Found"), ("Slug", "found"));

        AssertTold("busy with the work of others, so nothing was saved", whileLocked);
        AssertTold("busy with the work of others, so nothing was saved", alsoAsync);
        Assert.Equal((HttpStatusCode.OK, before.Words), (read.Status, read.Words));
        Assert.Equal(before.Words, unchanged.Words);
        Assert.Equal((HttpStatusCode.Redirect, "/tags/sync/1"), (later.Status, later.Location));
    }

    [Fact]
    public async Task A_full_disk_is_told_loses_nothing_and_takes_more_once_there_is_room()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "Needs root on Linux, to mount a small file system.");
        const string Mount = """mount -t tmpfs -o size=2m none "$1" && head -c 500000 /dev/zero > "$1/ballast" && shift && exec "$@" """;
        await using RunningSample site = await RunningSample.StartUnderAsync(["unshare", "-m", "sh", "-c", Mount, "sh", _folder], "SampleSite", $"--Database:Folder={_folder}");
        using Visitor visitor = new(Address(site));
        List<string> created = new();
        Seen answer = await CreateAsync();
        while (answer is { Status: HttpStatusCode.Redirect, Location: { } post })
        {
            created.Add(post);
            answer = await CreateAsync();
        }

        Seen list = await visitor.GetAsync("/posts/async");
        // The mount is seen by the site alone.
        File.Delete($"/proc/{site.ProcessId}/root{_folder}/ballast");
        Seen later = await CreateAsync();

        AssertTold("The database is full, so nothing was saved", answer);
        Assert.Equal(HttpStatusCode.OK, list.Status);
        Assert.Equal(HttpStatusCode.Redirect, later.Status);
        Assert.InRange(created.Count, 10, 200);
        foreach (string post in created)
            Assert.Equal(HttpStatusCode.OK, (await visitor.GetAsync(post)).Status);

        Task<Seen> CreateAsync() => visitor.FillInAsync("/posts/sync/create", ("Title", "Takes room"), ("Content", new string('x', 10_000)), ("BlogId", "1"), ("TagIds", "1"));
    }

    private static async Task AssertGoesOnAsync(SoakCrowd crowd)
    {
        int edited = crowd.Tally["edited"];
        await crowd.UntilAsync(tally => tally["edited"] >= edited + 20, Timeout);
        await crowd.EndAsync();

        Assert.Empty(crowd.Tally.Wrong);
    }

    private static void AssertTold(string words, Seen page)
    {
        Assert.Equal(HttpStatusCode.ServiceUnavailable, page.Status);
        Assert.Contains("The database does not answer.", page.Words, StringComparison.Ordinal);
        Assert.Contains(words, page.Words, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", page.Html, StringComparison.Ordinal);
    }

    private static async Task<PostgresServer> ServerAsync()
    {
        Assert.SkipWhen(await PostgresPrograms.FindAsync(TestContext.Current.CancellationToken) is null, $"PostgreSQL is not on this machine. {PostgresPrograms.HowToGet}");
        return await PostgresServer.StartAsync(cancellationToken: TestContext.Current.CancellationToken);
    }

    private static Task<RunningSample> StartAsync(PostgresServer server, int port)
    {
        string connection = server.ConnectionString
            .Replace($"Port={server.Port}", $"Port={port}", StringComparison.Ordinal)
            .Replace("Database=postgres", "Database=blog", StringComparison.Ordinal);
        return RunningSample.StartAsync("SampleSite", "--Database:Provider=postgresql", $"--Database:Connection={connection}");
    }

    private static Uri Address(RunningSample site) => site.Client.BaseAddress ?? throw new InvalidOperationException("Not started yet.");
}
