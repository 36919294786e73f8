namespace Syncopate.Crud.Refusing;

/// <summary>What kind of trouble a database reports, in the terms of all of them.</summary>
internal enum FailureKind
{
    Unique,
    ForeignKey,
    NotNull,
    Check,
    TooLong,

    /// <summary>A trigger or a function of the database refused.</summary>
    Raised,

    /// <summary>A value that no column of this kind can hold: a number or a time that is too large, a character that a
    /// text cannot have.</summary>
    Unfit,

    /// <summary>A deadlock, a serialisation failure, a lock: nothing was saved, and the same again may succeed.</summary>
    Contention,

    /// <summary>Not reached, or lost.</summary>
    Away,

    /// <summary>No room left.</summary>
    Full,
}

/// <summary>The standard's five-character states, as PostgreSQL uses them: PostgreSQL documentation, appendix A.</summary>
internal static class SqlStates
{
    public static FailureKind? KindOf(string state) => state switch
    {
        "23505" or "23P01" => FailureKind.Unique,
        "23503" or "23001" => FailureKind.ForeignKey,
        "23502" => FailureKind.NotNull,
        "23514" => FailureKind.Check,
        "P0001" => FailureKind.Raised,

        // The last one: a text that does not fit into the index on its column.
        "22001" or "54000" => FailureKind.TooLong,

        // Numbers and times out of range, and texts that are none; a character that the encoding lacks, NUL above all.
        "22003" or "22007" or "22008" or "22P02" or "22021" or "22P05" => FailureKind.Unfit,
        "40001" or "40P01" or "55P03" => FailureKind.Contention,
        "53100" => FailureKind.Full,

        // Too many connections, a timeout of the server, a standby that refuses writes, a failing disk.
        "53300" or "57014" or "25006" or "58030" => FailureKind.Away,
        _ when state.StartsWith("08", StringComparison.Ordinal) || state.StartsWith("57P", StringComparison.Ordinal) => FailureKind.Away,
        _ => null,
    };
}

/// <summary>Extended result codes: sqlite.org/rescode.html. The low byte is the plain code.</summary>
internal static class SqliteCodes
{
    public static FailureKind? KindOf(int extended, string message) => (extended & 0xFF, extended) switch
    {
        (19, 2067 or 1555 or 2579) => FailureKind.Unique,
        (19, 787) => FailureKind.ForeignKey,

        // A foreign key that restricts is checked by a trigger of SQLite's own.
        (19, 1811) when message.Contains("FOREIGN KEY", StringComparison.Ordinal) => FailureKind.ForeignKey,
        (19, 1811) => FailureKind.Raised,
        (19, 1299) => FailureKind.NotNull,
        (19, 275) => FailureKind.Check,
        (18, _) => FailureKind.TooLong,
        (5 or 6, _) => FailureKind.Contention,
        (13, _) => FailureKind.Full,
        (10 or 14, _) => FailureKind.Away,
        _ => null,
    };
}

/// <summary>Error numbers of SQL Server: its documentation, "Database engine errors".</summary>
internal static class SqlServerNumbers
{
    public static FailureKind? KindOf(int number, string message) => number switch
    {
        2601 or 2627 => FailureKind.Unique,
        547 => message.Contains("CHECK", StringComparison.Ordinal) ? FailureKind.Check : FailureKind.ForeignKey,
        515 => FailureKind.NotNull,
        2628 or 8152 => FailureKind.TooLong,

        // Arithmetic overflow, and a time out of range.
        220 or 232 or 8115 or 241 or 242 => FailureKind.Unfit,
        1205 or 1222 or 3960 => FailureKind.Contention,
        1105 or 9002 => FailureKind.Full,

        // Those of THROW and RAISERROR.
        >= 50000 => FailureKind.Raised,

        // A timeout, no server, a broken connection, a database that is moving.
        -2 or 2 or 53 or 64 or 121 or 233 or 10053 or 10054 or 10060 or 10061 or 40197 or 40501 or 40613 => FailureKind.Away,
        _ => null,
    };
}
