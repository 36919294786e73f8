using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Reading;

/// <summary>Reads one row by its key. The key is a parameter: were it a constant, EF Core would compile a query for each key (4 to 8 times the time of the read).</summary>
/// <typeparam name="TResult">What the row becomes.</typeparam>
internal abstract class KeyQuery<TResult>
    where TResult : class
{
    public abstract TResult? Read(DbContext context, Key key);

    public abstract Task<TResult?> ReadAsync(DbContext context, Key key, CancellationToken cancellationToken);

    /// <summary>A query for this model. Compiled for the usual keys; others are parameters of a query that EF Core finds in its cache.</summary>
    public static KeyQuery<TResult> Of<TEntity>(
        KeyColumns columns, Expression<Func<DbContext, IQueryable<TEntity>>> source, Expression<Func<TEntity, TResult>>? projection)
        where TEntity : class
    {
        if (columns.Refusal is { } refusal)
            return new RefusedKeyQuery<TResult>(refusal);
        return columns.Single switch
        {
            var type when type == typeof(int) => new CompiledKeyQuery<TEntity, TResult, int>(columns, source, projection),
            var type when type == typeof(long) => new CompiledKeyQuery<TEntity, TResult, long>(columns, source, projection),
            var type when type == typeof(string) => new CompiledKeyQuery<TEntity, TResult, string>(columns, source, projection),
            var type when type == typeof(Guid) => new CompiledKeyQuery<TEntity, TResult, Guid>(columns, source, projection),
            _ => new ParameterKeyQuery<TEntity, TResult>(columns, source, projection),
        };
    }
}
