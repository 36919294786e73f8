using System.Collections;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>All that the context knew of one entity when a call began: state, values, what was pending, and its relations.</summary>
internal sealed class EntrySnapshot
{
    private readonly EntityEntry _entry;
    private readonly PropertyValues? _current; // Null when they are the original values, which EF Core keeps itself.
    private readonly IProperty[] _modified = [];
    private readonly IProperty[] _temporary = []; // Values that stand in for those of the database, until the save.
    private readonly NavigationSnapshot[] _navigations;
    private readonly ComplexSnapshot? _complex; // Null where no complex value may be null.

    /// <param name="entry">As it is now.</param>
    /// <param name="navigations">Those of its type that are kept.</param>
    /// <param name="complex">Complex values of its type that are kept.</param>
    /// <param name="isDetected">Whether EF Core has looked for changes; else an entity that it takes for unchanged may
    /// have other values than the original ones.</param>
    public EntrySnapshot(
        EntityEntry entry, INavigationBase[] navigations, IComplexProperty[] complex, bool isDetected)
    {
        _entry = entry;
        Entity = entry.Entity;
        _complex = ComplexSnapshot.Of(complex, Entity);
        State = entry.State;
        if (State != EntityState.Unchanged || !isDetected)
            _current = Copy(entry.CurrentValues);
        if (State == EntityState.Modified)
        {
            _modified =
            [
                .. entry.Metadata.GetFlattenedProperties().Where(column => MemberEntries.Of(entry, column).IsModified),
            ];
        }
        if (State == EntityState.Added)
            _temporary = [.. entry.Properties.Where(property => property.IsTemporary).Select(property => property.Metadata)];

        _navigations = navigations.Length == 0 ? [] : new NavigationSnapshot[navigations.Length];
        for (int i = 0; i < navigations.Length; i++)
            _navigations[i] = new NavigationSnapshot(entry, Entity, navigations[i]);
    }

    public object Entity { get; }

    public EntityState State { get; }

    /// <summary>True when a value or a relation is another one now, whether or not EF Core has noticed.</summary>
    public bool HasChanged => Array.Exists(_navigations, navigation => navigation.HasChanged(Entity))
        || _complex?.HasChanged(Entity) is true
        || !HasSameValues;

    private bool HasSameValues => (_current ?? _entry.OriginalValues) is var before
        && before.Properties.All(property => property.GetValueComparer().Equals(before[property], _entry.CurrentValues[property]));

    /// <summary>Before anything is put into a column of the entity.</summary>
    public void RestoreComplex() => _complex?.Restore(Entity);

    /// <summary>Then: what is deleted or forgotten is tracked again, so that the rest can be put back. What was new is
    /// new again: EF Core gives its key back to no row that it takes for stored.</summary>
    public void Track()
    {
        if (_entry.State == State)
            return;

        if (State == EntityState.Added)
            _entry.State = EntityState.Added;
        else if (_entry.State is EntityState.Deleted or EntityState.Detached)
            _entry.State = EntityState.Unchanged;
    }

    public void RestoreValues()
    {
        var (before, now) = (_current ?? _entry.OriginalValues, _entry.CurrentValues);
        if (_entry.Metadata.GetComplexProperties().Any())
            now.SetValues(before);

        // A foreign key also where it has the same value: EF Core may have taken it for null, and would then find no change of it.
        foreach (IProperty property in before.Properties)
            if (property.GetValueComparer() is var comparer
                && (!comparer.Equals(before[property], now[property])
                    || State != EntityState.Added && property.IsForeignKey()))
                now[property] = comparer.Snapshot(before[property]);
        foreach (IProperty property in _temporary)
            if (_entry.Property(property) is { IsTemporary: false } value)
                value.IsTemporary = true;
    }

    /// <returns>True when there was something to put back.</returns>
    public bool RestoreRelations()
    {
        bool found = false;
        foreach (NavigationSnapshot navigation in _navigations)
            found |= navigation.Restore(Entity);
        return found;
    }

    /// <summary>EF Core looks at the relations that were put back, so that it does not take them for changes later.</summary>
    public void Acknowledge() => _entry.DetectChanges();

    /// <summary>Last of all, for each of the steps before may mark something as changed.</summary>
    public void RestoreState()
    {
        if (State is EntityState.Modified or EntityState.Unchanged)
            TakeForUnchanged();
        else if (_entry.State != State)
            _entry.State = State;
        if (State == EntityState.Modified)
        {
            RestoreValues();
            foreach (IProperty property in _modified)
                MemberEntries.Of(_entry, property).IsModified = true;
        }

        // Values of the caller that EF Core has not been told of go back without its knowing.
        if (State == EntityState.Unchanged && _current is not null && !HasSameValues)
            Put(_current, _entry.Metadata, Entity);
        foreach (NavigationSnapshot navigation in _navigations)
            navigation.RestoreLoaded(_entry);
    }

