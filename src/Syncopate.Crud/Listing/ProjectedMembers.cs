using System.Collections.Frozen;
using System.Linq.Expressions;

namespace Syncopate.Crud.Listing;

/// <summary>The members of a DTO that its projection reads. Worked out once for a DTO.</summary>
/// <remarks>Sorting by the source, on the entity, also works for records with a constructor, whose members EF Core
/// cannot look through, and leaves the key at hand to break ties.</remarks>
internal static class ProjectedMembers<TEntity, TRead>
    where TEntity : class
    where TRead : class, IProjection<TEntity, TRead>
{
    /// <summary>By name, in any case.</summary>
    public static FrozenDictionary<string, ProjectedMember<TEntity>> All { get; } = Sources()
        .Select(source => new ProjectedMember<TEntity>(source.Name, Expression.Lambda(source.Value, TRead.Projection.Parameters)))
        .DistinctBy(member => member.Name, StringComparer.OrdinalIgnoreCase)
        .ToFrozenDictionary(member => member.Name, StringComparer.OrdinalIgnoreCase);

    /// <summary>All that the projection reads, lists and nested DTOs included; null when it is written in a way that
    /// does not show it.</summary>
    public static IReadOnlyCollection<string>? Read { get; } = TRead.Projection.Body switch
    {
        MemberInitExpression init =>
        [
            .. init.Bindings.Select(binding => binding.Member.Name),
            .. Arguments(init.NewExpression).Select(argument => argument.Name),
        ],
        NewExpression made => [.. Arguments(made).Select(argument => argument.Name)],
        _ => null,
    };

    private static IEnumerable<(string Name, Expression Value)> Sources() => TRead.Projection.Body switch
    {
        MemberInitExpression init => init.Bindings.OfType<MemberAssignment>()
            .Select(binding => (binding.Member.Name, binding.Expression)).Concat(Arguments(init.NewExpression)),
        NewExpression made => Arguments(made),
        _ => [],
    };

    /// <summary>A record's constructor names its parameters as its properties.</summary>
    private static IEnumerable<(string Name, Expression Value)> Arguments(NewExpression made) =>
        made.Constructor is null
            ? []
            : made.Constructor.GetParameters().Select((parameter, i) => (parameter.Name ?? "", made.Arguments[i]));
}

/// <summary>A member of a DTO, and what the projection reads it from.</summary>
/// <typeparam name="TEntity">The entity that is read.</typeparam>
/// <param name="Name">As in the DTO.</param>
/// <param name="Source">From the entity to the member's value.</param>
internal sealed record ProjectedMember<TEntity>(string Name, LambdaExpression Source)
{
    /// <summary>The source as what a query is sorted by. EF Core drops the conversion to object.</summary>
    public Expression<Func<TEntity, object?>> SortKey { get; } =
        Expression.Lambda<Func<TEntity, object?>>(Expression.Convert(Source.Body, typeof(object)), Source.Parameters);

    public Type Type => Source.ReturnType;
}
