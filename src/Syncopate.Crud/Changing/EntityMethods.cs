using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Changing;

/// <summary>Finds the constructor, factory or method of an entity that takes a form, and makes a delegate of it.</summary>
internal static class EntityMethods<TEntity, TForm>
    where TEntity : class
    where TForm : class
{
    private const BindingFlags OfInstance = BindingFlags.Public | BindingFlags.Instance;
    private const BindingFlags OfType = BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly bool CopiesItself = typeof(TForm).GetInterfaces().Any(type => type == typeof(ICopiesTo<TEntity>)
        || type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IWritesTo<,>) && type.GenericTypeArguments[1].IsAssignableFrom(typeof(TEntity)));

    /// <summary>Makes the entity, or a <see cref="Result{T}"/> of it, from the form.</summary>
    /// <exception cref="InvalidOperationException">Nothing fits; the text lists what was tried.</exception>
    public static Func<TForm, DbContext, object?> Creation(out bool isEmpty)
    {
        var (form, context) = Parameters();
        var name = typeof(TForm).GetCustomAttribute<CreatesByAttribute>()?.Name;
        var empty = typeof(TEntity).GetConstructor(Type.EmptyTypes);
        isEmpty = name is null && CopiesItself && empty is not null;
        if (isEmpty)
            return static (_, _) => Activator.CreateInstance<TEntity>();

        IEnumerable<MethodBase> constructors = name is null || name == typeof(TEntity).Name ? typeof(TEntity).GetConstructors() : [];
        var factories = typeof(TEntity).GetMethods(OfType)
            .Where(method => method.ReturnType == typeof(TEntity) || method.ReturnType == typeof(Result<TEntity>))
            .Where(method => name is null || method.Name == name);
        var best = Best("create", [.. constructors.Concat(factories).Select(method => new MethodFit(method, form, context))]);
        Expression call = best.Method is ConstructorInfo constructor
            ? Expression.New(constructor, best.Arguments)
            : Expression.Call((MethodInfo)best.Method, best.Arguments);
        return Expression.Lambda<Func<TForm, DbContext, object?>>(Expression.Convert(call, typeof(object)), form, context).Compile();
    }

    /// <summary>Calls the entity's method with the form; what it returns, or null. Null when the form copies itself.</summary>
    /// <exception cref="InvalidOperationException">Nothing fits; the text lists what was tried.</exception>
    public static Func<TEntity, TForm, DbContext, object?>? Update()
    {
        var name = typeof(TForm).GetCustomAttribute<UpdatesByAttribute>()?.Name;
        if (name is null && CopiesItself)
            return null;

        var (form, context) = Parameters();
        var entity = Expression.Parameter(typeof(TEntity), "entity");
        var methods = typeof(TEntity).GetMethods(OfInstance)
            .Where(method => method.DeclaringType != typeof(object) && !method.IsSpecialName && !method.IsGenericMethod)
            .Where(method => name is null ? method.GetParameters().Length > 0 : method.Name == name);
        var best = Best("update", [.. methods.Select(method => new MethodFit(method, form, context))]);
        Expression call = Expression.Call(entity, (MethodInfo)best.Method, best.Arguments);
        Expression body = call.Type == typeof(void) ? Expression.Block(call, Expression.Constant(null)) : Expression.Convert(call, typeof(object));
        return Expression.Lambda<Func<TEntity, TForm, DbContext, object?>>(body, entity, form, context).Compile();
    }

    private static (ParameterExpression Form, ParameterExpression Context) Parameters() =>
        (Expression.Parameter(typeof(TForm), "form"), Expression.Parameter(typeof(DbContext), "context"));

    private static MethodFit Best(string verb, List<MethodFit> fits)
    {
        List<MethodFit> best = [.. fits.Where(fit => fit.Problem.Length == 0).OrderByDescending(fit => fit.Matched)];
        if (best is [var only] || best.Count > 1 && best[0].Matched > best[1].Matched)
            return best[0];

        var attribute = verb == "create" ? "CreatesBy" : "UpdatesBy";
        var problem = best.Count == 0 ? "nothing fits" : "several fit equally well";
        var tried = fits.Count == 0 ? " It has no public constructor, factory or method for that." : string.Concat(fits.Select(fit => $"\n  {fit}"));
        throw new InvalidOperationException(
            $"Cannot {verb} a {typeof(TEntity).Name} from {typeof(TForm).Name}: {problem}. Let the form implement ICopiesTo<{typeof(TEntity).Name}>, name one with [{attribute}], or rename its members. Tried:{tried}");
    }
}
