using System.Reflection;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>Keeps what a form writes away from keys. The generator cannot see one that is configured in the context,
/// and EF Core throws when the key of a stored row changes.</summary>
internal sealed class KeyValues(IEntityType entity)
{
    private readonly IProperty[] _all =
    [
        .. entity.GetKeys().SelectMany(key => key.Properties).Distinct().Where(property => !property.IsShadowProperty()),
    ];

    /// <summary>Those that the database or EF Core makes for a new row.</summary>
    private readonly IProperty[] _made = [.. OfPrimary(entity).Where(IsMade)];

    /// <summary>Those that a new row has from whoever makes it. The copy that the generator writes leaves out what looks
    /// like a key, because only the model tells which of them are made.</summary>
    private readonly IProperty[] _natural = [.. OfPrimary(entity).Where(property => !IsMade(property))];

    private readonly IProperty? _asked = EmptyKeys.Asked(entity);

    /// <summary>True for a value that the database or EF Core makes for a new row. A generator of the application's own makes
    /// one also where the model calls it none.</summary>
    public static bool IsMade(IProperty property) =>
        property.ValueGenerated.HasFlag(ValueGenerated.OnAdd) || property.GetValueGeneratorFactory() is not null;

    /// <summary>Copies into a stored entity; its primary key stays as it is.</summary>
    /// <returns>The other keys that the form would have changed; empty when all is well.</returns>
    public IReadOnlyList<CrudError> Guard(object stored, Action copy)
    {
        object?[] before = [.. _all.Select(property => property.GetGetter().GetClrValue(stored))];
        copy();

        List<CrudError> errors = [];
        for (int i = 0; i < _all.Length; i++)
        {
            if (AreEqual(_all[i], _all[i].GetGetter().GetClrValue(stored), before[i]))
                continue;
            Set(_all[i], stored, before[i]);
            if (!_all[i].IsPrimaryKey())
                errors.Add(Refused(_all[i]));
        }
        return errors;
    }

    /// <summary>Copies into a new entity; a key that is made for it is not taken from the form, any other is.</summary>
    /// <param name="made">The new entity.</param>
    /// <param name="form">What the user entered.</param>
    /// <param name="isEmpty">False when a factory or constructor took the form: the key that it gave stays.</param>
    /// <param name="copy">Copies the form.</param>
    /// <returns>What the form has that no key can be; empty when all is well.</returns>
    public IReadOnlyList<CrudError> GuardNew(object made, object form, bool isEmpty, Action copy)
    {
        object?[] before = [.. _made.Select(property => property.GetGetter().GetClrValue(made))];
        object?[] natural = [.. _natural.Select(property => property.GetGetter().GetClrValue(made))];
        copy();
        for (int i = 0; i < _made.Length; i++)
            if (form.GetType().GetProperty(_made[i].Name) is { CanRead: true } member
                && IsOf(_made[i], member.GetValue(form), _made[i].GetGetter().GetClrValue(made)))
                Set(_made[i], made, before[i]);

        List<CrudError> errors = [];
        for (int i = 0; i < _natural.Length; i++)
            if (AreEqual(_natural[i], natural[i], _natural[i].GetGetter().GetClrValue(made))
                && (isEmpty || EmptyKeys.Is(natural[i]) || Equals(natural[i], _natural[i].Sentinel))
                && Entered(_natural[i], form) is { } entered)
                Take(_natural[i], made, entered, errors);

        // One that is null is told of before the entity is added, whoever made it.
        if (_asked is { } key && MemberOf(key, form) is { } asked
            && EmptyKeys.Is(asked.GetValue(form))
            && key.GetGetter().GetClrValue(made) is { } left && EmptyKeys.Is(left))
            errors.Add(EmptyKeys.Error(key));
        return errors;
    }

    /// <summary>The keys besides the primary one in which an entity of the caller differs from the stored one.</summary>
    public IReadOnlyList<CrudError> Changed(object stored, object given) =>
    [
        .. from property in _all
           let getter = property.GetGetter()
           where !property.IsPrimaryKey() && !AreEqual(property, getter.GetClrValue(stored), getter.GetClrValue(given))
           select Refused(property),
    ];

    private static IEnumerable<IProperty> OfPrimary(IEntityType entity) =>
        (entity.FindPrimaryKey()?.Properties ?? []).Where(property => !property.IsShadowProperty());

    /// <summary>True for a key that the form gave. Where it has none, the copy leaves nothing, or the default of the type.</summary>
    private static bool IsOf(IProperty key, object? shown, object? now) => shown is null
        ? now is null || now.Equals(key.Sentinel)
        : ColumnNumber.TryConvert(shown, key.ClrType, out object? converted) && AreEqual(key, converted, now);

    /// <summary>What the form has for a key; null when it has nothing, or only shows it.</summary>
    private static object? Entered(IProperty key, object form) =>
        MemberOf(key, form)?.GetValue(form) is { } value && !EmptyKeys.Is(value) ? value : null;

    /// <summary>Where a user enters it; null when the form has no such member, or only shows it.</summary>
    private static PropertyInfo? MemberOf(IProperty key, object form) =>
        form.GetType().GetProperty(key.Name) is { CanRead: true, CanWrite: true } member
        && !WriteProtection.Covers(member)
        && !member.IsDefined(typeof(NotProjectedAttribute), inherit: true)
        && !(key.PropertyInfo is { } written && WriteProtection.Covers(written))
            ? member
            : null;

    /// <summary>Puts it into the new entity, if it can be this key: a number may be of another type. What is of a type
    /// that never can is left to whoever wrote the form.</summary>
    private static void Take(IProperty key, object made, object entered, List<CrudError> errors)
    {
        if (ColumnNumber.TryConvert(entered, key.ClrType, out object? value))
            Set(key, made, value);
        else if (ColumnNumber.Is(key.ClrType) && ColumnNumber.Is(entered.GetType()))
            errors.Add(ColumnNumber.Error(key, entered));
    }

    private static bool AreEqual(IProperty property, object? left, object? right) =>
        property.GetValueComparer().Equals(left, right);

    private static CrudError Refused(IProperty key) =>
        new(MemberPath.Of(key), $"{EntityName.Capitalised(key)} cannot be changed, because other rows refer to it.");

    private static void Set(IProperty property, object entity, object? value) =>
        Members.Set(property.GetMemberInfo(forMaterialization: false, forSet: true), entity, value);
}
