namespace SampleSite.DataAccess;

/// <summary>All accesses to the data that can be measured.</summary>
public static class DataOperations
{
    /// <summary>The five of the published table first.</summary>
    public static IReadOnlyList<DataOperation> All { get; } =
    [
        new("list-direct", "List, direct", "reads all Post rows")
        {
            Sync = static (context, _) => ListDirect.Read(context),
            Async = static (context, _, token) => ListDirect.ReadAsync(context, token),
        },
        new("list-dto", "List, DTO", "reads Post, Blog and Tag through a projection")
        {
            Sync = static (context, _) => ListProjected.Read(context),
            Async = static (context, _, token) => ListProjected.ReadAsync(context, token),
        },
        new("create", "Create", "reads Blog and Tag, writes Post and its tags")
        {
            LeavesPosts = true,
            Sync = static (context, _) => CreatePost.Write(context),
            Async = static (context, _, token) => CreatePost.WriteAsync(context, token),
        },
        new("update", "Update", "reads Post with its tags and Tag, writes Post and its tags")
        {
            Prepare = Trial.PrepareAsync,
            LeavesPosts = true,
            Sync = UpdatePost.Write,
            Async = UpdatePost.WriteAsync,
        },
        new("delete", "Delete", "writes Post, reads nothing")
        {
            Prepare = Trial.PrepareAsync,
            LeavesPosts = true,
            Sync = DeletePost.Write,
            Async = DeletePost.WriteAsync,
        },
        new("list-pooled", "List, pooled and compiled", "reads all Post rows; context from a pool, query translated once")
        {
            IsPooled = true,
            Sync = static (context, _) => ListCompiled.Read(context),
            Async = static (context, _, token) => ListCompiled.ReadAsync(context, token),
        },
        new("list-reader", "List, by the provider's reader", "reads all Post rows; asynchronous: each row awaited")
        {
            RawCommands = 1,
            Sync = static (context, _) => ListByReader.Read(context),
            Async = static (context, _, token) => ListByReader.ReadAsync(context, token),
        },
        new("list-hybrid", "List, execute async, read sync", "as list-reader; asynchronous: only the command awaited, not each row")
        {
            RawCommands = 1,
            Sync = static (context, _) => ListByReader.Read(context),
            Async = static (context, _, token) => ListByReader.ReadRowsSyncAsync(context, token),
        },
        new("large-columns", "Large columns", "reads 10 rows with 200,000 characters each")
        {
            Prepare = LargeColumns.PrepareAsync,
            Sync = static (context, _) => LargeColumns.Read(context),
            Async = static (context, _, token) => LargeColumns.ReadAsync(context, token),
        },
        new("four-reads", "Four reads", "reads posts, blogs, tags and dates; parallel: each on a context of its own")
        {
            Sync = static (context, _) => FourReads.Read(context),
            Async = static (context, _, token) => FourReads.ReadAsync(context, token),
            Parallel = FourReads.ReadAtOnceAsync,
        },
    ];
}
