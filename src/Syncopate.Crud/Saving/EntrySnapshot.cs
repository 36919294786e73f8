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
    private readonly IProperty[] _modified;
    private readonly IProperty[] _temporary; // Values that stand in for those of the database, until the save.
    private readonly NavigationSnapshot[] _navigations;

    /// <param name="entry">As it is now.</param>
    /// <param name="isDetected">Whether EF Core has looked for changes; else an entity that it takes for unchanged may
    /// have other values than the original ones.</param>
    public EntrySnapshot(EntityEntry entry, bool isDetected)
    {
        _entry = entry;
        State = entry.State;
        _current = State == EntityState.Unchanged && isDetected ? null : Copy(entry.CurrentValues);
        _modified = State == EntityState.Modified
            ? [.. entry.Properties.Where(property => property.IsModified).Select(property => property.Metadata)]
            : [];
        _temporary = State == EntityState.Added
            ? [.. entry.Properties.Where(property => property.IsTemporary).Select(property => property.Metadata)]
            : [];
        _navigations = NavigationSnapshot.Of(entry);
    }

    public EntityState State { get; }

    /// <summary>True when a value or a relation is another one now, whether or not EF Core has noticed.</summary>
    public bool HasChanged => Array.Exists(_navigations, navigation => navigation.HasChanged) || !HasSameValues;

    private bool HasSameValues => (_current ?? _entry.OriginalValues) is var before
        && before.Properties.All(property => property.GetValueComparer().Equals(before[property], _entry.CurrentValues[property]));

    /// <summary>First of all: what is deleted or forgotten is tracked again, so that the rest can be put back.</summary>
    public void Track()
    {
        if (_entry.State != State && _entry.State is EntityState.Deleted or EntityState.Detached)
            _entry.State = State == EntityState.Added ? EntityState.Added : EntityState.Unchanged;
    }

    public void RestoreValues()
    {
        var (before, now) = (_current ?? _entry.OriginalValues, _entry.CurrentValues);
        if (_entry.Metadata.GetComplexProperties().Any())
            now.SetValues(before);
        foreach (IProperty property in before.Properties)
            if (property.GetValueComparer() is var comparer && !comparer.Equals(before[property], now[property]))
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
            found |= navigation.Restore();
        return found;
    }

    /// <summary>EF Core looks at the relations that were put back, so that it does not take them for changes later.</summary>
    public void Acknowledge() => _entry.DetectChanges();

    /// <summary>Last of all, for each of the steps before may mark something as changed.</summary>
    public void RestoreState()
    {
        if (State == EntityState.Modified)
        {
            _entry.State = EntityState.Unchanged;
            RestoreValues();
            foreach (IProperty property in _modified)
                _entry.Property(property).IsModified = true;
        }
        else if (_entry.State != State)
            _entry.State = State;

        // Values of the caller that EF Core has not been told of go back without its knowing.
        if (State == EntityState.Unchanged && _current is not null && !HasSameValues)
            foreach (IProperty property in _entry.Metadata.GetProperties().Where(property => !property.IsShadowProperty()))
                Members.Set(property.GetMemberInfo(forMaterialization: false, forSet: true), _entry.Entity, _current[property]);
        foreach (NavigationSnapshot navigation in _navigations)
            navigation.RestoreLoaded(_entry);
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
internal sealed class NavigationSnapshot
{
    private readonly object _entity;
    private readonly INavigationBase _navigation;
    private readonly object? _value;
    private readonly object[] _items;
    private readonly bool _isLoaded;

    private NavigationSnapshot(EntityEntry entry, INavigationBase navigation)
    {
        (_entity, _navigation) = (entry.Entity, navigation);
        _value = Value();
        _items = Items();
        _isLoaded = entry.Navigation(navigation).IsLoaded;
    }

    public bool HasChanged =>
        !ReferenceEquals(Value(), _value) || !Items().SequenceEqual(_items, ReferenceEqualityComparer.Instance);

    public static NavigationSnapshot[] Of(EntityEntry entry) =>
    [
        .. entry.Metadata.GetNavigations().Concat<INavigationBase>(entry.Metadata.GetSkipNavigations())
            .Where(navigation => !navigation.IsShadowProperty())
            .Select(navigation => new NavigationSnapshot(entry, navigation)),
    ];

    public void RestoreLoaded(EntityEntry entry)
    {
        if (entry.Navigation(_navigation).IsLoaded != _isLoaded)
            entry.Navigation(_navigation).IsLoaded = _isLoaded;
    }

    /// <summary>Behind the back of EF Core, which would take each step for a change of its own.</summary>
    /// <returns>True when there was something to put back.</returns>
    public bool Restore()
    {
        if (!HasChanged)
            return false;

        if (!ReferenceEquals(Value(), _value))
            Members.Set(_navigation.GetMemberInfo(forMaterialization: false, forSet: true), _entity, _value);
        if (!_navigation.IsCollection
            || _value is null
            || Items().SequenceEqual(_items, ReferenceEqualityComparer.Instance))
            return true;

        // Not null: a navigation that is a collection and no shadow has an accessor.
        IClrCollectionAccessor list = _navigation.GetCollectionAccessor()!;
        foreach (object item in Items())
            list.Remove(_entity, item);
        foreach (object item in _items)
            list.Add(_entity, item, forMaterialization: false);
        return true;
    }

    private object? Value() => _navigation.GetGetter().GetClrValue(_entity);

    private object[] Items() =>
        _navigation.IsCollection && Value() is IEnumerable items ? [.. items.Cast<object>()] : [];
}
