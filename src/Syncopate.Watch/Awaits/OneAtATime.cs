using System.Collections.Frozen;

namespace Syncopate.Watch.Awaits;

/// <summary>Tells which awaited work uses an object that takes one operation at a time: a connection, a DbContext, a stream. By
/// names, since nothing else is reported; which object it is cannot be seen.</summary>
internal static class OneAtATime
{
    private const string Async = "Async";

    // As the other methods of ADO.NET, Entity Framework Core and Dapper are called, without "Async".
    private static readonly FrozenSet<string> DataCalls =
    [
        "ExecuteSql", "ToList", "ToArray", "ToDictionary", "ToHashSet",
        "First", "FirstOrDefault", "Single", "SingleOrDefault", "Last", "LastOrDefault", "Any", "All", "Count", "LongCount", "Max", "Min",
        "Sum", "Average", "Find", "Load", "BeginTransaction", "BeginDbTransaction", "Commit", "Rollback", "NextResult",
        "Close", "Prepare", "Query", "QueryFirst",
        "QueryFirstOrDefault", "QuerySingle", "QuerySingleOrDefault", "QueryMultiple",
    ];

    // What is opened is used afterwards.
    private static readonly FrozenSet<string> OpeningCalls = ["Open", "OpenConnection", "OpenDbConnection"];

    // Names that say it without their type, which a burst does not report.
    private static readonly FrozenSet<string> SureDataCalls =
    [
        "ExecuteReader", "ExecuteDbDataReader", "ExecuteNonQuery", "ExecuteScalar", "ExecuteUpdate", "ExecuteDelete", "ExecuteSqlRaw",
        "ExecuteSqlInterpolated", "SaveChanges",
    ];

    private static readonly string[] DataTypes =
    [
        "DbCommand", "DbConnection", "DbDataSource", "DbTransaction", "DbDataReader", "DbBatch", "DbContext", "DbSet", "DatabaseFacade",
        "EntityFrameworkQueryableExtensions", "RelationalQueryableExtensions", "RelationalDatabaseFacadeExtensions", "SqlMapper",
        "Npgsql", "SqlCommand", "SqlConnection", "SqlTransaction", "SqlDataReader", "MySql", "Oracle", "Sqlite",
    ];

    private static readonly FrozenSet<string> StreamCalls =
    [
        "Read", "ReadExactly", "ReadAtLeast", "ReadBlock", "ReadLine", "ReadToEnd", "ReadInternal", "ReadCore", "Write", "WriteLine",
        "WriteInternal", "WriteCore", "Flush", "FlushInternal", "FlushCore", "CopyTo", "CopyToInternal", "CopyToCore", "Send", "SendTo",
        "Receive", "ReceiveFrom", "WriteAsJson", "SendFile", "SendMail", "Connect", "AuthenticateAsClient", "AuthenticateAsServer",
    ];

    private static readonly string[] StreamTypes =
    [
        "Stream", "Writer", "Reader", "Socket", "Response", "WritingExtensions", "ResponseJsonExtensions", "SendFileResponseExtensions",
        "SerialPort", "SmtpClient",
    ];

    // Locks, semaphores and limiters of rates: who waits for them waits for a turn. The last name is that of the method within
    // SemaphoreSlim.
    private static readonly FrozenSet<string> TurnCalls = ["Wait", "Enter", "Lock", "ReaderLock", "WriterLock", "Acquire"];
    private static readonly string[] TurnTypes = ["Semaphore", "Lock", "Mutex", "RateLimiter"];
    private const string TurnWithin = "WaitUntilCountOrTimeout";

    // Each call of these has a connection, or a file, of its own. The last is how the local function within HttpClient is called.
    private static readonly FrozenSet<string> Apart =
        ["HttpClient", "HttpMessageInvoker", "HttpMessageHandler", "DelegatingHandler", "File", "SendAsync"];

    private static readonly FrozenSet<string> ApartCalls =
    [
        "GetString", "GetByteArray", "GetStream", "GetFromJson", "PostAsJson", "PutAsJson",
        "ReadAllText", "ReadAllBytes", "ReadAllLines", "WriteAllText", "WriteAllBytes", "WriteAllLines", "AppendAllText",
        "SendWithVersionDetectionAndRetry", "InternalReadAllText", "InternalReadAllBytes", "InternalWriteAllText",
    ];

    /// <summary>What a part of a call uses, itself or within.</summary>
    public static OneAtATimeUse Of(CallTrace part, CallTree tree)
    {
        (string type, string call) = Operation(part);
        if (part.Machine is null && (Apart.Contains(type) || ApartCalls.Contains(call) || (type, call) is ("", "Send")))
            return OneAtATimeUse.None;
        if (part.Machine is null && (call == TurnWithin || (IsOf(type, TurnTypes) && TurnCalls.Contains(call))))
            return OneAtATimeUse.Turn;
        if (part.Machine is null && OpeningCalls.Contains(call) && (type.Length == 0 || IsOf(type, DataTypes)))
            return OneAtATimeUse.Opening;
        if (part.Machine is null && (SureDataCalls.Contains(call) || (IsOf(type, DataTypes) && DataCalls.Contains(call))))
            return OneAtATimeUse.Data;
        if (IsStream(part, type, call))
            return OneAtATimeUse.Stream;
        OneAtATimeUse[] within = [.. tree.Parts(part).Select(inner => Of(inner, tree))];
        return within.Any(use => use is OneAtATimeUse.Data or OneAtATimeUse.Opening) ? OneAtATimeUse.Data
            : within.Any(use => use is OneAtATimeUse.Stream or OneAtATimeUse.StreamWithin) ? OneAtATimeUse.StreamWithin
            : OneAtATimeUse.None;
    }

    // A method of the program called "ReadAsync" reads anything, unless its type says that it is a stream.
    private static bool IsStream(CallTrace part, string type, string call) =>
        StreamCalls.Contains(call) && (type.Length == 0 ? part.Machine is null : Array.Exists(
            StreamTypes, end => type.EndsWith(end, StringComparison.Ordinal)));

    private static bool IsOf(string type, string[] types) => Array.Exists(types, known => type.Contains(known, StringComparison.Ordinal));

    private static (string Type, string Call) Operation(CallTrace part)
    {
        string[] words = TimelineBuilder.Name(part).Split('.');
        string call = words[^1];
        int async = call.IndexOf(Async, StringComparison.Ordinal);
        return (words.Length > 1 ? words[^2] : "", async > 0 ? call[..async] : call);
    }
}

/// <summary>What takes one operation at a time.</summary>
internal enum OneAtATimeUse
{
    /// <summary>None is known of.</summary>
    None,

    /// <summary>A connection to a database, or a DbContext.</summary>
    Data,

    /// <summary>A connection to a database, which is opened.</summary>
    Opening,

    /// <summary>A semaphore, a lock or the like, for which it waits.</summary>
    Turn,

    /// <summary>A stream, response or socket, directly.</summary>
    Stream,

    /// <summary>A stream, response or socket, in a method of the program.</summary>
    StreamWithin,
}
