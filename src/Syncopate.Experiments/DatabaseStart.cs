using System.Globalization;
using Syncopate.Running;
using Syncopate.Running.Servers;

namespace Syncopate.Experiments;

/// <summary>Makes the databases of a run ready: SQLite needs nothing, PostgreSQL is started where its programs are.</summary>
internal sealed class DatabaseStart(RunContext run, SampleServers servers)
{
    private const string Why =
        "SQLite executes asynchronous calls synchronously, so its figures show what async costs and cannot show what it gains.";

    private const string Another = "Or give a running server: --postgres CONNECTION";

    private const string Settings =
        $"The tool has started this PostgreSQL for itself, with {PostgresServer.Settings}: no call waits for a disk, "
            + "and nothing tidies up beside it. A write to a disk takes longer, equally for both forms; "
            + "give a server of your own with --postgres CONNECTION to see it.";

    /// <summary>The databases, SQLite first.</summary>
    /// <exception cref="TargetFailedException">PostgreSQL was asked for and cannot be had.</exception>
    public async Task<IReadOnlyList<SampleDatabase>> StartAsync(DatabaseChoice choice, CancellationToken cancellationToken)
    {
        SampleDatabase sqlite = SampleDatabase.Sqlite(servers);
        if (choice.Connection is { } connection)
            return [sqlite, SampleDatabase.PostgreSql(servers, "PostgreSQL", connection, [])];
        PostgresServer? server = choice.IsAsked
            ? await StartAsync(cancellationToken)
            : await TryAsync(cancellationToken);
        if (server is null)
            return [sqlite];
        run.Keep(server);
        string title = string.Create(CultureInfo.InvariantCulture, $"PostgreSQL {server.Programs.Version}");
        return [sqlite, SampleDatabase.PostgreSql(servers, title, server.ConnectionString, [Settings])];
    }

    private static async Task<PostgresServer> StartAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await PostgresServer.StartAsync(cancellationToken: cancellationToken);
        }
        catch (TargetFailedException e)
        {
            throw new TargetFailedException($"{e.Message} {Another}");
        }
    }

    /// <summary>Nobody asked for it: where it cannot be had, the run goes on without and says so.</summary>
    private async Task<PostgresServer?> TryAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (await PostgresPrograms.FindAsync(cancellationToken) is { } programs)
                return await PostgresServer.StartAsync(programs, null, cancellationToken);
            run.Journal.Append(new Doubt(
                "no-postgresql",
                null,
                "PostgreSQL is not on this machine, so everything was measured on SQLite alone.",
                Why,
                $"{PostgresPrograms.HowToGet} {Another}"));
        }
        catch (TargetFailedException e)
        {
            run.Journal.Append(new Doubt("no-postgresql", null, e.Message, Why, Another));
        }

        return null;
    }
}
