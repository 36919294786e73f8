using System.Collections;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>All that an object holds of what the model maps, at any depth, whether or not EF Core tracks it: to be compared with what it
/// holds later.</summary>
internal sealed class HeldValues
{
    private readonly List<(ValueComparer? Comparer, object? Value)> _values = [];

    /// <param name="type">Of an owned value.</param>
    /// <param name="value">Tracked or not.</param>
    public static HeldValues Of(IEntityType type, object value)
    {
        HeldValues held = new();
        held.Add(type, value);
        return held;
    }

    /// <summary>True where it holds whatever two others have in common: an object may begin with the time, or with a random number.
    /// </summary>
    public bool HasAllOf(HeldValues one, HeldValues other)
    {
        if (_values.Count != one._values.Count || _values.Count != other._values.Count)
            return false;

        for (int i = 0; i < _values.Count; i++)
            if (AreSame(i, one, other) && !AreSame(i, this, one))
                return false;
        return true;
    }

    /// <summary>What lies at one place of two may be of two members, where one of them has more of a list than the other.</summary>
    private static bool AreSame(int place, HeldValues one, HeldValues other)
    {
        var (comparer, left) = one._values[place];
        var (otherComparer, right) = other._values[place];
        return ReferenceEquals(comparer, otherComparer)
            && (comparer is null ? Equals(left, right) : comparer.Equals(left, right));
    }

    private void Add(ITypeBase type, object holder)
    {
        foreach (IProperty column in type.GetProperties().Where(column => !column.IsShadowProperty()))
        {
            ValueComparer comparer = column.GetValueComparer();
            _values.Add((comparer, comparer.Snapshot(column.GetGetter().GetClrValue(holder))));
        }
        foreach (IComplexProperty value in type.GetComplexProperties().Where(value => !value.IsShadowProperty()))
            AddEach(value.ComplexType, value.IsCollection, value.GetGetter().GetClrValue(holder));

        foreach (INavigation way in type is IEntityType owner ? OwnedKeys.NavigationsOf(owner) : [])
            if (!way.IsShadowProperty())
                AddEach(way.TargetEntityType, way.IsCollection, way.GetGetter().GetClrValue(holder));
    }

    /// <summary>With their number: else what one has could be taken for what another has.</summary>
    private void AddEach(ITypeBase type, bool isList, object? value)
    {
        List<object> each = value is null ? []
            : isList ? [.. ((IEnumerable)value).OfType<object>()]
            : [value];
        object? number = value is null ? null : each.Count;
        _values.Add((null, number));
        each.ForEach(one => Add(type, one));
    }
}
