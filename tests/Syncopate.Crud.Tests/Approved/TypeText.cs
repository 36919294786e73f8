using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Syncopate.Crud.Tests.Approved;

/// <summary>Types as C# writes them, with what may be null and the names in tuples.</summary>
internal static class TypeText
{
    private static readonly (Type Type, string Word)[] Words =
    [
        (typeof(void), "void"), (typeof(object), "object"), (typeof(string), "string"), (typeof(bool), "bool"),
        (typeof(int), "int"), (typeof(long), "long"), (typeof(double), "double"), (typeof(decimal), "decimal"),
    ];

    public static string Of(Type type) => Write(type, nullability: null, names: []);

    /// <summary>With the variance of its type parameters, as its declaration has it.</summary>
    public static string Declared(Type type) => type.IsGenericType
        ? $"{PlainName(type)}<{string.Join(", ", type.GetGenericArguments().Select(parameter => Variance(parameter) + parameter.Name))}>"
        : type.Name;

    public static string Of(ParameterInfo parameter) =>
        Write(parameter.ParameterType, new NullabilityInfoContext().Create(parameter), NamesIn(parameter));

    public static string Of(PropertyInfo property) =>
        Write(property.PropertyType, new NullabilityInfoContext().Create(property), NamesIn(property));

    public static string Of(FieldInfo field) => Write(field.FieldType, new NullabilityInfoContext().Create(field), NamesIn(field));

    /// <summary>Without type parameters: <c>List</c>.</summary>
    public static string PlainName(Type? type) => type?.Name.Split('`')[0] ?? "";

    public static string Literal(object? value, Type type) => value switch
    {
        null => type.IsValueType && Nullable.GetUnderlyingType(type) is null ? "default" : "null",
        string text => $"\"{text}\"",
        bool truth => truth ? "true" : "false",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
    };

    /// <summary>As in <c> where T : class, new()</c>; empty when there are none.</summary>
    public static string Constraints(IEnumerable<Type> parameters) => string.Concat(
        from parameter in parameters
        let all = string.Join(", ", ConstraintsOf(parameter))
        where all.Length > 0
        select $" where {parameter.Name} : {all}");

    private static IEnumerable<string> ConstraintsOf(Type parameter)
    {
        GenericParameterAttributes special = parameter.GenericParameterAttributes;
        bool isStruct = special.HasFlag(GenericParameterAttributes.NotNullableValueTypeConstraint);
        if (special.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint))
            yield return "class";
        if (isStruct)
            yield return "struct";
        foreach (Type constraint in parameter.GetGenericParameterConstraints().Where(constraint => constraint != typeof(ValueType)))
            yield return Of(constraint);
        if (special.HasFlag(GenericParameterAttributes.DefaultConstructorConstraint) && !isStruct)
            yield return "new()";
    }

    private static Queue<string?> NamesIn(ICustomAttributeProvider source) =>
        source.GetCustomAttributes(typeof(TupleElementNamesAttribute), inherit: false) is [TupleElementNamesAttribute tuple]
            ? new Queue<string?>(tuple.TransformNames)
            : new Queue<string?>();

    private static string Write(Type type, NullabilityInfo? nullability, Queue<string?> names)
    {
        if (type.IsByRef)
            return Write(Inside(type), nullability, names);
        if (Nullable.GetUnderlyingType(type) is { } underlying)
            return $"{Write(underlying, nullability: null, names)}?";

        string mark = nullability?.ReadState == NullabilityState.Nullable && IsReference(type) ? "?" : "";
        if (type.IsArray)
            return $"{Write(Inside(type), nullability?.ElementType, names)}[]{mark}";
        if (!type.IsGenericType)
            return $"{Array.Find(Words, known => known.Type == type).Word ?? type.Name}{mark}";

        bool isTuple = type.IsAssignableTo(typeof(ITuple)) && type.IsValueType;
        Type[] arguments = type.GetGenericArguments();
        string?[] own = [.. arguments.Select(_ => isTuple && names.TryDequeue(out string? name) ? name : null)];
        string written = string.Join(", ", arguments.Select((argument, i) =>
            $"{Write(argument, nullability?.GenericTypeArguments.ElementAtOrDefault(i), names)}{(own[i] is { } name ? $" {name}" : "")}"));
        return isTuple ? $"({written})" : $"{PlainName(type)}<{written}>{mark}";
    }

    /// <summary>False for a type parameter that may stand for a value too: whether such a one is null is not the API's word.</summary>
    private static bool IsReference(Type type) => type.IsGenericParameter
        ? type.GenericParameterAttributes.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint)
        : !type.IsValueType;

    private static Type Inside(Type type) => type.GetElementType() ?? type;

    /// <summary>As an interface or a delegate declares its own parameter.</summary>
    private static string Variance(Type type) => type.GenericParameterAttributes.HasFlag(GenericParameterAttributes.Contravariant) ? "in "
        : type.GenericParameterAttributes.HasFlag(GenericParameterAttributes.Covariant) ? "out "
        : "";
}
