using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>Gives changed rows what their columns keep of a value, so that an answer and its row are equal.</summary>
internal sealed class StoredValues
{
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
                    && kept(value) is var stored && !KeptValues.AreEqual(value, stored))
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
           let kept = KeptValues.Of(column)
           where kept is not null
           select (column, kept),
    ];
}
