using System.Reflection;
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

    /// <summary>True for a token that only somebody can tell who has seen it in a row: not for what an object of its class begins
    /// with.</summary>
    /// <param name="token">Of what an entity owns.</param>
    /// <param name="told">In its own type.</param>
    public static bool IsSeen(IProperty token, object? told) =>
        told is not null
        && token.GetValueComparer() is var comparer
        && !comparer.Equals(told, token.Sentinel)
        && !comparer.Equals(told, Begun(token));

    /// <summary>Null where that cannot be found out.</summary>
    private static object? Begun(IProperty token)
    {
        const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
        if (token.IsShadowProperty() || token.DeclaringType is not IEntityType type)
            return null;

        object? made = type.ClrType.GetConstructor(Any, Type.EmptyTypes)?
            .Invoke(BindingFlags.DoNotWrapExceptions, null, [], null);
        return made is null ? null : token.GetGetter().GetClrValue(made);
    }
}
