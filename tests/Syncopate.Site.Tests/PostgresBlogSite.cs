using Syncopate.Running.Servers;

namespace Syncopate.Site.Tests;

/// <summary>On a PostgreSQL that is started for it.</summary>
public sealed class PostgresBlogSite : BlogSite
{
    private PostgresServer? _server;

    private protected override string WhatIsMissing => $"PostgreSQL is not on this machine. {PostgresPrograms.HowToGet}";

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        if (_server is not null)
            await _server.DisposeAsync();
    }

    private protected override async Task<string[]?> SettingsAsync()
    {
        if (await PostgresPrograms.FindAsync() is not { } programs)
            return null;

        _server = await PostgresServer.StartAsync(programs);
        return ["--Database:Provider=postgresql", $"--Database:Connection={_server.ConnectionString.Replace("Database=postgres", "Database=blog", StringComparison.Ordinal)}"];
    }
}
