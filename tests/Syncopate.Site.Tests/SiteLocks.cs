using System.Net;
using Npgsql;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The site on PostgreSQL while somebody else holds what a visitor asks for.</summary>
[Trait("Judges", "behaviour")]
public sealed class SiteLocks
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_visitor_who_leaves_while_the_database_waits_is_no_line_of_the_log()
    {
        await using PostgresServer server = await ServerAsync();
        await using RunningSample site = await StartAsync(server);
        await using NpgsqlConnection other = await OpenAsync(server);
        await using NpgsqlTransaction transaction = await other.BeginTransactionAsync(Token);
        await using (NpgsqlCommand held = new("LOCK TABLE \"Tags\" IN ACCESS EXCLUSIVE MODE", other))
            await held.ExecuteNonQueryAsync(Token);

        using (CancellationTokenSource leaving = CancellationTokenSource.CreateLinkedTokenSource(Token))
        {
            Task<HttpResponseMessage> asked = site.Client.GetAsync("/tags/async/1", leaving.Token);
            await UntilAsync(other, isWaiting: true);
            await leaving.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked);
        }
        await UntilAsync(other, isWaiting: false);
        await transaction.RollbackAsync(Token);
        SampleEnd end = await site.StopAsync();

        Assert.Equal((0, ""), (end.ExitCode, end.Error));
        Assert.DoesNotContain("did not answer", end.Output, StringComparison.Ordinal);
    }

    [Theory, InlineData("sync"), InlineData("async")]
    public async Task What_was_typed_into_a_row_that_goes_between_its_reading_and_its_writing_is_kept(string form)
    {
        await using PostgresServer server = await ServerAsync();
        await using RunningSample site = await StartAsync(server);
        using Visitor visitor = new(Address(site));
        string? tag = (await visitor.FillInAsync($"/tags/{form}/create", ("Name", "Passing"), ("Slug", "passing"))).Location;
        Seen opened = await visitor.GetAsync($"{tag}/edit");
        await using NpgsqlConnection other = await OpenAsync(server);
        await using NpgsqlTransaction transaction = await other.BeginTransactionAsync(Token);
        await using (NpgsqlCommand deletion = new("DELETE FROM \"Tags\" WHERE \"Slug\" = 'passing'", other))
            Assert.Equal(1, await deletion.ExecuteNonQueryAsync(Token));

        Task<Seen> asked = visitor.SendAsync(opened, $"{tag}/edit", ("Name", "Kept & shown"), ("Slug", "passing"));
        await UntilAsync(other, isWaiting: true);
        await transaction.CommitAsync(Token);
        Seen late = await asked;

        Assert.Equal(HttpStatusCode.NotFound, late.Status);
        Assert.Contains("What you have typed is still here", late.Words, StringComparison.Ordinal);
        Assert.Contains("Kept &amp; shown", late.Html, StringComparison.Ordinal);
        Assert.Contains($"action=\"/tags/{form}/create\"", late.Html, StringComparison.Ordinal);
    }

    private static async Task<PostgresServer> ServerAsync()
    {
        Assert.SkipWhen(
            await PostgresPrograms.FindAsync(Token) is null,
            $"PostgreSQL is not on this machine. {PostgresPrograms.HowToGet}");
        return await PostgresServer.StartAsync(cancellationToken: Token);
    }

    private static Task<RunningSample> StartAsync(PostgresServer server) => RunningSample.StartAsync(
        "SampleSite", "--Database:Provider=postgresql", $"--Database:Connection={ConnectionTo(server)}");

    private static async Task<NpgsqlConnection> OpenAsync(PostgresServer server)
    {
        NpgsqlConnection connection = new($"{ConnectionTo(server)};Pooling=False");
        await connection.OpenAsync(Token);
        return connection;
    }

    private static string ConnectionTo(PostgresServer server) =>
        server.ConnectionString.Replace("Database=postgres", "Database=blog", StringComparison.Ordinal);

    private static Uri Address(RunningSample site) =>
        site.Client.BaseAddress ?? throw new InvalidOperationException("Not started yet.");

    /// <summary>Asks the database until somebody waits there for a lock, or nobody does.</summary>
    private static async Task UntilAsync(NpgsqlConnection connection, bool isWaiting)
    {
        await using NpgsqlCommand waiting = new(
            "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted) FROM pg_sleep(0.01)", connection);
        while (await waiting.ExecuteScalarAsync(Token) is not bool found || found != isWaiting)
        {
        }
    }
}
