using System.Reflection;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Changing;

/// <summary>Finds the constructor, factory or method of an entity that takes a form.</summary>
internal static class EntityMethods<TEntity, TForm>
    where TEntity : class
    where TForm : class
{
    private const BindingFlags OfInstance = BindingFlags.Public | BindingFlags.Instance;
    private const BindingFlags OfType = BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly bool CopiesItself = typeof(TForm).GetInterfaces()
        .Any(type => type == typeof(ICopiesTo<TEntity>) || IsWritesTo(type));

    /// <summary>What makes the entity, or a <see cref="Result{T}"/> of it, from the form; null when an empty one is
    /// made, for the form copies itself.</summary>
    /// <exception cref="InvalidOperationException">Nothing fits; the text lists what was tried.</exception>
    public static MethodFit? Creation(EntityCall<TEntity, TForm> call)
    {
        string? name = typeof(TForm).GetCustomAttribute<CreatesByAttribute>()?.Name;
        if (name is null && CopiesItself && typeof(TEntity).GetConstructor(Type.EmptyTypes) is not null)
            return null;

        IEnumerable<MethodInfo> factories = typeof(TEntity).GetMethods(OfType)
            .Where(method => EntityTasks.ValueOf(method.ReturnType) is { } made
                && (made == typeof(TEntity) || made == typeof(Result<TEntity>)));
        IEnumerable<MethodBase> makers = typeof(TEntity).GetConstructors().Concat<MethodBase>(factories);
        return Best("create", name, [.. makers.Select(method => MethodFit.Of(method, call))]);
    }

    /// <summary>The entity's method that takes the form; null when the form copies itself and names none.</summary>
    /// <param name="call">What it is written with.</param>
    /// <param name="isOfKeys">Whether the form has nothing but keys, which no update changes.</param>
    /// <exception cref="InvalidOperationException">Nothing fits; the text lists what was tried.</exception>
    public static MethodFit? Update(EntityCall<TEntity, TForm> call, bool isOfKeys)
    {
        string? name = typeof(TForm).GetCustomAttribute<UpdatesByAttribute>()?.Name;
        if (name is null && CopiesItself)
            return null;

        IEnumerable<MethodInfo> methods = typeof(TEntity).GetMethods(OfInstance)
            .Where(method => method.DeclaringType != typeof(object) && !method.IsSpecialName && !method.IsGenericMethod)
            .Where(method => method.Name == name || method.GetParameters().Length > 0);
        List<MethodFit> fits = [.. methods.Select(method => MethodFit.Of(method, call))];
        return isOfKeys && name is null && !fits.Exists(fit => fit.Problem.Length == 0) ? null : Best("update", name, fits);
    }

    private static MethodFit Best(string verb, string? name, List<MethodFit> all)
    {
        List<MethodFit> named = name is null ? all : all.FindAll(fit => fit.Name == name);
        List<MethodFit> best =
        [
            .. named.Where(fit => fit.Problem.Length == 0)
                .OrderByDescending(fit => fit.Matched)
                .ThenByDescending(fit => fit.IsTask),
        ];
        if (best is [_] || best.Count > 1 && (best[0].Matched > best[1].Matched || best[0].IsTask && !best[1].IsTask))
            return best[0];

        // A name that is misspelt must not hide what it was meant for.
        List<MethodFit> tried = named.Count > 0 ? named : all;
        string attribute = verb == "create" ? "CreatesBy" : "UpdatesBy";
        string problem = name is not null && named.Count == 0 ? $"nothing is called '{name}'"
            : best.Count == 0 ? "nothing fits"
            : "several fit equally well";
        string list = tried.Count == 0
            ? " It has no public constructor, factory or method for that."
            : string.Concat(tried.Select(fit => $"\n  {fit}"));
        throw new InvalidOperationException(
            $"Cannot {verb} a {typeof(TEntity).Name} from {typeof(TForm).Name}: {problem}. "
            + $"Let the form implement ICopiesTo<{typeof(TEntity).Name}>, name one with [{attribute}], or rename its members. "
            + $"Tried:{list}");
    }

    private static bool IsWritesTo(Type type) => type.IsMadeOf(typeof(IWritesTo<,>))
        && type.GenericTypeArguments[1].IsAssignableFrom(typeof(TEntity));
}
