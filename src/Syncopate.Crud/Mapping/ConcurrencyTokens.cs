using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>What a save compares with what its user saw.</summary>
internal static class ConcurrencyTokens
{
    /// <summary>Those of an entity or of an owned type, also inside complex values; none in a JSON column, of which EF Core
    /// compares nothing.</summary>
    public static IEnumerable<IProperty> Of(IEntityType type) => OwnedKeys.IsInJson(type)
        ? []
        : type.GetFlattenedProperties().Where(
            column => column.IsConcurrencyToken && MemberEntries.IsAlwaysThere(column));

    /// <summary>True where what an entity owns has some of its own.</summary>
    public static bool AreOwned(IEntityType type) => Array.Exists(
        OwnedKeys.NavigationsOf(type), way => Of(way.TargetEntityType).Any() || AreOwned(way.TargetEntityType));
}
