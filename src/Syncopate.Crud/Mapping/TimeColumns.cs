using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>The kinds of columns for times that PostgreSQL has. Its provider takes only times in UTC for the one with a zone,
/// and only others for the one without.</summary>
internal static class TimeColumns
{
    /// <summary>What PostgreSQL counts in, and the most digits of a second that it keeps.</summary>
    private const int Digits = 6;

    private static readonly Type[] Types =
        [typeof(DateTime), typeof(DateTimeOffset), typeof(TimeOnly), typeof(TimeSpan)];

    /// <summary>From which PostgreSQL counts.</summary>
    public static DateTime Epoch { get; } = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>How many digits of a second a column of PostgreSQL for times or spans keeps, which are fewer than those of
    /// .NET; null for all other columns.</summary>
    public static int? SecondDigits(IProperty column)
    {
        if (!Types.Contains(ItemType(column)) || Element(column) is not { } type || !IsTime(Plain(type)))
            return null;

        // TIMESTAMP(7) is Oracle's, which keeps more digits; PostgreSQL takes it too, and keeps six.
        int digits = Precision(type) ?? Digits;
        return digits <= Digits ? digits : PostgresColumns.Has(column) ? Digits : null;
    }

    public static bool IsWithoutZone(IProperty column) =>
        Element(column) is { } type && Plain(type) is "timestamp" or "timestamp without time zone";

    public static bool IsWithZone(IProperty column) =>
        Element(column) is { } type && Plain(type) is "timestamptz" or "timestamp with time zone";

    /// <summary>True for a member with a time of the day whose column has none. Others than PostgreSQL may call a column so that
    /// keeps all of it.</summary>
    public static bool IsDay(IProperty column) =>
        ItemType(column) == typeof(DateTime) && Element(column) is "date" && PostgresColumns.Has(column);

    /// <summary>True for a member that has an offset where the column has none: its times are saved in UTC, which are the
    /// same moments.</summary>
    public static bool LosesOffset(IProperty column) =>
        ItemType(column) == typeof(DateTimeOffset) && IsWithZone(column) && SecondDigits(column) is not null;

    /// <summary>The type of a single value of the column, which may be an array.</summary>
    private static Type ItemType(IProperty column)
    {
        Type type = column.GetElementType()?.ClrType ?? column.ClrType;
        return Nullable.GetUnderlyingType(type) ?? type;
    }

    // Not "time" alone: that is the type of other databases too, some of which keep more digits.
    private static bool IsTime(string type) => type
        is "timestamp" or "timestamp without time zone" or "timestamptz" or "timestamp with time zone"
        or "time without time zone" or "timetz" or "time with time zone" or "interval";

    private static int? Precision(string type)
    {
        int open = type.IndexOf('(', StringComparison.Ordinal);
        return open > 0 && open + 1 < type.Length && char.IsAsciiDigit(type[open + 1]) ? type[open + 1] - '0' : null;
    }

    /// <summary>Without its precision: "timestamp(3) with time zone" is a timestamp with time zone.</summary>
    private static string Plain(string type)
    {
        int open = type.IndexOf('(', StringComparison.Ordinal);
        int close = type.IndexOf(')', StringComparison.Ordinal);
        return open > 0 && close > open ? type[..open].TrimEnd() + type[(close + 1)..] : type;
    }

    /// <summary>The type of the column, or that of the items of an array.</summary>
    private static string? Element(IProperty column) =>
        StoreType(column) is { } type && type.EndsWith("[]", StringComparison.Ordinal) ? type[..^2] : StoreType(column);

    private static string? StoreType(IProperty column) =>
        column.FindRelationalTypeMapping() is { StoreType: var type } mapping
        && (mapping.Converter is null || type.EndsWith("[]", StringComparison.Ordinal) && column.GetValueConverter() is null)
            ? type.ToLowerInvariant()
            : null;
}
