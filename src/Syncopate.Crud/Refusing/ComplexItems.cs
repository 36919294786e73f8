using System.Collections;
using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Refusing;

/// <summary>What lists of complex values hold and JSON, in which their column keeps them, cannot, and what they lack: they have no entry of
/// their own among what is saved.</summary>
internal static class ComplexItems
{
    // Any thread; the table guards itself. The complex members of an entity that are lists, or have some in them.
    private static readonly ConditionalWeakTable<IEntityType, IComplexProperty[]> Known = [];

    /// <param name="changed">What is about to be saved.</param>
    /// <param name="errors">Takes what cannot be.</param>
    public static void Find(List<EntityEntry> changed, List<CrudError> errors)
    {
        foreach (EntityEntry entry in changed)
            if (entry.State is EntityState.Added or EntityState.Modified)
                foreach (IComplexProperty member in Known.GetValue(entry.Metadata, static type => Of(type)))
                    if (entry.State == EntityState.Added || IsModified(entry, member))
                        Find(
                            member,
                            member.GetGetter().GetClrValue(entry.Entity),
                            MemberPath.Prefix(entry.Metadata) + member.Name,
                            isInList: false,
                            errors);
    }

    private static IComplexProperty[] Of(IEntityType type) => [.. Members(type).Where(HasList)];

    private static IEnumerable<IComplexProperty> Members(ITypeBase type) =>
        type.GetComplexProperties().Where(member => !member.IsShadowProperty());

    private static bool HasList(IComplexProperty member) =>
        member.IsCollection || Members(member.ComplexType).Any(HasList);

    private static bool IsModified(EntityEntry entry, IComplexProperty member) => member.IsCollection
        ? entry.ComplexCollection(member).IsModified
        : entry.ComplexProperty(member).IsModified;

    private static void Find(IComplexProperty member, object? value, string path, bool isInList, List<CrudError> errors)
    {
        if (value is null)
        {
            if (isInList && RequiredValues.ThrowsFor(member))
                errors.Add(RequiredValues.Empty(member, path));
            return;
        }

        if (!member.IsCollection)
        {
            FindWithin(member.ComplexType, value, path, isInList, errors);
            return;
        }

        int number = 0;
        foreach (object? item in (IEnumerable)value)
        {
            if (item is not null)
                FindWithin(
                    member.ComplexType,
                    item,
                    string.Create(CultureInfo.InvariantCulture, $"{path}[{number}]"),
                    isInList: true,
                    errors);
            number++;
        }
    }

    private static void FindWithin(IComplexType type, object holder, string path, bool isInList, List<CrudError> errors)
    {
        foreach (IProperty column in isInList ? type.GetProperties().Where(column => !column.IsShadowProperty()) : [])
        {
            object? value = column.GetGetter().GetClrValue(holder);
            if (value is null && RequiredValues.IsOf(column))
                errors.Add(RequiredValues.Empty(column, $"{path}.{column.Name}"));
            else if (UnfitValues.ProblemInJson(column, value) is { } problem)
                errors.Add(new CrudError($"{path}.{column.Name}", $"{EntityName.Capitalised(column)} {problem}."));
        }

        foreach (IComplexProperty inner in Members(type))
            Find(inner, inner.GetGetter().GetClrValue(holder), $"{path}.{inner.Name}", isInList, errors);
    }
}
