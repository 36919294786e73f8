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
                    if (IsNull(member, entry.Entity) && IsRefused(member))
                        errors.Add(Empty(member, Path(entry.Metadata, member)));
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
                (errors ??= []).Add(Empty(member, Path(type, member)));
        return errors;
    }

    /// <summary>True for a list in a column that must not be null.</summary>
    public static bool IsOf(IProperty column) => column.GetElementType() is not null && !column.IsNullable;

    /// <summary>True where EF Core throws for null: not where all columns of the value may be null, which it then writes so.</summary>
    public static bool ThrowsFor(IComplexProperty value) =>
        !value.IsNullable && value.ComplexType.GetProperties().Any(column => !column.IsNullable);

    /// <summary>What is said of one that is null.</summary>
    public static CrudError Empty(IPropertyBase member, string path) => new(path, $"{Name(member)} must not be empty.");

    private static IPropertyBase[] MembersOf(IEntityType type) => Known.GetValue(type, static type => Of(type));

    private static bool IsNull(IPropertyBase member, object entity) =>
        IsThere(member.DeclaringType, entity) && Value(member, entity) is null;

    private static bool IsRefused(IPropertyBase member) =>
        member is not IComplexProperty { IsCollection: false } value || ThrowsFor(value);

    private static string Path(IEntityType type, IPropertyBase member) =>
        MemberPath.Prefix(type) + MemberPath.Inside(member.DeclaringType) + member.Name;

    private static IPropertyBase[] Of(IEntityType type) =>
    [
        .. type.GetFlattenedProperties().Where(
            column => IsOf(column) && !column.IsShadowProperty() && !IsInList(column.DeclaringType)),
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
