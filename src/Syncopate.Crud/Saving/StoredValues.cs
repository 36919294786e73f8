using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>Gives changed rows what their columns keep of a value, so that an answer and its row are equal: the decimals that
/// the model allows, times of PostgreSQL in microseconds, and in UTC where its provider takes no other.</summary>
internal sealed class StoredValues
{
    private const int MostDecimals = 28;

    // Of DateTime.MaxValue and DateTimeOffset.MaxValue.
    private const long MostTicks = 3_155_378_975_999_999_999;

    private readonly Dictionary<IEntityType, (IProperty Column, Func<object, object> Kept)[]> _columns;

    private StoredValues(IModel model) => _columns = model.GetEntityTypes()
        .Select(type => (Type: type, Columns: Rounded(type)))
        .Where(found => found.Columns.Length > 0)
        .ToDictionary(found => found.Type, found => found.Columns);

    public static void Set(DbContext context)
    {
        StoredValues values = PerModel<StoredValues>.Of(context.Model, static model => new StoredValues(model));
        if (values._columns.Count == 0)
            return;

        foreach (EntityEntry entry in TrackedEntries.Changed(context))
            foreach (var (column, kept) in values._columns.GetValueOrDefault(entry.Metadata, []))
                if (entry.State is EntityState.Added or EntityState.Modified
                    && entry.CurrentValues[column] is { } value
                    && kept(value) is var stored && !Equal(value, stored))
                    Set(MemberEntries.Of(entry, column), stored);
    }

    private static void Set(PropertyEntry member, object stored)
    {
        member.CurrentValue = stored;
        if (member.EntityEntry.State == EntityState.Modified && stored.Equals(member.OriginalValue))
            member.IsModified = false;
    }

    private static (IProperty, Func<object, object>)[] Rounded(IEntityType type) =>
    [
        .. from column in type.GetFlattenedProperties()
           let kept = Kept(column)
           where kept is not null
           select (column, kept),
    ];

    private static Func<object, object>? Kept(IProperty column)
    {
        Type type = Nullable.GetUnderlyingType(column.ClrType) ?? column.ClrType;
        if (type == typeof(decimal) && DecimalColumns.Scale(column) is { } scale)
            return value => decimal.Round((decimal)value, Math.Min(scale, MostDecimals), MidpointRounding.AwayFromZero);
        if (!TimeColumns.IsInMicroseconds(column))
            return null;

        bool losesOffset = TimeColumns.LosesOffset(column);
        return value => value switch
        {
            // Infinity, for the provider.
            DateTime { Ticks: MostTicks } or DateTimeOffset { Ticks: MostTicks } => value,
            DateTime time => new DateTime(Microseconds(time.Ticks), time.Kind),
            DateTimeOffset time when losesOffset => new DateTimeOffset(Microseconds(time.UtcTicks), TimeSpan.Zero),
            TimeOnly time => new TimeOnly(time.Ticks - time.Ticks % TimeSpan.TicksPerMicrosecond),
            TimeSpan span => new TimeSpan(span.Ticks - span.Ticks % TimeSpan.TicksPerMicrosecond),
            _ => value,
        };
    }

    /// <summary>As the provider counts them: from the year 2000, and towards it.</summary>
    private static long Microseconds(long ticks) => ticks - (ticks - TimeColumns.Epoch.Ticks) % TimeSpan.TicksPerMicrosecond;

    /// <summary>Also in the offset of a time, which the column does not keep.</summary>
    private static bool Equal(object value, object stored) => value is DateTimeOffset time && stored is DateTimeOffset kept
        ? time.EqualsExact(kept)
        : value.Equals(stored);
}
