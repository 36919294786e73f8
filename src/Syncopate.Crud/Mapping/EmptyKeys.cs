using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>Keys that nobody has given. A number may well be 0, but no text and no Guid of a key is empty.</summary>
internal static class EmptyKeys
{
    public static bool Is(object? value) => value is null or "" || value is Guid guid && guid == Guid.Empty;

    public static CrudError Error(IProperty key) =>
        new(MemberPath.Of(key), $"{EntityName.Capitalised(key)} must not be empty.");

    /// <summary>Those of new rows. What refers to another row is told by that.</summary>
    public static List<CrudError> In(List<EntityEntry> changed)
    {
        List<CrudError> errors = [];
        foreach (EntityEntry entry in changed)
            if (entry.State == EntityState.Added && !entry.Metadata.IsPropertyBag)
                foreach (IProperty property in entry.Metadata.FindPrimaryKey()?.Properties ?? [])
                    if (IsGiven(property) && Is(property.GetGetter().GetClrValue(entry.Entity)))
                        errors.Add(Error(property));
        return errors;
    }

    private static bool IsGiven(IProperty property) =>
        (property.ClrType == typeof(string) || property.ClrType == typeof(Guid))
        && !KeyValues.IsMade(property)
        && !property.IsShadowProperty()
        && !property.IsForeignKey();
}
