using Microsoft.Data.Sqlite;

namespace SampleSite.Database;

/// <summary>The folder that holds the SQLite file of this process and nothing else; removed when the process exits.</summary>
internal sealed class DatabaseFolder
{
    private readonly string _path;

    /// <param name="parent">Folder in which to make it; null is the temporary folder of the system.</param>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made.</exception>
    public DatabaseFolder(string? parent)
    {
        // Always a folder of its own: what is removed at the end can never be somebody else's.
        _path = string.IsNullOrEmpty(parent)
            ? Directory.CreateTempSubdirectory("samplesite-").FullName
            : Directory.CreateDirectory(Path.Combine(parent, "samplesite-" + Path.GetRandomFileName())).FullName;

        // Not at the end of Main: an exit that another part of the process calls for must leave nothing behind either.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Remove();
    }

    // SQLite as Debian builds it ignores foreign keys unless the connection asks for them. A writer waits for its turn this many seconds.
    public string ConnectionString => $"Data Source={Path.Combine(_path, "blog.db")};Foreign Keys=True;Default Timeout=5";

    private void Remove()
    {
        SqliteConnection.ClearAllPools();
        if (Directory.Exists(_path))
            Directory.Delete(_path, recursive: true);
    }
}
