using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Sequences;

/// <summary>What methods do whose bodies cannot be seen: by the type of what they are called on, and only then by their verb.</summary>
internal static class ReferenceEffects
{
    // Clients that many callers may use at once, each call to another machine. By type name, as a package that was not restored leaves only that.
    private static readonly ImmutableHashSet<string> Free = ImmutableHashSet.Create(
        "HttpClient", "HttpMessageInvoker", "HttpClientJsonExtensions", "IDistributedCache", "DistributedCacheExtensions", "ICacheClient", "CacheClientExtensions",
        "IDatabase", "IDatabaseAsync", "IConnectionMultiplexer", "IQueue", "IFileStorage", "ClientBase", "IElasticClient", "ElasticsearchClient", "IFlurlRequest", "IFlurlClient",
        "BlobClient", "BlobContainerClient", "BlobServiceClient", "BlobBaseClient", "QueueClient", "TableClient", "SecretClient", "KeyClient", "CertificateClient", "ShareClient",
        "CosmosClient", "Container", "Database", "IAmazonS3", "IAmazonDynamoDB", "IAmazonSQS", "IAmazonSecretsManager", "AmazonServiceClient", "GraphServiceClient",
        "IGitHubClient", "IRestClient", "RestClient", "IGrainFactory", "IMinioClient");

    private static readonly ImmutableArray<string> FreeSpaces = ["Azure.", "Amazon.", "Google.Cloud.", "Foundatio.Caching", "Foundatio.Queues", "StackExchange.Redis", "Octokit"];

    // One caller at a time: they belong to the request, and keep a connection or a cursor.
    private static readonly ImmutableHashSet<string> Shared = ImmutableHashSet.Create(
        "DbContext", "DbSet", "IQueryable", "IOrderedQueryable", "DatabaseFacade", "UserManager", "SignInManager", "RoleManager", "DbConnection", "IDbConnection", "DbCommand", "DbTransaction",
        "IDbTransaction", "DbDataReader", "ISession", "IDocumentSession", "IAsyncDocumentSession", "IUnitOfWork", "Stream", "TextReader", "TextWriter", "WebSocket", "PipeReader", "PipeWriter",
        "ChannelReader", "ChannelWriter", "HttpContent", "MultipartReader", "EntityEntry", "CollectionEntry", "ReferenceEntry", "IDbContextTransaction", "SqlMapper");

    private static readonly ImmutableArray<string> ReadVerbs =
        ["Get", "Find", "Read", "Fetch", "Load", "List", "Query", "Search", "Count", "Exists", "Any", "Is", "Has", "Contains", "Download", "Describe", "Lookup", "StringGet", "HashGet", "KeyExists",
            "SetMembers", "ListRange", "SortedSet", "HashLength", "StringLength", "Head", "First", "Single", "ToList", "ToArray", "All", "Sum", "Max", "Min", "Average", "Last", "LongCount", "ToDictionary"];

    private static readonly ImmutableArray<string> WriteVerbs =
        ["GetOrAdd", "GetOrCreate", "GetOrSet", "GetAndDelete", "GetSet", "ListenA", "GetDelete", "FindAndModify", "FindOneAnd", "GetLock", "ReadAndDelete", "SortedSetAdd", "SortedSetRemove",
            "SortedSetIncrement", "SortedSetDecrement", "ListRightPop", "ListLeftPop"];

    // What computes and touches nothing that lasts: names of namespaces.
    private static readonly ImmutableArray<string> Pure =
        ["System.Linq", "System.Text", "System.Globalization", "System.Security.Claims", "System.Numerics", "System.Net.Http.Headers", "Microsoft.Extensions.Logging", "Newtonsoft.Json", "AutoMapper",
            "System.ComponentModel", "System.Diagnostics", "Microsoft.Extensions.Options", "Microsoft.AspNetCore.Mvc", "Microsoft.AspNetCore.Http.Results", "Microsoft.Extensions.Primitives"];

