namespace Syncopate.Crud.Saving;

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

        // A timeout, no server, a broken connection, a database that is moving.
        -2 or 2 or 53 or 64 or 121 or 233 or 10053 or 10054 or 10060 or 10061 or 40197 or 40501 or 40613 => FailureKind.Away,
        _ => null,
    };
}
