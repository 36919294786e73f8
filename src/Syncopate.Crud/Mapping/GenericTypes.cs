namespace Syncopate.Crud.Mapping;

/// <summary>Tells from which generic definition a type is made.</summary>
internal static class GenericTypes
{
    public static bool IsMadeOf(this Type type, Type definition) =>
        type.IsGenericType && type.GetGenericTypeDefinition() == definition;
}
