using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>The token that nobody has to raise: a number or a Guid with the name Version that is compared when a row is
/// saved, and that the database does not make itself.</summary>
internal static class Versions
{
    private const string Name = "Version";

    /// <summary>Null when the entity has none.</summary>
    public static IProperty? Of(IEntityType entity) => entity.GetProperties().FirstOrDefault(property =>
        property.IsConcurrencyToken && property.ValueGenerated == ValueGenerated.Never
        && string.Equals(property.Name, Name, StringComparison.OrdinalIgnoreCase)
        && (property.ClrType == typeof(int) || property.ClrType == typeof(long) || property.ClrType == typeof(Guid)));

    /// <summary>Another value than that; a number begins anew after its largest.</summary>
    public static object? Next(object? version) => version switch
    {
        int number => unchecked(number + 1),
        long number => unchecked(number + 1),
        Guid => Guid.NewGuid(),
        _ => version,
    };
}
