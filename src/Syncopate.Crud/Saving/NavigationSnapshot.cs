using System.Collections;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

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

    public bool HasChanged => !ReferenceEquals(Value(), _value) || !Items().SequenceEqual(_items, ReferenceEqualityComparer.Instance);

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
        if (!_navigation.IsCollection || _value is null || Items().SequenceEqual(_items, ReferenceEqualityComparer.Instance))
            return true;

        // Not null: a navigation that is a collection and no shadow has an accessor.
        var list = _navigation.GetCollectionAccessor()!;
        foreach (var item in Items())
            list.Remove(_entity, item);
        foreach (var item in _items)
            list.Add(_entity, item, forMaterialization: false);
        return true;
    }

    private object? Value() => _navigation.GetGetter().GetClrValue(_entity);

    private object[] Items() => _navigation.IsCollection && Value() is IEnumerable items ? [.. items.Cast<object>()] : [];
}
