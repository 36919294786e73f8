using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Refusing;

/// <summary>Lists in a column, and complex values, that must not be null: EF Core throws for one that is, with a text for
/// programmers, or passes over it. Of every other column the database says so.</summary>
internal static class RequiredValues
{
    // Any thread; the table guards itself.
    private static readonly ConditionalWeakTable<IEntityType, IPropertyBase[]> Known = [];

    /// <param name="changed">What is about to be saved.</param>
    /// <param name="errors">Takes those that are null.</param>
    public static void Find(List<EntityEntry> changed, List<CrudError> errors)
    {
        foreach (EntityEntry entry in changed)
            if (entry.State is EntityState.Added or EntityState.Modified)
                foreach (IPropertyBase member in MembersOf(entry.Metadata))
                    if (IsNull(member, entry.Entity) && !IsSavedAsNulls(member))
                        errors.Add(Empty(entry.Metadata, member));
    }

    /// <summary>The same of an entity that a caller made: EF Core passes over every complex value that is null when it copies from one.
    /// </summary>
    /// <param name="type">Of the entity.</param>
    /// <param name="entity">Tracked or not.</param>
    /// <returns>Null when nothing is missing.</returns>
    public static List<CrudError>? Missing(IEntityType type, object entity)
    {
        List<CrudError>? errors = null;
        foreach (IPropertyBase member in MembersOf(type))
            if (IsNull(member, entity))
                (errors ??= []).Add(Empty(type, member));
        return errors;
    }

    private static IPropertyBase[] MembersOf(IEntityType type) => Known.GetValue(type, static type => Of(type));

    private static bool IsNull(IPropertyBase member, object entity) =>
        IsThere(member.DeclaringType, entity) && Value(member, entity) is null;

    /// <summary>True for a complex value all of whose columns may be null: EF Core writes them so, and throws for none.</summary>
    private static bool IsSavedAsNulls(IPropertyBase member) =>
        member is IComplexProperty { IsCollection: false, ComplexType: var type }
        && type.GetProperties().All(column => column.IsNullable);

    private static CrudError Empty(IEntityType type, IPropertyBase member) => new(
        MemberPath.Prefix(type) + MemberPath.Inside(member.DeclaringType) + member.Name,
        $"{Name(member)} must not be empty.");

    private static IPropertyBase[] Of(IEntityType type) =>
    [
        .. type.GetFlattenedProperties().Where(
            column => column.GetElementType() is not null
                && !column.IsNullable
                && !column.IsShadowProperty()
                && !IsInList(column.DeclaringType)),
        .. type.GetFlattenedComplexProperties().Where(
            value => !value.IsNullable
                && !value.ClrType.IsValueType
                && !value.IsShadowProperty()
                && !IsInList(value.DeclaringType)),
    ];

    /// <summary>False inside a complex value that is null itself.</summary>
    private static bool IsThere(ITypeBase type, object entity) =>
        type is not IComplexType { ComplexProperty: var owner }
        || IsThere(owner.DeclaringType, entity) && Value(owner, entity) is not null;

    private static bool IsInList(ITypeBase type) =>
        type is IComplexType { ComplexProperty: var owner } && (owner.IsCollection || IsInList(owner.DeclaringType));

    private static object? Value(IPropertyBase member, object entity) =>
        member.GetGetter().GetClrValueUsingContainingEntity(entity);

    private static string Name(IPropertyBase member) =>
        member.PropertyInfo is { } property ? EntityName.Capitalised(property) : member.Name;
}
