using System.Reflection;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Saving;

/// <summary>Finds entities that keep more than their columns and relations: a list of events, above all. What became of
/// that within a failed save cannot be put back.</summary>
internal static class UnmappedState
{
    private const BindingFlags OwnFields =
        BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    // Any thread; the table guards itself.
    private static readonly ConditionalWeakTable<IEntityType, object> Known = [];

    public static bool IsIn(IEntityType type) => (bool)Known.GetValue(type, static type => HasFields(type));

    private static bool HasFields(IEntityType type)
    {
        if (type.IsPropertyBag)
            return false;

        List<IReadOnlyPropertyBase> members =
        [
            .. type.GetProperties(),
            .. type.GetComplexProperties(),
            .. type.GetNavigations(),
            .. type.GetSkipNavigations(),
            .. type.GetServiceProperties(),
        ];
        HashSet<string> mapped =
        [
            .. members.Select(member => member.FieldInfo?.Name ?? ""),
            .. members.Select(member => $"<{member.Name}>k__BackingField"),
        ];
        for (Type? declaring = type.ClrType; declaring is not null; declaring = declaring.BaseType)
            if (Array.Exists(declaring.GetFields(OwnFields), field => !mapped.Contains(field.Name)))
                return true;
        return false;
    }
}
