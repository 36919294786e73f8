using System.Linq.Expressions;

namespace Syncopate.Crud.Listing;

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
