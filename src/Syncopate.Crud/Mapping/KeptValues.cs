using System.Collections;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Syncopate.Crud.Mapping;

/// <summary>What a column keeps of a value: the decimals that the model or PostgreSQL's money allows, the digits of a second that
/// PostgreSQL has, the day where its column is a date, a time in UTC where its provider takes no other, and what is read again of what
/// the application's converter writes.</summary>
internal static class KeptValues
{
    private const int MostDecimals = 28;

    // Of DateTime.MaxValue and DateTimeOffset.MaxValue.
    private const long MostTicks = 3_155_378_975_999_999_999;

    // Any thread; the table guards itself.
    private static readonly ConditionalWeakTable<IProperty, Lazy<Func<object, object>?>> Known = [];

    /// <summary>Null for a column that keeps every value of its type.</summary>
    public static Func<object, object>? Of(IProperty column) =>
        Known.GetValue(column, static column => new(() => Make(column))).Value;

    /// <summary>False where something is lost, also the offset of a time.</summary>
    public static bool AreEqual(object value, object kept) =>
        value is DateTimeOffset time && kept is DateTimeOffset other ? time.EqualsExact(other) : value.Equals(kept);

    /// <summary>The value of an entity that is not tracked, which has from then on what the column keeps of it: EF Core lets
    /// no key be another one later.</summary>
    public static object? Settled(IProperty column, object entity)
    {
        object? value = column.GetGetter().GetClrValue(entity);
        if (value is null || Of(column) is not { } keeps)
            return value;

        object kept = keeps(value);
        if (!AreEqual(value, kept))
            Members.Set(column.GetMemberInfo(forMaterialization: false, forSet: true), entity, kept);
        return kept;
    }

    /// <summary>True where the application itself says what is written of a value.</summary>
    public static bool IsConverted(IProperty column) =>
        column.GetElementType() is null && column.GetValueConverter() is not null;

    private static Func<object, object>? Make(IProperty column)
    {
        Type type = Nullable.GetUnderlyingType(column.ClrType) ?? column.ClrType;
        if (IsConverted(column))
            return Converted(column, type);
        if (type == typeof(decimal) && DecimalColumns.Scale(column) is { } scale)
            return value => decimal.Round((decimal)value, Math.Min(scale, MostDecimals), MidpointRounding.AwayFromZero);
        if (OfTime(column) is not { } kept)
            return column.GetProviderClrType() is not null && ColumnNumber.Is(type) ? Converted(column, type) : null;

        return value => value is IList { IsReadOnly: false } items ? Each(items, kept) : kept(value);
    }

    /// <summary>Not of objects, each of which is another one when it is read again.</summary>
    private static Func<object, object>? Converted(IProperty column, Type type) =>
        (type.IsValueType || type == typeof(string)) && column.FindTypeMapping()?.Converter is { } converter
            ? value => Converted(converter, value)
            : null;

    /// <summary>Only where that would be written as the same again: the hash of a hash is another one.</summary>
    private static object Converted(ValueConverter converter, object value)
    {
        try
        {
            object? written = converter.ConvertToProvider(value);
            object? read = converter.ConvertFromProvider(written);
            return read is not null && Equals(converter.ConvertToProvider(read), written) ? read : value;
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // The converter is the application's, and throws what it likes. The save, or the query, says what it does not take.
            return value;
        }
    }

    private static Func<object, object>? OfTime(IProperty column)
    {
        // The last of all times is infinity, for the provider.
        if (TimeColumns.IsDay(column))
            return value => value is DateTime { Ticks: not MostTicks } time ? time.Date : value;
        if (TimeColumns.SecondDigits(column) is not { } digits)
            return null;

        bool losesOffset = TimeColumns.LosesOffset(column);
        long step = TimeSpan.TicksPerMicrosecond * (long)Math.Pow(10, 6 - digits);
        return value => Time(value, step, losesOffset);
    }

    /// <summary>In their places: it is the entity's own list.</summary>
    private static IList Each(IList items, Func<object, object> kept)
    {
        for (int i = 0; i < items.Count; i++)
            if (items[i] is { } item && kept(item) is var stored && !AreEqual(item, stored))
                items[i] = stored;
        return items;
    }

    private static object Time(object value, long step, bool losesOffset) => value switch
    {
        // Infinity, for the provider.
        DateTime { Ticks: MostTicks } or DateTimeOffset { Ticks: MostTicks } => value,
        DateTime time => new DateTime(Since2000(time.Ticks, step), time.Kind),
        DateTimeOffset time when losesOffset => new DateTimeOffset(Since2000(time.UtcTicks, step), TimeSpan.Zero),
        TimeOnly time when Rounded(time.Ticks, step) is < TimeSpan.TicksPerDay and var ticks => new TimeOnly(ticks),
        TimeSpan span => new TimeSpan(Rounded(span.Ticks, step)),
        _ => value,
    };

    /// <summary>As the provider counts them: from the year 2000, and towards it.</summary>
    private static long Since2000(long ticks, long step) =>
        Math.Clamp(TimeColumns.Epoch.Ticks + Rounded(ticks - TimeColumns.Epoch.Ticks, step), 0, MostTicks);

    /// <summary>The provider cuts to microseconds; the database rounds those to what its column has, half away from zero.</summary>
    private static long Rounded(long ticks, long step)
    {
        ticks -= ticks % TimeSpan.TicksPerMicrosecond;
        return step == TimeSpan.TicksPerMicrosecond ? ticks : (ticks + Math.Sign(ticks) * (step / 2)) / step * step;
    }
}
