using System.Reflection;
using Microsoft.EntityFrameworkCore;
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

    /// <summary>True for a token to which the database itself gives a new value whenever its row is written.</summary>
    public static bool IsMade(IProperty token) =>
        token.ValueGenerated is ValueGenerated.OnAddOrUpdate or ValueGenerated.OnUpdate;

    /// <summary>A column in the row of a token that may be written with the value that it has, only to have the token compared; null for
    /// none. Not one whose value a save would look at, or that refers to another row.</summary>
    public static IProperty? WrittenWith(IProperty token)
    {
        List<ITable> tables = [.. token.GetTableColumnMappings().Select(mapping => mapping.TableMapping.Table)];
        List<IProperty> columns =
        [
            .. token.DeclaringType.ContainingEntityType.GetProperties().Where(
                column => column is { ValueGenerated: ValueGenerated.Never, IsConcurrencyToken: false }
                    && !column.IsKey()
                    && !column.IsForeignKey()
                    && !(Nullable.GetUnderlyingType(column.ClrType) ?? column.ClrType).IsEnum
                    && column.GetAfterSaveBehavior() == PropertySaveBehavior.Save
                    && column.GetTableColumnMappings().Any(mapping => tables.Contains(mapping.TableMapping.Table))),
        ];
        return columns.Find(column => column.ClrType.IsValueType) ?? (columns.Count > 0 ? columns[0] : null);
    }

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
