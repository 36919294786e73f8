using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>Gives changed rows what their columns keep of a value, so that an answer and its row are equal.</summary>
internal sealed class StoredValues
{
    private readonly Dictionary<IEntityType, (IProperty Column, Func<object, object> Kept)[]> _columns;

    // Those that EF Core leaves out of an insert or an update, whatever has been written into them: computed ones, above all.
    private readonly Dictionary<IEntityType, IProperty[]> _unwritten;

    private StoredValues(IModel model)
    {
        _columns = model.GetEntityTypes()
            .Select(type => (Type: type, Columns: Rounded(type)))
            .Where(found => found.Columns.Length > 0)
            .ToDictionary(found => found.Type, found => found.Columns);
        _unwritten = model.GetEntityTypes()
            .Select(type => (Type: type, Columns: Unwritten(type)))
            .Where(found => found.Columns.Length > 0)
            .ToDictionary(found => found.Type, found => found.Columns);
    }

    public static void Set(DbContext context)
    {
        StoredValues values = PerModel<StoredValues>.Of(context.Model, static model => new StoredValues(model));
        if (values._columns.Count == 0 && values._unwritten.Count == 0)
            return;

        foreach (EntityEntry entry in TrackedEntries.Changed(context))
        {
            foreach (var (column, kept) in values._columns.GetValueOrDefault(entry.Metadata, []))
                if (entry.State is EntityState.Added or EntityState.Modified
                    && entry.CurrentValues[column] is { } value
                    && (entry.State == EntityState.Added || MemberEntries.Of(entry, column).IsModified)
                    && kept(value) is var stored && !KeptValues.AreEqual(value, stored))
                    Set(MemberEntries.Of(entry, column), stored);
            foreach (IProperty column in values._unwritten.GetValueOrDefault(entry.Metadata, []))
                if (entry.State is EntityState.Added or EntityState.Modified)
                    PutBack(MemberEntries.Of(entry, column));
        }
    }

    /// <summary>To what the row has, or will have: EF Core would keep what nobody has saved.</summary>
    private static void PutBack(PropertyEntry member)
    {
        IProperty column = member.Metadata;
        if (member.EntityEntry.State == EntityState.Added)
        {
            if (IsLeftOut(column) && !column.GetValueComparer().Equals(member.CurrentValue, column.Sentinel))
                member.CurrentValue = column.Sentinel;
        }
        else if (member.IsModified && column.GetAfterSaveBehavior() == PropertySaveBehavior.Ignore)
        {
            member.CurrentValue = column.GetValueComparer().Snapshot(member.OriginalValue);
            member.IsModified = false;
        }
    }

    private static void Set(PropertyEntry member, object stored)
    {
        member.CurrentValue = stored;
        if (member.EntityEntry.State == EntityState.Modified && stored.Equals(member.OriginalValue))
            member.IsModified = false;
    }

    private static IProperty[] Unwritten(IEntityType type) =>
    [
        .. type.GetFlattenedProperties().Where(
            column => !OwnedKeys.IsInJson(type)
                && !column.IsConcurrencyToken
                && !column.IsKey()
                && MemberEntries.IsAlwaysThere(column)
                && (IsLeftOut(column) || column.GetAfterSaveBehavior() == PropertySaveBehavior.Ignore)),
    ];

    /// <summary>True for a column that an insert neither writes nor reads.</summary>
    private static bool IsLeftOut(IProperty column) =>
        column.GetBeforeSaveBehavior() == PropertySaveBehavior.Ignore
        && !column.ValueGenerated.HasFlag(ValueGenerated.OnAdd);

    private static (IProperty, Func<object, object>)[] Rounded(IEntityType type) =>
    [
        .. from column in type.GetFlattenedProperties()
           let kept = KeptValues.Of(column)
           where kept is not null
           select (column, kept),
    ];
}
