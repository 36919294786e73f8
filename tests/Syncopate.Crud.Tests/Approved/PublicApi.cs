using System.Reflection;
using System.Runtime.CompilerServices;

namespace Syncopate.Crud.Tests.Approved;

/// <summary>All that others can use of some types, as text: a line for each type and each member, in ordinal order. What
/// the compiler adds to every record is left out.</summary>
internal static class PublicApi
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    public static IReadOnlyList<string> Of(IReadOnlyList<Type> types) => [.. types.SelectMany(LinesOf).Order(StringComparer.Ordinal)];

    private static IEnumerable<string> LinesOf(Type type)
    {
        string name = $"{type.Namespace}.{TypeText.Declared(type)}";
        string[] parents = type.IsEnum ? [] : [.. ParentsOf(type).Order(StringComparer.Ordinal)];
        yield return $"{name} : {string.Join(", ", [KindOf(type), .. parents])}{TypeText.Constraints(type.GetGenericArguments())}";
        foreach (string member in type.GetMembers(Declared).Select(LineOf).OfType<string>())
            yield return $"{name}.{member}";
    }

    private static string KindOf(Type type) => type switch
    {
        { IsEnum: true } => "enum",
        { IsInterface: true } => "interface",
        { IsValueType: true } => "struct",
        { IsAbstract: true, IsSealed: true } => "static class",
        _ => $"{(type.IsAbstract ? "abstract " : type.IsSealed ? "sealed " : "")}{(IsRecord(type) ? "record" : "class")}",
    };

    private static IEnumerable<string> ParentsOf(Type type)
    {
        if (type.BaseType is { } parent && parent != typeof(object) && parent != typeof(ValueType))
            yield return TypeText.Of(parent);
        foreach (Type implemented in type.GetInterfaces().Except(type.BaseType?.GetInterfaces() ?? []))
            if (!IsRecord(type) || implemented.Name != typeof(IEquatable<>).Name)
                yield return TypeText.Of(implemented);
    }

    private static bool IsRecord(Type type) => type.GetMethod("<Clone>$", Declared) is not null;

    /// <summary>Null for what code in another assembly cannot name.</summary>
    private static string? LineOf(MemberInfo member) => member switch
    {
        PropertyInfo property => property.GetAccessors(nonPublic: true).Any(IsVisible) ? LineOf(property) : null,
        FieldInfo { IsPublic: true } field => LineOf(field),
        MethodBase method => IsVisible(method) && IsWritten(method) ? LineOf(method) : null,
        _ => null,
    };

    private static string? LineOf(FieldInfo field)
    {
        if (!field.IsLiteral)
            return field.IsSpecialName ? null : $"{field.Name} : {(field.IsStatic ? "static " : "")}{TypeText.Of(field)}";

        string value = TypeText.Literal(field.GetRawConstantValue(), field.FieldType);
        return $"{field.Name} = {value}{(field.FieldType.IsEnum ? "" : $" : const {TypeText.Of(field)}")}";
    }

    private static string? LineOf(PropertyInfo property)
    {
        if (property.Name == "EqualityContract")
            return null;

        string places = string.Join(", ", property.GetIndexParameters().Select(Parameter));
        IEnumerable<string> accessors = property.GetAccessors(nonPublic: true).Where(IsVisible)
            .Select(accessor => $"{(accessor.IsFamily ? "protected " : "")}{KindOf(accessor)}; ");
        string required = property.IsDefined(typeof(RequiredMemberAttribute)) ? "required " : "";
        string modifiers = Modifiers(property.GetAccessors(nonPublic: true)[0]).Replace("protected ", "", StringComparison.Ordinal);
        string name = places.Length == 0 ? property.Name : $"{property.Name}[{places}]";
        return $"{name} {{ {string.Concat(accessors)}}} : {required}{modifiers}{TypeText.Of(property)}";
    }

    private static string KindOf(MethodInfo accessor) => accessor.ReturnType != typeof(void) ? "get"
        : accessor.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit)) ? "init"
        : "set";

    private static string LineOf(MethodBase method)
    {
        string parameters = string.Join(", ", method.GetParameters().Select(Parameter));
        string extended = method.IsDefined(typeof(ExtensionAttribute)) ? "this " : "";
        if (method is not MethodInfo { ReturnParameter: var result })
            return $"{TypeText.PlainName(method.DeclaringType)}({parameters}){(method.IsFamily ? " : protected" : "")}";

        Type[] generic = method.GetGenericArguments();
        string arguments = generic.Length == 0 ? "" : $"<{string.Join(", ", generic.Select(TypeText.Of))}>";
        return $"{method.Name}{arguments}({extended}{parameters})"
            + $" : {Modifiers(method)}{TypeText.Of(result)}{TypeText.Constraints(generic)}";
    }

    private static string Modifiers(MethodBase method)
    {
        bool isOverride = method is MethodInfo info && info.GetBaseDefinition() != info;
        string bound = method switch
        {
            { DeclaringType.IsInterface: true, IsStatic: false } => "",
            { IsStatic: true, IsAbstract: true } => "static abstract ",
            { IsStatic: true } => "static ",
            _ when isOverride => method.IsFinal ? "sealed override " : "override ",
            { IsAbstract: true } => "abstract ",
            { IsVirtual: true, IsFinal: false } => "virtual ",
            _ => "",
        };
        return $"{(method.IsPublic ? "" : "protected ")}{bound}";
    }

    private static string Parameter(ParameterInfo parameter)
    {
        string way = parameter switch
        {
            { IsOut: true } => "out ",
            { ParameterType.IsByRef: true } => parameter.IsIn ? "in " : "ref ",
            _ when parameter.IsDefined(typeof(ParamArrayAttribute)) || parameter.IsDefined(typeof(ParamCollectionAttribute)) => "params ",
            _ => "",
        };
        string otherwise = parameter.HasDefaultValue ? $" = {TypeText.Literal(parameter.DefaultValue, parameter.ParameterType)}" : "";
        return $"{way}{TypeText.Of(parameter)} {parameter.Name}{otherwise}";
    }

    private static bool IsVisible(MethodBase method) =>
        method.IsPublic || (method.IsFamily || method.IsFamilyOrAssembly) && method.DeclaringType is { IsSealed: false };

    /// <summary>Accessors stand with their property. Of what a record brings, only its deconstruction is called by others.</summary>
    private static bool IsWritten(MethodBase method) =>
        (method.IsConstructor || !method.IsSpecialName || method.Name.StartsWith("op_", StringComparison.Ordinal))
            && (method.Name == "Deconstruct" || !method.IsDefined(typeof(CompilerGeneratedAttribute)));
}
