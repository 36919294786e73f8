using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>The two kinds of columns for times that PostgreSQL has. Its provider takes only times in UTC for the one,
/// and only others for the other.</summary>
internal static class TimeColumns
{
    /// <summary>From which PostgreSQL counts.</summary>
    public static DateTime Epoch { get; } = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>True for times and spans of PostgreSQL in its own precision, which is less than that of .NET.</summary>
    public static bool IsInMicroseconds(IProperty column) =>
        StoreType(column) is "timestamp with time zone" or "timestamp without time zone" or "time without time zone" or "interval";

    public static bool IsWithoutZone(IProperty column) => StoreType(column) is { } type
        && type.StartsWith("timestamp", StringComparison.OrdinalIgnoreCase) && !IsZoned(type);

    public static bool IsWithZone(IProperty column) => StoreType(column) is { } type
        && type.StartsWith("timestamp", StringComparison.OrdinalIgnoreCase) && IsZoned(type);

    /// <summary>True for a member that has an offset where the column has none: its times are saved in UTC, which are the
    /// same moments.</summary>
    public static bool LosesOffset(IProperty column) =>
        (Nullable.GetUnderlyingType(column.ClrType) ?? column.ClrType) == typeof(DateTimeOffset) && IsWithZone(column);

    private static bool IsZoned(string type) =>
        type.StartsWith("timestamptz", StringComparison.OrdinalIgnoreCase)
            || type.Contains("with time zone", StringComparison.OrdinalIgnoreCase);

    private static string? StoreType(IProperty column) =>
        column.FindRelationalTypeMapping() is { Converter: null, StoreType: var type } ? type : null;
}
