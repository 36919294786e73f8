namespace Syncopate.Crud.Saving;

/// <summary>The standard's five-character states, as PostgreSQL uses them: PostgreSQL documentation, appendix A.</summary>
internal static class SqlStates
{
    public static FailureKind? KindOf(string state) => state switch
    {
        "23505" or "23P01" => FailureKind.Unique,
        "23503" or "23001" => FailureKind.ForeignKey,
        "23502" => FailureKind.NotNull,
        "23514" => FailureKind.Check,
        "22001" => FailureKind.TooLong,
        "40001" or "40P01" or "55P03" => FailureKind.Contention,
        "53100" => FailureKind.Full,

        // Too many connections, a timeout of the server, a standby that refuses writes, a failing disk.
        "53300" or "57014" or "25006" or "58030" => FailureKind.Away,
        _ when state.StartsWith("08", StringComparison.Ordinal) || state.StartsWith("57P", StringComparison.Ordinal) => FailureKind.Away,
        _ => null,
    };
}
