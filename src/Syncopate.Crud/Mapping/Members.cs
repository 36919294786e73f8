using System.Linq.Expressions;
using System.Reflection;

namespace Syncopate.Crud.Mapping;

/// <summary>Reads and writes members of an object without a word to EF Core.</summary>
internal static class Members
{
    /// <summary>Reads a property without reflection on each call.</summary>
    public static Func<object, object?> Getter(PropertyInfo property)
    {
        ParameterExpression instance = Expression.Parameter(typeof(object), "instance");

        // Not null: a property that is read belongs to a type.
        MemberExpression value = Expression.Property(Expression.Convert(instance, property.DeclaringType!), property);
        return Expression.Lambda<Func<object, object?>>(Expression.Convert(value, typeof(object)), instance).Compile();
    }

    /// <summary>What a form may write: members that can be read and set, and are not kept from that.</summary>
    public static IReadOnlyList<PropertyInfo> Written(Type form) =>
    [
        .. form.GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(member => member is { CanRead: true, CanWrite: true }
            && member.GetIndexParameters().Length == 0
            && !WriteProtection.Covers(member)
            && !member.IsDefined(typeof(NotProjectedAttribute), inherit: true)),
    ];

    public static void Set(MemberInfo member, object instance, object? value)
    {
        if (member is FieldInfo field)
            field.SetValue(instance, value);
        else
            ((PropertyInfo)member).SetValue(instance, value);
    }
}
