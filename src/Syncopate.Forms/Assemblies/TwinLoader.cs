using System.Globalization;
using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.Loader;
using Syncopate.Calling;

namespace Syncopate.Assemblies;

/// <summary>Loads an assembly that its user asked to run, with what stands beside it, and makes delegates of its
/// methods: a call of one costs what a call of the method does, and some nanoseconds.</summary>
internal sealed class TwinLoader
{
    private readonly Assembly _assembly;

    /// <param name="path">Full path of its file.</param>
    /// <exception cref="IOException">It cannot be loaded.</exception>
    public TwinLoader(string path) => _assembly = new Context(path).LoadFromAssemblyPath(path);

    /// <summary>A method, ready to be called; of one that is not static an instance is made once, at the first call.</summary>
    /// <param name="description">What it is as a form.</param>
    /// <param name="method">As its metadata reports it.</param>
    /// <param name="arguments">The first of its parameters; the rest have values of their own.</param>
    public FormWork Open(FormDescription description, TwinMethod method, IReadOnlyList<Literal> arguments)
    {
        MethodInfo found = (MethodInfo)_assembly.ManifestModule.ResolveMethod(method.Token)!; // Never null: the token is of this file.
        ParameterExpression state = Expression.Parameter(typeof(object), "state");
        ParameterExpression token = Expression.Parameter(typeof(CancellationToken), "token");
        Type type = found.DeclaringType!; // Never null: it is a method of a type.
        Expression? instance = found.IsStatic ? null : Expression.Convert(state, type);
        Expression call = Expression.Call(instance, found, Values(found, arguments, method.GivesTask ? token : null));
        FormCode<object?> code = Code(description, found.ReturnType, call, method.GivesTask ? [state, token] : [state]);
        return new FormWorkOf<object?>(code, () =>
        {
            object? made = found.IsStatic ? null : Make(type);
            return () => made;
        });
    }

    private static IEnumerable<Expression> Values(
        MethodInfo method, IReadOnlyList<Literal> arguments, Expression? token)
    {
        int next = 0;
        foreach (ParameterInfo parameter in method.GetParameters())
        {
            Type type = parameter.ParameterType;
            if (type == typeof(CancellationToken))
                yield return token ?? Expression.Default(type);
            else if (next < arguments.Count)
                yield return Expression.Constant(Value(arguments[next++].Value, type), type);
            else if (parameter.HasDefaultValue && parameter.DefaultValue is { } value)
                yield return Expression.Constant(type.IsEnum ? Enum.ToObject(type, value) : Value(value, type), type);
            else
                yield return Expression.Default(type);
        }
    }

    private static object Value(object value, Type type)
    {
        Type plain = Nullable.GetUnderlyingType(type) ?? type;
        return plain.IsInstanceOfType(value) ? value : Convert.ChangeType(value, plain, CultureInfo.InvariantCulture);
    }

    private static object Make(Type type) =>
        Expression.Lambda<Func<object>>(Expression.Convert(Expression.New(type), typeof(object))).Compile()();

    /// <summary>The call in one of the shapes that a form has; results keep their type, so that none is put into an object.</summary>
    private static FormCode<object?> Code(
        FormDescription description, Type returns, Expression call, ParameterExpression[] parameters)
    {
        if (returns == typeof(void))
            return FormCode<object?>.Of(description, Compiled<Action<object?>>(call, parameters));
        if (returns == typeof(Task))
        {
            return FormCode<object?>.Of(
                description, Compiled<Func<object?, CancellationToken, Task>>(call, parameters));
        }

        if (returns == typeof(ValueTask))
        {
            return FormCode<object?>.Of(
                description, Compiled<Func<object?, CancellationToken, ValueTask>>(call, parameters));
        }

        Type? general = returns.IsGenericType ? returns.GetGenericTypeDefinition() : null;
        (string shape, Type result) = general == typeof(Task<>) ? (nameof(OfTask), returns.GetGenericArguments()[0])
            : general == typeof(ValueTask<>) ? (nameof(OfValueTask), returns.GetGenericArguments()[0])
            : (nameof(OfResult), returns);
        MethodInfo make = typeof(TwinLoader).GetMethod(shape, BindingFlags.NonPublic | BindingFlags.Static)!; // Never null: named below.
        object? code = make.MakeGenericMethod(result).Invoke(
            null,
            BindingFlags.DoNotWrapExceptions,
            null,
            [description, call, parameters],
            CultureInfo.InvariantCulture);
        return (FormCode<object?>)code!; // Never null: each of them makes one.
    }

    private static FormCode<object?> OfResult<T>(
        FormDescription description, Expression call, ParameterExpression[] parameters) =>
        FormCode<object?>.Of(description, Compiled<Func<object?, T>>(call, parameters));

    private static FormCode<object?> OfTask<T>(
        FormDescription description, Expression call, ParameterExpression[] parameters) =>
        FormCode<object?>.Of(description, Compiled<Func<object?, CancellationToken, Task<T>>>(call, parameters));

    private static FormCode<object?> OfValueTask<T>(
        FormDescription description, Expression call, ParameterExpression[] parameters) =>
        FormCode<object?>.Of(description, Compiled<Func<object?, CancellationToken, ValueTask<T>>>(call, parameters));

    private static TDelegate Compiled<TDelegate>(Expression call, ParameterExpression[] parameters) =>
        Expression.Lambda<TDelegate>(call, parameters).Compile();

    /// <summary>The assembly and what its own folder has, apart from the tool's: each may have a version of its own.</summary>
    private sealed class Context(string path) : AssemblyLoadContext("Syncopate twins")
    {
        private readonly AssemblyDependencyResolver _resolver = new(path);

        protected override Assembly? Load(AssemblyName assemblyName) =>
            _resolver.ResolveAssemblyToPath(assemblyName) is { } file ? LoadFromAssemblyPath(file) : null;

        protected override nint LoadUnmanagedDll(string unmanagedDllName) =>
            _resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } file ? LoadUnmanagedDllFromPath(file) : 0;
    }
}
