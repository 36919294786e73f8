using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>What one call has read anew of a row that the context knew. What its caller has changed and not saved yet stays, in the
/// row and in all that it owns, and so do the tokens of that row and of the entity: it is a change of the version that the context knows,
/// whatever version the user saw.</summary>
/// <remarks>The tokens of the row are to be read first and all else after them: a value may then be newer than its token, which the
/// save finds out, and never older, which would be written over without anybody having seen the newer one.</remarks>
internal sealed class RefreshedValues
{
    private readonly List<(PropertyEntry Property, object? Original, object? Current, bool IsModified)> _values = [];
    private readonly List<(object Entity, IProperty Token)> _outdated = []; // Of a version that has gone, and that is kept.
    private readonly List<EntityEntry> _begun = []; // Of which nobody can say whether the database has them.
    private readonly List<(object Owner, INavigation Way)> _replaced = []; // Where a new value is in the place of one that has gone.
    private readonly List<(EntityEntry Owned, PropertyValues Original)> _added = []; // Written as if they were new.
    private bool _keepsTokens;

    /// <summary>True for a token that was kept although the database has another one.</summary>
    public bool IsOutdated(PropertyEntry token) => _outdated.Exists(
        each => each.Token == token.Metadata && ReferenceEquals(each.Entity, token.EntityEntry.Entity));

    /// <summary>Gives the row the values that the database has for it, complex ones included. Comes first.</summary>
    /// <param name="entity">Unchanged or modified, and owned by nothing.</param>
    /// <param name="stored">Null when it has gone since.</param>
    /// <returns>False when it has gone since.</returns>
    public bool PutRow(EntityEntry entity, PropertyValues? stored)
    {
        if (stored is null)
            return false;

        bool hasTokens = ConcurrencyTokens.Of(entity.Metadata).Any() || ConcurrencyTokens.AreOwned(entity.Metadata);
        _keepsTokens = hasTokens && PendingChanges.AreIn(entity);
        foreach (IProperty column in entity.Metadata.GetFlattenedProperties())
            if (!column.IsKey() && MemberEntries.IsAlwaysThere(column))
                Put(MemberEntries.Of(entity, column), stored[column], _keepsTokens);
        return true;
    }

    /// <summary>The same for columns of complex values that may be null, where neither the context nor the database has none: whether
    /// such a value is there at all cannot be given an original value. Tokens inside it stay, for nobody can say what its user saw
    /// of them: a save then finds out that they are of a version that has gone.</summary>
    /// <param name="entry">The entity, or what it owns.</param>
    /// <param name="copy">Read anew and not tracked; null when it has gone since.</param>
    public void PutNullable(EntityEntry entry, object? copy)
    {
        if (copy is null)
            return;

        foreach (IComplexProperty value in MemberEntries.Nullable(entry.Metadata))
        {
            if (value.GetGetter().GetClrValue(entry.Entity) is null || value.GetGetter().GetClrValue(copy) is null)
                continue;
            foreach (IProperty column in value.ComplexType.GetProperties())
                if (!column.IsShadowProperty() && !column.IsConcurrencyToken)
                    Put(
                        MemberEntries.Of(entry, column),
                        column.GetGetter().GetClrValueUsingContainingEntity(copy),
                        _keepsTokens);
        }
    }

    /// <summary>The same for what it owns in its own row and in JSON columns. What only the database has is not put into it.</summary>
    /// <param name="owner">The entity, or what it owns.</param>
    /// <param name="copy">Read anew and not tracked; null when it has gone since.</param>
    public void PutOwned(EntityEntry owner, object? copy)
    {
        if (copy is null)
            return;

        foreach (var (way, owned, value) in OwnedKeys.Pairs(owner, copy))
        {
            if (!OwnedKeys.IsStored(owned))
                continue;
            if (value is null)
            {
                TakeOff(owner, way, owned, begun: null);
                continue;
            }
            if (!way.IsCollection && !ConcurrencyTokens.Of(owned.Metadata).Any() && BegunValues.IsBegun(way, value))
                _begun.Add(owned);
            foreach (IProperty column in owned.Metadata.GetFlattenedProperties().Where(IsOfClass))
            {
                object? stored = column.GetGetter().GetClrValueUsingContainingEntity(value);
                Put(MemberEntries.Of(owned, column), stored, _keepsTokens);
            }
            PutNullable(owned, value);
            PutOwned(owned, value);
        }
    }

    /// <summary>The same for what it owns by one relation in rows of other tables. What has gone there is taken off in memory: a form
    /// that sets it anew then has it written. Where objects of the class begin with a value the new one takes its place, as in a context
    /// that reads the row for the first time: a form may count on one, and <see cref="BegunValues"/> has it created where one writes
    /// into it.</summary>
    /// <param name="relation">As it was when the rows were asked for.</param>
    /// <param name="rows">Of its columns.</param>
    /// <param name="copy">Of the entity, read anew and not tracked: a class may begin with a value where a row has none. Null when it
    /// has gone since.</param>
    public void PutRows(OwnedRelation relation, List<object?[]> rows, object? copy)
    {
        RowKeys keys = new(relation.Key);
        HashSet<object?[]> there = keys.Found(rows.FindAll(relation.IsThere));
        foreach (var (owner, item) in relation.Items)
        {
            // It went with its owner.
            if (!OwnedKeys.IsStored(item))
                continue;

            if (!there.TryGetValue(keys.Of(item), out object?[]? row))
            {
                bool isOfEntity = relation.Path.Count == 1 && !relation.Way.IsCollection;
                TakeOff(owner, relation.Way, item, isOfEntity ? Value(relation.Way, copy) : null);
                continue;
            }
            bool keepsTokens = _keepsTokens && PendingChanges.AreIn(ConflictRow.RowOf(item));
            for (int i = relation.Key.Count; i < row.Length; i++)
                Put(MemberEntries.Of(item, relation.Columns[i]), row[i], keepsTokens);
        }
    }

