using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Changing;

/// <summary>How the members of a form fit the parameters of a method or constructor.</summary>
internal sealed class MethodFit
{
    public MethodFit(MethodBase method, Expression form, ParameterExpression context)
    {
        Method = method;
        List<string> problems = [];
        Arguments = [.. method.GetParameters().Select(parameter => Argument(parameter, form, context, problems))];
        Problem = string.Join(", ", problems);
        Matched = method.GetParameters().Length - Arguments.Count(argument => argument is DefaultExpression or ConstantExpression);
    }

    public MethodBase Method { get; }

    public IReadOnlyList<Expression> Arguments { get; }

    /// <summary>Parameters that the form or the context fills.</summary>
    public int Matched { get; }

    /// <summary>Empty when it can be called.</summary>
    public string Problem { get; }

    /// <summary>For a programmer: the signature, and why it does not fit.</summary>
    public override string ToString()
    {
        var name = Method is ConstructorInfo ? $"new {Method.DeclaringType?.Name}" : Method.Name;
        var parameters = string.Join(", ", Method.GetParameters().Select(parameter => $"{parameter.ParameterType.Name} {parameter.Name}"));
        return $"{name}({parameters}): {(Problem.Length > 0 ? Problem : "fits")}";
    }

    private static Expression Argument(ParameterInfo parameter, Expression form, ParameterExpression context, List<string> problems)
    {
        if (parameter.ParameterType.IsAssignableTo(typeof(DbContext)))
            return Expression.Convert(context, parameter.ParameterType);

        var member = form.Type.GetProperties().FirstOrDefault(property =>
            property.CanRead && string.Equals(property.Name, parameter.Name, StringComparison.OrdinalIgnoreCase));
        if (member is not null && Accepts(parameter.ParameterType, member.PropertyType))
            return Expression.Convert(Expression.Property(form, member), parameter.ParameterType);
        if (member is null && parameter.HasDefaultValue)
            return parameter.DefaultValue is null ? Expression.Default(parameter.ParameterType) : Expression.Constant(parameter.DefaultValue, parameter.ParameterType);

        problems.Add(member is null
            ? $"{form.Type.Name} has no member '{parameter.Name}'"
            : $"'{member.Name}' is {member.PropertyType.Name}, not {parameter.ParameterType.Name}");
        return Expression.Default(parameter.ParameterType);
    }

    private static bool Accepts(Type parameter, Type member) => parameter.IsAssignableFrom(member) || Nullable.GetUnderlyingType(parameter) == member;
}
