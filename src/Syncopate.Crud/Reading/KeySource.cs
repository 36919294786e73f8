using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Reading;

/// <summary>The rows among which a key is looked up, as an expression that a query can be compiled from.</summary>
internal static class KeySource
{
    public static Expression<Func<DbContext, IQueryable<TEntity>>> Untracked<TEntity>(
        IReadOnlyList<string> includes, IgnoredFilters ignored)
        where TEntity : class =>
        With(context => context.Set<TEntity>().AsNoTracking(), includes, ignored);

    /// <summary>Said aloud, because a context may track nothing by default.</summary>
    public static Expression<Func<DbContext, IQueryable<TEntity>>> Tracked<TEntity>(
        IReadOnlyList<string> includes, IgnoredFilters ignored)
        where TEntity : class =>
        With(context => context.Set<TEntity>().AsTracking(), includes, ignored);

    private static Expression<Func<DbContext, IQueryable<TEntity>>> With<TEntity>(
        Expression<Func<DbContext, IQueryable<TEntity>>> source, IReadOnlyList<string> includes, IgnoredFilters ignored)
        where TEntity : class
    {
        System.Reflection.MethodInfo include = new Func<IQueryable<TEntity>, string, IQueryable<TEntity>>(EntityFrameworkQueryableExtensions.Include).Method;
        Expression body = includes.Aggregate(
            ignored.In<TEntity>(source.Body),
            (query, path) => Expression.Call(include, query, Expression.Constant(path)));
        return Expression.Lambda<Func<DbContext, IQueryable<TEntity>>>(body, source.Parameters);
    }
}