    /// <summary>Has what is written into a value be written with all of it, where that was read as objects of its class begin: the
    /// database may have nothing of it. EF Core would write the one column, without which others must not be null, or into a JSON
    /// document that is not there, and neither would be found again. One with a token is a conflict instead.</summary>
    public void WriteWhole()
    {
        foreach (EntityEntry owned in _begun)
        {
            List<EntityEntry> whole = WithinRow(owned);
            if (!OwnedKeys.IsStored(owned) || whole.TrueForAll(each => each.State == EntityState.Unchanged))
                continue;

            foreach (EntityEntry each in whole.FindAll(OwnedKeys.IsStored))
            {
                _added.Add((each, each.OriginalValues.Clone()));
                each.State = EntityState.Added;
            }
        }
    }

    /// <summary>An item that has gone, with what it owns, of whatever is to be deleted: EF Core would delete it anew, and find none.
    /// </summary>
    public static void Forget(EntityEntry item)
    {
        foreach (EntityEntry entry in (EntityEntry[])[.. OwnedKeys.Within(item), item])
            entry.State = EntityState.Detached;
    }

    /// <summary>Gives back what the context knew. What was taken off is put back by <see cref="ContextSnapshot"/>.</summary>
    public void Undo()
    {
        foreach (var (owned, original) in _added)
        {
            if (owned.State != EntityState.Added)
                continue;

            // EF Core takes what it has now for what it had.
            owned.State = EntityState.Unchanged;
            foreach (IProperty column in original.Properties)
                if (!column.GetValueComparer().Equals(original[column], owned.OriginalValues[column]))
                    MemberEntries.Of(owned, column).OriginalValue = original[column];
        }
        foreach (var (property, original, current, isModified) in _values)
            Put(property, original, current, isModified);
        foreach (var (owner, way) in _replaced)
            Members.Set(way.GetMemberInfo(forMaterialization: false, forSet: true), owner, null);
    }

    /// <summary>A value, and what it owns in the same row or the same document.</summary>
    private static List<EntityEntry> WithinRow(EntityEntry owned)
    {
        List<EntityEntry> found = [owned];
        foreach (INavigation way in OwnedKeys.NavigationsOf(owned.Metadata).Where(way => !way.IsShadowProperty()))
            if (OwnedKeys.SharesRow(way) || OwnedKeys.IsInJson(way))
                OwnedKeys.EntriesOf(owned, way).ForEach(inner => found.AddRange(WithinRow(inner)));
        return found;
    }

    private static object? Value(INavigation way, object? owner) =>
        owner is null ? null : way.GetGetter().GetClrValue(owner);

    /// <summary>Not where its caller has changed it: that this cannot be saved any more is for him to know.</summary>
    /// <param name="owner">Tracked.</param>
    /// <param name="way">To what it owns.</param>
    /// <param name="owned">Has gone.</param>
    /// <param name="begun">Takes its place, untracked; null for nothing, and in a list.</param>
    private void TakeOff(EntityEntry owner, INavigation way, EntityEntry owned, object? begun)
    {
        if (PendingChanges.AreWithin(owned))
            return;

        Forget(owned);
        if (way.IsCollection)
        {
            way.GetCollectionAccessor()?.Remove(owner.Entity, owned.Entity);
            return;
        }

        Members.Set(way.GetMemberInfo(forMaterialization: false, forSet: true), owner.Entity, begun);
        if (begun is null)
            return;

        _replaced.Add((owner.Entity, way));

        // EF Core takes it for new, and would create what nobody has asked for. Once it has met it, it can be made to forget it.
        owner.DetectChanges();
        if (owner.Reference(way).TargetEntry is { } met)
            Forget(met);
    }

    private void Put(PropertyEntry property, object? stored, bool keepsTokens)
    {
        ValueComparer comparer = property.Metadata.GetValueComparer();
        if (comparer.Equals(property.OriginalValue, stored))
            return;

        if (keepsTokens && property.Metadata.IsConcurrencyToken)
        {
            _outdated.Add((property.EntityEntry.Entity, property.Metadata));
            return;
        }

        bool isPending = property.IsModified || !comparer.Equals(property.CurrentValue, property.OriginalValue);
        _values.Add((property, property.OriginalValue, property.CurrentValue, property.IsModified));
        Put(property, stored, isPending ? property.CurrentValue : stored, property.IsModified);
    }

    private static void Put(PropertyEntry property, object? original, object? current, bool isModified)
    {
        property.OriginalValue = original;

        // A change that its caller has made and EF Core has not noticed yet: it would put the original value back over it.
        if (!isModified && !property.Metadata.GetValueComparer().Equals(current, original))
            return;

        property.CurrentValue = current;
        property.IsModified = isModified;
    }

    /// <summary>True for a column that an object of its class has a value for, and that is free to change.</summary>
    private static bool IsOfClass(IProperty column) =>
        !column.IsKey() && !column.IsForeignKey() && !column.IsShadowProperty() && MemberEntries.IsAlwaysThere(column);
}
