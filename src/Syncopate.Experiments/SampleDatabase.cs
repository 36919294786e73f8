using System.Data.Common;
using System.Globalization;
using Syncopate.Running.Servers;

namespace Syncopate.Experiments;

/// <summary>A database that the sample site can be started on.</summary>
internal sealed class SampleDatabase
{
    // Waits for a shared disk lasted 0.1 to 8 ms, so that slots of the same writes differed by a factor of 2.
    private const string MemoryFolder = "/dev/shm";

    private readonly SampleServers _servers;
    private readonly DbConnectionStringBuilder? _connection;

    private SampleDatabase(SampleServers servers, string id, string title, string? connection, IReadOnlyList<string> notes)
    {
        Notes = notes;
        _servers = servers;
        Id = id;
        Title = title;
        _connection = connection is null ? null : new DbConnectionStringBuilder { ConnectionString = connection };
    }

    /// <summary>Part of experiments' ids: "sqlite" or "postgresql".</summary>
    public string Id { get; }

    /// <summary>Column of a table, such as "PostgreSQL 15.18".</summary>
    public string Title { get; }

    /// <summary>What a reader must know of measurements inside the site on this database; full sentences.</summary>
    public IReadOnlyList<string> Notes { get; }

    /// <summary>SQLite: each site has a file of its own, in a temporary folder; for work inside it in memory, where the
    /// system has such a folder.</summary>
    public static SampleDatabase Sqlite(SampleServers servers) => new(servers, "sqlite", "SQLite", null, Directory.Exists(MemoryFolder)
        ? [$"SQLite’s file is in {MemoryFolder}, in memory: a write waits for no disk. "
            + "On a disk, each write of either form waits equally long for it, which hides what the forms cost."]
        : []);

    /// <summary>A PostgreSQL server, on which each site makes a database of its own.</summary>
    /// <param name="servers">How to start the site.</param>
    /// <param name="title">What reports call it.</param>
    /// <param name="connection">A connection string; may hold a password.</param>
    /// <param name="notes">What a reader must know of how it is set up; full sentences.</param>
    public static SampleDatabase PostgreSql(SampleServers servers, string title, string connection, IReadOnlyList<string> notes) =>
        new(servers, "postgresql", title, connection, notes);

    /// <summary>The command of a site that works inside its process for all forms, on 1,000 posts. Its runtime compiles
    /// each method for good at once: with tiers, methods of ten operations were still being compiled after 8 s of warm-up, and slots of
    /// one form differed by half.</summary>
    public ServerCommand Together(Form form)
    {
        ServerCommand command = Command("calls", 1 + (_connection is null ? 0 : 1));
        Dictionary<string, string> environment = new(command.Environment, StringComparer.Ordinal) { ["DOTNET_TieredCompilation"] = "0" };
        if (_connection is null && Directory.Exists(MemoryFolder))
            environment["Database__Folder"] = MemoryFolder;
        return command with { Environment = environment };
    }

    /// <summary>The command of the site for one form, on 17 posts.</summary>
    public ServerCommand Site(Form form) => Command(form.InLowerCase(), 1 + (int)form);

    private ServerCommand Command(string purpose, int portOffset) =>
        _servers.Site(string.Create(CultureInfo.InvariantCulture, $"SampleSite ({purpose} on {Id})"), portOffset, [.. Variables(purpose)]);

    private IEnumerable<(string Name, string Value)> Variables(string purpose)
    {
        yield return ("Database__Provider", Id);
        if (_connection is null)
            yield break;
        // Sites reset their data, and must not do so in a database that means something to somebody.
        DbConnectionStringBuilder own = new() { ConnectionString = _connection.ConnectionString, ["Database"] = "syncopate_" + purpose };
        yield return ("Database__Connection", own.ConnectionString);
    }
}
