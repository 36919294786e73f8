using System.Collections.Concurrent;
using Npgsql;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Running.Servers;
using Xunit;

[assembly: AssemblyFixture(typeof(PostgresFixture))]

namespace Syncopate.Crud.Tests.Databases;

/// <summary>One PostgreSQL for all tests, where the machine has its programs.</summary>
public sealed class PostgresFixture : IAsyncLifetime
{
    private readonly ConcurrentBag<string> _free = [];
    private PostgresServer? _server;

    public async ValueTask InitializeAsync()
    {
        if (await PostgresPrograms.FindAsync() is not { } programs)
            return;

        // What a test writes need not outlive a power cut.
        _server = await PostgresServer.StartAsync(programs);
        await using NpgsqlDataSource source = NpgsqlDataSource.Create(_server.ConnectionString);
        foreach (string setting in (string[])["fsync", "full_page_writes", "synchronous_commit"])
            await source.CreateCommand($"ALTER SYSTEM SET {setting} = off").ExecuteNonQueryAsync();
        await source.CreateCommand("SELECT pg_reload_conf()").ExecuteNonQueryAsync();
    }

    /// <summary>A database that no other test uses now, with tables and no rows; the test is skipped where there is no
    /// PostgreSQL.</summary>
    public PostgresDatabase Take()
    {
        Assert.SkipWhen(_server is null, PostgresPrograms.HowToGet);
        return _free.TryTake(out string? used)
            ? new PostgresDatabase(used, _free.Add)
            : PostgresDatabase.Create(_server.ConnectionString, _free.Add);
    }

    /// <summary>How the server is reached, for a test that makes databases of its own; the test is skipped where there
    /// is no PostgreSQL.</summary>
    public string Server()
    {
        Assert.SkipWhen(_server is null, PostgresPrograms.HowToGet);
        return _server.ConnectionString;
    }

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
            await _server.DisposeAsync();
    }
}
