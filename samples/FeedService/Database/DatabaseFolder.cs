using Microsoft.Data.Sqlite;

namespace FeedService.Database;

/// <summary>The folder that holds the database of this process and nothing else; removed when the process exits.</summary>
internal sealed class DatabaseFolder
{
    private readonly string _path;

    /// <param name="parent">Folder in which to make it; null or empty is the temporary folder of the system.</param>
    /// <exception cref="StartException">It cannot be made.</exception>
    public DatabaseFolder(string? parent)
    {
        try
        {
            // Always a folder of its own: what is removed at the end can never be somebody else's.
            _path = string.IsNullOrEmpty(parent)
                ? Directory.CreateTempSubdirectory("feedservice-").FullName
                : Directory.CreateDirectory(Path.Combine(parent, "feedservice-" + Path.GetRandomFileName())).FullName;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Unusable(parent ?? Path.GetTempPath(), e);
        }

        // Not at the end of Main: an exit that another part of the process calls for must leave nothing behind either.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Remove();
    }

    // SQLite as Debian builds it ignores foreign keys unless the connection asks for them.
    public string ConnectionString => $"Data Source={Path.Combine(_path, "feeds.db")};Foreign Keys=True";

    /// <summary>Makes the tables (and so the write-ahead log, which EF Core chooses for a new file) and all rows, in
    /// one transaction.</summary>
    /// <exception cref="StartException">They cannot be written.</exception>
    public async Task FillAsync(IServiceProvider services)
    {
        await using var scope = services.CreateAsyncScope();
        var database = scope.ServiceProvider.GetRequiredService<FeedDatabase>();
        try
        {
            await database.Database.EnsureCreatedAsync();
            database.AddRange(new SeedData().Rows());
            await database.SaveChangesAsync();
        }
        catch (Exception e) when ((e as SqliteException ?? e.InnerException) is SqliteException cause)
        {
            throw Unusable(_path, cause);
        }
    }

    private static StartException Unusable(string folder, Exception cause) =>
        new(StartException.CannotUse, $"Cannot keep the database in '{folder}': {cause.Message} Name another folder: --Database:Folder FOLDER.");

    private void Remove()
    {
        SqliteConnection.ClearAllPools();
        Directory.Delete(_path, recursive: true);
    }
}
