using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Knowledge;

/// <summary>
/// Which types wait for something outside the process, and for what. A type that is not here may still be known to wait: by the packages it comes from,
/// or by what its own source does.
/// </summary>
internal static class IoTable
{
    private static readonly ImmutableDictionary<string, string> Types = new Dictionary<string, string>
    {
        ["System.IO.File"] = "the disk",
        ["System.IO.Directory"] = "the disk",
        ["System.IO.RandomAccess"] = "the disk",
        ["System.IO.Compression.ZipFile"] = "the disk",
        ["System.IO.Pipes.NamedPipeClientStream"] = "another process",
        ["System.IO.Pipes.NamedPipeServerStream"] = "another process",
        ["System.Net.Sockets.Socket"] = "the network",
        ["System.Net.Sockets.TcpClient"] = "the network",
        ["System.Net.Sockets.TcpListener"] = "the network",
        ["System.Net.Sockets.UdpClient"] = "the network",
        ["System.Net.Security.SslStream"] = "the network",
        ["System.Net.Http.HttpClient"] = "the network",
        ["System.Net.Http.HttpMessageInvoker"] = "the network",
        ["System.Net.WebRequest"] = "the network",
        ["System.Net.WebClient"] = "the network",
        ["System.Net.HttpListener"] = "the network",
        ["System.Net.Dns"] = "the network",
        ["System.Net.Mail.SmtpClient"] = "the mail server",
        ["System.Net.WebSockets.WebSocket"] = "the network",
        ["System.Diagnostics.Process"] = "another process",
        ["System.Threading.SemaphoreSlim"] = "the one who holds the semaphore",
        ["System.Data.Common.DbCommand"] = "the database",
        ["System.Data.Common.DbConnection"] = "the database",
        ["System.Data.Common.DbDataReader"] = "the database",
        ["System.Data.Common.DbTransaction"] = "the database",
        ["System.Data.Common.DbBatch"] = "the database",
        ["Microsoft.Extensions.Caching.Distributed.IDistributedCache"] = "the cache",
        ["Microsoft.Extensions.Caching.Distributed.DistributedCacheExtensions"] = "the cache",
        ["Microsoft.EntityFrameworkCore.DbContext"] = "the database",
        ["Microsoft.EntityFrameworkCore.DbSet"] = "the database",
        ["Microsoft.EntityFrameworkCore.Infrastructure.DatabaseFacade"] = "the database",
        ["Microsoft.EntityFrameworkCore.RelationalDatabaseFacadeExtensions"] = "the database",
        ["Microsoft.EntityFrameworkCore.RelationalQueryableExtensions"] = "the database",
        ["Microsoft.EntityFrameworkCore.EntityFrameworkQueryableExtensions"] = "the database",
        ["Microsoft.EntityFrameworkCore.Storage.IDbContextTransaction"] = "the database",
        ["System.Data.Entity.DbContext"] = "the database",
        ["System.Data.Entity.DbSet"] = "the database",
        ["System.Data.Entity.IDbSet"] = "the database",
        ["System.Data.Entity.Database"] = "the database",
        ["System.Data.Entity.QueryableExtensions"] = "the database",
    }.ToImmutableDictionary();

