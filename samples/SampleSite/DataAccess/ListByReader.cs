using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Reads all posts through the provider's own reader, without EF Core between. What it costs to await each row
/// can be seen here alone.</summary>
[SuppressMessage("Performance", "CA1849", Justification = "ReadRowsSyncAsync reads rows by the synchronous form: that is what it measures.")]
public static class ListByReader
{
    public static int Read(BlogContext context)
    {
        context.Database.OpenConnection();
        using DbCommand command = context.Posts.CreateDbCommand();
        using DbDataReader reader = command.ExecuteReader();
        List<Post> posts = new();
        while (reader.Read())
            posts.Add(PostOf(reader));

        return posts.Count;
    }

    public static async Task<int> ReadAsync(BlogContext context, CancellationToken token)
    {
        await context.Database.OpenConnectionAsync(token);
        await using DbCommand command = context.Posts.CreateDbCommand();
        await using DbDataReader reader = await command.ExecuteReaderAsync(token);
        List<Post> posts = new();
        while (await reader.ReadAsync(token))
            posts.Add(PostOf(reader));

        return posts.Count;
    }

    // The hybrid: the wait for the server is awaited; the rows, which come in large pieces, are then read without a wait for each.
    public static async Task<int> ReadRowsSyncAsync(BlogContext context, CancellationToken token)
    {
        await context.Database.OpenConnectionAsync(token);
        await using DbCommand command = context.Posts.CreateDbCommand();
        await using DbDataReader reader = await command.ExecuteReaderAsync(token);
        List<Post> posts = new();
        while (reader.Read())
            posts.Add(PostOf(reader));

        return posts.Count;
    }

    // By ordinal of the model's own order of columns: Id, BlogId, Content, LastUpdated, Title, Version.
    private static Post PostOf(DbDataReader reader) => new()
    {
        Id = reader.GetInt32(0),
        BlogId = reader.GetInt32(1),
        Content = reader.GetString(2),
        LastUpdated = reader.GetDateTime(3),
        Title = reader.GetString(4),
        Version = reader.GetInt32(5),
    };
}
