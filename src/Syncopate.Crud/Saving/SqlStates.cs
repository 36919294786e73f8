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
