using System.Reflection;

namespace Syncopate.Crud.Saving;

/// <summary>Writes members of an entity without a word to EF Core.</summary>
internal static class Members
{
    public static void Set(MemberInfo member, object entity, object? value)
    {
        if (member is FieldInfo field)
            field.SetValue(entity, value);
        else
            ((PropertyInfo)member).SetValue(entity, value);
    }
}