    /// <summary>What a method that gives a task does, called on a value of this static type.</summary>
    public static CallEffect OfAwaited(IMethodSymbol? method, ITypeSymbol? receiver, string name)
    {
        if (WriteVerbs.Any(verb => name.StartsWith(verb, StringComparison.Ordinal)))
            return CallEffect.Unknown;
        bool reads = ReadVerbs.Any(verb => Starts(name, verb));
        if (IsAny(method?.ContainingType, Shared) || IsAny(receiver, Shared) || QueryTypes.IsQuery(receiver))
            return reads ? CallEffect.SharedRead : new CallEffect(EffectKind.Write, true, true);
        if (IsAny(method?.ContainingType, Free) || IsAny(receiver, Free) || IsNamedFree(receiver) || IsFreeSpace(method?.ContainingType))
            return reads ? CallEffect.FreeRead : CallEffect.Write;
        return CallEffect.Unknown;
    }

    /// <summary>What a method does that gives no task, called on something that lasts longer than the method around the call, or not.</summary>
    public static CallEffect OfSync(IMethodSymbol method, bool isOfLasting)
    {
        string space = TypeNames.NamespaceOf(method.ContainingType);
        if (Pure.Any(known => space.StartsWith(known, StringComparison.Ordinal)))
            return CallEffect.None;
        if (space.StartsWith("System.Threading", StringComparison.Ordinal))
            return method.ContainingType.Name is "CancellationToken" or "Task" or "ValueTask" ? CallEffect.None : CallEffect.Write;
        if (space is "System.IO" && method.ContainingType.Name is "File" or "Directory")
            return method.Name.StartsWith("Read", StringComparison.Ordinal) || method.Name is "Exists" ? CallEffect.LocalRead : CallEffect.Write;
        if (space.StartsWith("System.Collections", StringComparison.Ordinal))
            return isOfLasting && !IsLook(method.Name) ? CallEffect.Write : CallEffect.None;
        if (IsAny(method.ContainingType, Shared) || QueryTypes.IsQuery(method.ReturnType))
            return QueryTypes.IsQuery(method.ReturnType) ? CallEffect.None : new CallEffect(EffectKind.Write, false, true);
        return space is "System" or "System.IO" or "System.Net.Http" or "System.Net" or "System.Reflection" || space.StartsWith("System.Net.Http", StringComparison.Ordinal)
            || space.StartsWith("System.Runtime", StringComparison.Ordinal) ? CallEffect.None : CallEffect.Unknown;
    }

    /// <summary>True for a context or connection: one caller at a time.</summary>
    public static bool IsShared(ITypeSymbol? type) => IsAny(type, Shared) || QueryTypes.IsQuery(type);

    private static bool IsLook(string name) => name.StartsWith("Contains", StringComparison.Ordinal) || name.StartsWith("TryGet", StringComparison.Ordinal)
        || name is "GetEnumerator" or "IndexOf" or "Find" or "Exists" or "ToArray" or "CopyTo" or "GetValueOrDefault" or "Peek";

    // A verb ends where the next word begins: "Is" starts "IsKnown", not "Issue".
    private static bool Starts(string name, string verb) =>
        name.StartsWith(verb, StringComparison.Ordinal) && (name.Length == verb.Length || !char.IsLower(name[verb.Length]));

    // A decorator of a package that was not restored: its name is all there is.
    private static bool IsNamedFree(ITypeSymbol? type) => type is { TypeKind: TypeKind.Error }
        && (type.Name.EndsWith("CacheClient", StringComparison.Ordinal) || type.Name.EndsWith("HttpClient", StringComparison.Ordinal));

    private static bool IsFreeSpace(ITypeSymbol? type) => type is not null && TypeNames.NamespaceOf(type) is var space
        && FreeSpaces.Any(known => (space + ".").StartsWith(known, StringComparison.Ordinal));

    private static bool IsAny(ITypeSymbol? type, ImmutableHashSet<string> names) => type is not null && TypeNames.SelfAndAbove(type).Any(above => names.Contains(above.Name)
        && !(above.TypeKind != TypeKind.Error && above.Locations.Any(location => location.IsInSource)));
}
