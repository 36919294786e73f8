using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Changing;

/// <summary>How the members of a form fit the parameters of a method or constructor.</summary>
internal sealed class MethodFit
{
    private MethodFit(MethodBase method, IReadOnlyList<Expression> arguments, IReadOnlyList<string> problems)
    {
        (Method, Arguments) = (method, arguments);
        Problem = string.Join(", ", problems);
        Matched = arguments.Count(
            argument => argument is not (DefaultExpression or ConstantExpression) && argument.Type != typeof(CancellationToken));
    }

    public MethodBase Method { get; }

    /// <summary>What a form calls it by: a constructor has the name of its type.</summary>
    public string Name => Method is ConstructorInfo ? Method.DeclaringType?.Name ?? "" : Method.Name;

    public IReadOnlyList<Expression> Arguments { get; }

    /// <summary>Parameters that the form or the context fills.</summary>
    public int Matched { get; }

    public bool IsTask => Method is MethodInfo method && EntityTasks.IsTask(method.ReturnType);

    /// <summary>Empty when it can be called.</summary>
    public string Problem { get; }

    public static MethodFit Of<TEntity, TForm>(MethodBase method, EntityCall<TEntity, TForm> call)
        where TEntity : class
        where TForm : class
    {
        List<string> problems = [];
        IReadOnlyList<Expression> arguments = [.. method.GetParameters().Select(parameter => Argument(parameter, call, problems))];
        if (call.Form == CallForm.Synchronous
            && method is MethodInfo { ReturnType: var returned }
            && EntityTasks.IsTask(returned))
            problems.Add("it is asynchronous, so only the asynchronous form of the call can use it");
        return new MethodFit(method, arguments, problems);
    }

    /// <summary>For a programmer: the signature, and why it does not fit.</summary>
    public override string ToString()
    {
        string name = Method is ConstructorInfo ? $"new {Method.DeclaringType?.Name}" : Method.Name;
        string parameters = string.Join(", ", Method.GetParameters().Select(parameter => $"{parameter.ParameterType.Name} {parameter.Name}"));
        return $"{name}({parameters}): {(Problem.Length > 0 ? Problem : "fits")}";
    }

    private static Expression Argument<TEntity, TForm>(
        ParameterInfo parameter, EntityCall<TEntity, TForm> call, List<string> problems)
        where TEntity : class
        where TForm : class
    {
        if (parameter.ParameterType.IsAssignableTo(typeof(DbContext)))
            return Expression.Convert(call.Context, parameter.ParameterType);
        if (parameter.ParameterType == typeof(CancellationToken))
            return call.Form == CallForm.Asynchronous ? call.Token : Expression.Default(typeof(CancellationToken));

        PropertyInfo? member = typeof(TForm).GetProperties().FirstOrDefault(property =>
            property.CanRead && string.Equals(property.Name, parameter.Name, StringComparison.OrdinalIgnoreCase));
        bool isProtected = member is not null && WriteProtection.Covers(member);
        if (member is not null && !isProtected && Accepts(parameter.ParameterType, member.PropertyType))
            return Expression.Convert(Expression.Property(call.Given, member), parameter.ParameterType);
        if (member is null && parameter.HasDefaultValue)
            return parameter.DefaultValue is null
                ? Expression.Default(parameter.ParameterType)
                : Expression.Constant(parameter.DefaultValue, parameter.ParameterType);

        problems.Add(member is null ? $"{typeof(TForm).Name} has no member '{parameter.Name}'"
            : isProtected ? $"'{member.Name}' is marked as never written"
            : $"'{member.Name}' is {member.PropertyType.Name}, not {parameter.ParameterType.Name}");
        return Expression.Default(parameter.ParameterType);
    }

    private static bool Accepts(Type parameter, Type member) =>
        parameter.IsAssignableFrom(member) || Nullable.GetUnderlyingType(parameter) == member;
}
