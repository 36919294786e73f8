using System.Reflection;

namespace Syncopate.Crud.Mapping;

/// <summary>Finds the attributes of a member. In the list of a record, as in <c>record Form([Required] string Name)</c>,
/// they belong to the parameter of the constructor and not to the property, unless their author says so.</summary>
internal static class RecordMembers
{
    public static IEnumerable<T> Attributes<T>(MemberInfo member)
        where T : Attribute =>
        member.GetCustomAttributes<T>(inherit: true)
            .Concat(member is PropertyInfo property && Parameter(property) is { } parameter ? parameter.GetCustomAttributes<T>() : []);

    private static ParameterInfo? Parameter(PropertyInfo property) => property.DeclaringType?.GetConstructors()
        .SelectMany(constructor => constructor.GetParameters())
        .FirstOrDefault(parameter => parameter.Name == property.Name && parameter.ParameterType == property.PropertyType);
}
