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
    private readonly IProperty[] _made =
    [
        .. (entity.FindPrimaryKey()?.Properties ?? [])
            .Where(property => !property.IsShadowProperty() && property.ValueGenerated.HasFlag(ValueGenerated.OnAdd)),
    ];

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

    /// <summary>Copies into a new entity; a key that is made for it is not taken from the form.</summary>
    public void GuardNew(object made, object form, Action copy)
    {
        object?[] before = [.. _made.Select(property => property.GetGetter().GetClrValue(made))];
        copy();
        for (int i = 0; i < _made.Length; i++)
            if (form.GetType().GetProperty(_made[i].Name) is { CanRead: true } member
                && AreEqual(_made[i], member.GetValue(form), _made[i].GetGetter().GetClrValue(made)))
                Set(_made[i], made, before[i]);
    }

    /// <summary>The keys besides the primary one in which an entity of the caller differs from the stored one.</summary>
    public IReadOnlyList<CrudError> Changed(object stored, object given) =>
    [
        .. from property in _all
           let getter = property.GetGetter()
           where !property.IsPrimaryKey() && !AreEqual(property, getter.GetClrValue(stored), getter.GetClrValue(given))
           select Refused(property),
    ];

    private static bool AreEqual(IProperty property, object? left, object? right) =>
        property.GetValueComparer().Equals(left, right);

    private static CrudError Refused(IProperty key) =>
        new(MemberPath.Of(key), $"{EntityName.Capitalised(key)} cannot be changed, because other rows refer to it.");

    private static void Set(IProperty property, object entity, object? value) =>
        Members.Set(property.GetMemberInfo(forMaterialization: false, forSet: true), entity, value);
}