    // Packages that speak to something outside. The longest is not asked first: each says the same for all below it.
    private static readonly ImmutableArray<(string Space, string For)> Spaces =
    [
        ("Microsoft.EntityFrameworkCore", "the database"), ("System.Data", "the database"), ("Microsoft.Data", "the database"),
        ("Dapper", "the database"), ("Npgsql", "the database"), ("MySql", "the database"), ("MySqlConnector", "the database"),
        ("Oracle.ManagedDataAccess", "the database"), ("MongoDB.Driver", "the database"), ("NHibernate", "the database"),
        ("LinqToDB", "the database"), ("Marten", "the database"), ("Raven.Client", "the database"), ("Cassandra", "the database"),
        ("Neo4j.Driver", "the database"), ("Couchbase", "the database"), ("SqlSugar", "the database"), ("FreeSql", "the database"),
        ("PetaPoco", "the database"), ("NPoco", "the database"), ("ServiceStack.OrmLite", "the database"), ("RepoDb", "the database"),
        ("InfluxDB", "the database"), ("ClickHouse", "the database"), ("Nest", "the search server"), ("Elasticsearch", "the search server"),
        ("Elastic.Clients", "the search server"), ("OpenSearch", "the search server"), ("StackExchange.Redis", "the cache"),
        ("EasyCaching", "the cache"), ("Enyim.Caching", "the cache"), ("Azure", "the network"), ("Microsoft.Azure", "the network"),
        ("Microsoft.WindowsAzure", "the network"), ("Microsoft.Graph", "the network"), ("Amazon", "the network"), ("Google.Cloud", "the network"),
        ("Google.Apis", "the network"), ("Grpc.Core", "the network"), ("RestSharp", "the network"), ("Flurl.Http", "the network"),
        ("Renci.SshNet", "the network"), ("FluentFTP", "the network"), ("MailKit", "the mail server"), ("Minio", "the network"),
        ("Stripe", "the network"), ("Twilio", "the network"), ("SendGrid", "the network"), ("Octokit", "the network"),
        ("RabbitMQ.Client", "the broker"), ("Confluent.Kafka", "the broker"), ("MassTransit", "the broker"), ("NATS.Client", "the broker"),
        ("Foundatio", "the network"), ("Consul", "the network"), ("k8s", "the network"), ("Docker.DotNet", "the network"),
    ];

    // What is offered in both forms without waiting in the first, whatever type it is a member of.
    private static readonly ImmutableHashSet<string> NeverWaits = ImmutableHashSet.Create(
        "CreateDbContext", "UseTransaction", "Dispose", "Close", "Cancel", "Validate", "Run", "CreateScope", "ToString", "GetHashCode", "Equals",
        "AsQueryable", "Entry", "CreateCommand", "CreateParameter", "CreateExecutionStrategy", "CreateClient", "AsEnumerable", "BuildServiceProvider");

    // Of the row that Read has fetched already; only a reader that was opened for SequentialAccess waits here.
    private static readonly ImmutableHashSet<string> OfRow = ImmutableHashSet.Create("IsDBNull", "GetFieldValue");

    // A change that EF only notes: its async form is for generators of keys that ask the database.
    private static readonly ImmutableHashSet<string> OnlyNoted = ImmutableHashSet.Create(
        "Add", "AddRange", "Attach", "AttachRange", "Update", "UpdateRange", "Remove", "RemoveRange", "Set", "Create");

    /// <summary>What the method waits for, in words such as <c>the database</c>; null when neither its type nor its package is known to wait.</summary>
    public static string? WaitsFor(IMethodSymbol method)
    {
        if (NeverWaits.Contains(method.Name) || (OnlyNoted.Contains(method.Name) && IsEntityFramework(method.ContainingType))
            || (OfRow.Contains(method.Name) && TypeNames.IsA(method.ContainingType, "System.Data.Common", "DbDataReader")))
            return null;
        return OfType(method.ContainingType) ?? OfType(method.OverriddenMethod?.ContainingType) ?? OfSpace(TypeNames.NamespaceOf(method.ContainingType));
    }

    /// <summary>True for names that say nothing of waiting, whatever type they are members of.</summary>
    public static bool NeverWaitsByName(string name) => NeverWaits.Contains(name);

    private static bool IsEntityFramework(ITypeSymbol type)
    {
        string space = TypeNames.NamespaceOf(type);
        return space.StartsWith("Microsoft.EntityFrameworkCore", StringComparison.Ordinal) || space.StartsWith("System.Data.Entity", StringComparison.Ordinal);
    }

    private static string? OfType(ITypeSymbol? type)
    {
        if (type is null)
            return null;
        foreach (ITypeSymbol above in TypeNames.SelfAndAbove(type))
            if (above.Name.Length > 0 && Types.TryGetValue(TypeNames.FullName(above), out string? what))
                return what;
        return null;
    }

    private static string? OfSpace(string space)
    {
        foreach ((string known, string what) in Spaces)
            if (space.StartsWith(known, StringComparison.Ordinal) && (space.Length == known.Length || space[known.Length] == '.'))
                return what;
        return null;
    }
}
