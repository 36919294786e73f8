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

    /// <summary>Reached, and not willing: read-only, out of connections, out of time for a statement. Nothing was saved.</summary>
    Declined,

    /// <summary>No room left.</summary>
    Full,
}

/// <summary>The standard's five-character states, as PostgreSQL uses them: PostgreSQL documentation, appendix A.</summary>
internal static class SqlStates
{
    // The first two characters of a state. All others are of whoever wrote RAISE ... USING ERRCODE; HY is that of drivers.
    private static readonly string[] Classes =
    [
        "00", "01", "02", "03", "08", "09", "0A", "0B", "0F", "0L", "0P", "0Z", "20", "21", "22", "23", "24", "25", "26", "27",
        "28", "2B", "2D", "2F", "34", "38", "39", "3B", "3D", "3F", "40", "42", "44", "53", "54", "55", "57", "58", "72", "F0",
        "HV", "HY", "P0", "XX",
    ];

    /// <param name="state">Five characters.</param>
    /// <param name="message">In the language of the server.</param>
    /// <param name="routine">The function of PostgreSQL that reported it; null where it is not told.</param>
    public static FailureKind? KindOf(string state, string message, string? routine) => state switch
    {
        "23505" or "23P01" => FailureKind.Unique,
        "23503" or "23001" => FailureKind.ForeignKey,
        "23502" => FailureKind.NotNull,
        "23514" => FailureKind.Check,

        // The check of a view, and a policy for rows: rules like those of a trigger. A table without a privilege is none.
        "44000" => FailureKind.Raised,
        "42501" => IsRule(message, routine) ? FailureKind.Raised : null,

        // The last one: a text that does not fit into the index on its column.
        "22001" or "54000" => FailureKind.TooLong,
        "40001" or "40P01" or "55P03" => FailureKind.Contention,
        "53100" => FailureKind.Full,

        // Too many connections, a timeout of the server, a standby that refuses writes, a server that is starting.
        // MySQL says 70100 of a query that was ended from outside.
        "53300" or "57014" or "25006" or "57P03" or "70100" => FailureKind.Declined,

        // A failing disk, and a server that is stopped.
        "58030" => FailureKind.Away,
        _ when state.StartsWith("57P", StringComparison.Ordinal) => FailureKind.Away,
        _ => KindOfClass(state[..2]),
    };

    /// <summary>A policy for rows, or RAISE with that state. The message may be in any language, the routine is not.</summary>
    private static bool IsRule(string message, string? routine) =>
        routine is "ExecWithCheckOptions" or "exec_stmt_raise"
        || message.Contains("row-level security", StringComparison.Ordinal);

    private static FailureKind? KindOfClass(string name) => name switch
    {
        // Numbers and times out of range, texts that are none; a character that the encoding lacks, NUL above all.
        "22" => FailureKind.Unfit,
        "08" => FailureKind.Away,
        "P0" => FailureKind.Raised,
        _ => Classes.Contains(name) ? null : FailureKind.Raised,
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

        // A value of another type in a strict table.
        (19, 3091) => FailureKind.Unfit,
        (18, _) => FailureKind.TooLong,
        (5 or 6, _) => FailureKind.Contention,
        (13, _) => FailureKind.Full,

        // A file that can only be read.
        (8, _) => FailureKind.Declined,
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
