using System.Linq.Expressions;

namespace Syncopate.Crud;

/// <summary>Which rows of a list, in what order, and how many of them. What a user chooses is text and is checked
/// against the members of the DTO; what the programmer chooses is an expression.</summary>
/// <typeparam name="TEntity">The entity.</typeparam>
/// <typeparam name="TRead">One row of the list.</typeparam>
public sealed record ListRequest<TEntity, TRead>
    where TEntity : class
    where TRead : class, IProjection<TEntity, TRead>
{
    /// <summary>The programmer's condition, on the entity, before the projection. Null takes every row.</summary>
    public Expression<Func<TEntity, bool>>? Where { get; init; }

    /// <summary>The user's conditions, all of which must hold; 20 at most, more are <see cref="Outcome.Invalid"/>.</summary>
    public IReadOnlyList<MemberFilter> Filters { get; init; } = [];

    /// <summary>The user's order: members of the DTO between commas, each descending after a minus, as in
    /// "-Created,Title"; 8 members at most, more are <see cref="Outcome.Invalid"/>, and one that is named twice counts
    /// where it is named first. Rows that are equal by it, and all rows when it is empty, stand in the order of their
    /// key.</summary>
    public string Sort { get; init; } = "";

    /// <summary>The members that <see cref="Filters"/> and <see cref="Sort"/> may name, in any case. Null allows every
    /// member that the projection reads as a single value and the database can sort by.</summary>
    public IReadOnlyCollection<string>? Members { get; init; }

    /// <summary>From 1, default 1. A page after the last one is empty, which is no error: rows may have gone since the
    /// link was made.</summary>
    public int Page { get; init; } = 1;

    /// <summary>Rows on a page, at least 1, default 20. More than <see cref="CrudRules.MaximumPageSize"/> gets that
    /// many, and a warning.</summary>
    public int PageSize { get; init; } = 20;

    /// <summary>Whether all rows are counted too, by a second command. Default true.</summary>
    public bool Counts { get; init; } = true;
}