    /// <summary>EF Core puts original values back on the way, also into complex values that its caller had taken off before the call.
    /// </summary>
    private void TakeForUnchanged()
    {
        if (_entry.State == EntityState.Unchanged)
            return;

        if (_current is not null)
            _complex?.Fill(Entity);
        _entry.State = EntityState.Unchanged;
        _complex?.Restore(Entity);
    }

    /// <summary>Without a word to EF Core, and into complex values too.</summary>
    private static void Put(PropertyValues values, ITypeBase type, object into)
    {
        foreach (IProperty property in type.GetProperties().Where(property => !property.IsShadowProperty()))
            Members.Set(property.GetMemberInfo(forMaterialization: false, forSet: true), into, values[property]);

        foreach (IComplexProperty property in type.GetComplexProperties())
        {
            if (property.IsCollection
                || property.IsShadowProperty()
                || property.GetGetter().GetClrValue(into) is not { } inner)
            {
                continue;
            }

            Put(values, property.ComplexType, inner);
            if (inner is ValueType)
                Members.Set(property.GetMemberInfo(forMaterialization: false, forSet: true), into, inner);
        }
    }

    /// <summary>Lists and arrays in one column can change inside, so they are kept as copies.</summary>
    private static PropertyValues Copy(PropertyValues values)
    {
        PropertyValues copy = values.Clone();
        foreach (IProperty property in values.Properties)
            if (!property.ClrType.IsValueType && property.ClrType != typeof(string))
                copy[property] = property.GetValueComparer().Snapshot(values[property]);
        return copy;
    }
}

/// <summary>What one navigation of a tracked entity held when a call began, and in what order.</summary>
internal readonly struct NavigationSnapshot
{
    private readonly INavigationBase _navigation;
    private readonly object? _value;
    private readonly object[] _items;
    private readonly bool? _isLoaded; // Null where it is the same to a caller: what is referred to is there, and stays.

    public NavigationSnapshot(EntityEntry entry, object entity, INavigationBase navigation)
    {
        _navigation = navigation;
        _value = navigation.GetGetter().GetClrValue(entity);
        _items = navigation.IsCollection ? ItemsOf(_value) : [];
        _isLoaded = _value is null || navigation.IsCollection || navigation.TargetEntityType.IsOwned()
            ? entry.Navigation(navigation).IsLoaded
            : null;
    }

    /// <summary>Those of a type whose values its objects hold.</summary>
    public static INavigationBase[] Kept(IEntityType type) =>
    [
        .. type.GetNavigations().Concat<INavigationBase>(type.GetSkipNavigations()).Where(navigation => !navigation.IsShadowProperty()),
    ];

    public bool HasChanged(object entity) => Value(entity) is var now && !ReferenceEquals(now, _value) || !HasSameItems(now);

    public void RestoreLoaded(EntityEntry entry)
    {
        if (_isLoaded is { } isLoaded && entry.Navigation(_navigation).IsLoaded != isLoaded)
            entry.Navigation(_navigation).IsLoaded = isLoaded;
    }

    /// <summary>Behind the back of EF Core, which would take each step for a change of its own.</summary>
    /// <returns>True when there was something to put back.</returns>
    public bool Restore(object entity)
    {
        object? now = Value(entity);
        bool isSame = ReferenceEquals(now, _value);
        if (isSame && HasSameItems(now))
            return false;

        if (!isSame)
            Members.Set(_navigation.GetMemberInfo(forMaterialization: false, forSet: true), entity, _value);
        if (!_navigation.IsCollection || _value is null || HasSameItems(_value))
            return true;

        // Not null: a navigation that is a collection and no shadow has an accessor.
        IClrCollectionAccessor list = _navigation.GetCollectionAccessor()!;
        foreach (object item in ItemsOf(_value))
            list.Remove(entity, item);
        foreach (object item in _items)
            list.Add(entity, item, forMaterialization: false);
        return true;
    }

    private object? Value(object entity) => _navigation.GetGetter().GetClrValue(entity);

    private bool HasSameItems(object? value) =>
        !_navigation.IsCollection || ItemsOf(value).AsSpan().SequenceEqual(_items, ReferenceEqualityComparer.Instance);

    private static object[] ItemsOf(object? value)
    {
        switch (value)
        {
            case null or IReadOnlyCollection<object> { Count: 0 }:
                return [];
            case ICollection list:
                object[] items = new object[list.Count];
                list.CopyTo(items, 0);
                return items;
            default:
                return [.. ((IEnumerable)value).Cast<object>()];
        }
    }
}
