using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Validating;

/// <summary>The lengths in the model. SQLite does not enforce them, and PostgreSQL does not name the column.</summary>
internal static class TextLength
{
    /// <summary>The properties of one type, complex values inside it left out, that have a limit in characters or bytes.</summary>
    public static IProperty[] Limited(ITypeBase type) =>
        [.. type.GetProperties().Where(property => property.GetMaxLength() is not null && property.GetTypeMapping().Converter is null)];

    /// <summary>Of a value that is new or changed: what was too long before must not keep a user from changing something else.</summary>
    public static void Check(PropertyEntry value, string prefix, List<CrudError> errors)
    {
        IProperty property = value.Metadata;
        int length = value.CurrentValue switch { string text => text.Length, byte[] bytes => bytes.Length, _ => 0 };
        string path = prefix + property.Name;
        if (length > property.GetMaxLength()
            && (value.EntityEntry.State == EntityState.Added || value.IsModified)
            && !errors.Exists(error => error.Path == path))
            errors.Add(new CrudError(
                path, $"{EntityName.Capitalised(property)} has {length} characters; at most {property.GetMaxLength()} are allowed."));
    }
}
