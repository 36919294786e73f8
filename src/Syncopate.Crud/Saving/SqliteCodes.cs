namespace Syncopate.Crud.Saving;

/// <summary>Extended result codes: sqlite.org/rescode.html. The low byte is the plain code.</summary>
internal static class SqliteCodes
{
    public static FailureKind? KindOf(int extended, string message) => (extended & 0xFF, extended) switch
    {
        (19, 2067 or 1555 or 2579) => FailureKind.Unique,
        (19, 787) => FailureKind.ForeignKey,

        // A foreign key that restricts is checked by a trigger of SQLite's own.
        (19, 1811) when message.Contains("FOREIGN KEY", StringComparison.Ordinal) => FailureKind.ForeignKey,
        (19, 1299) => FailureKind.NotNull,
        (19, 275) => FailureKind.Check,
        (18, _) => FailureKind.TooLong,
        (5 or 6, _) => FailureKind.Contention,
        (13, _) => FailureKind.Full,
        (10 or 14, _) => FailureKind.Away,
        _ => null,
    };
}
