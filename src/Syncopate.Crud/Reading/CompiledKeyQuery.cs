using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Reading;

/// <summary>A key of one column, in queries compiled on their first use, for one model.</summary>
internal sealed class CompiledKeyQuery<TEntity, TResult, TKey> : KeyQuery<TResult>
    where TEntity : class
    where TResult : class
{
    private readonly KeyColumns _columns;
    private readonly Func<DbContext, TKey, TResult?> _read;
    private readonly Func<DbContext, TKey, CancellationToken, Task<TResult?>> _readAsync;

    public CompiledKeyQuery(KeyColumns columns, Expression<Func<DbContext, IQueryable<TEntity>>> source, Expression<Func<TEntity, TResult>>? projection)
    {
        _columns = columns;
        var context = source.Parameters[0];
        var key = Expression.Parameter(typeof(TKey), "key");
        var token = Expression.Parameter(typeof(CancellationToken), "cancellationToken");
        var first = KeyCondition.First(source.Body, projection, KeyCondition.Of<TEntity>(columns.Properties, [key]));
        _read = EF.CompileQuery(Expression.Lambda<Func<DbContext, TKey, TResult?>>(first, context, key));
        _readAsync = EF.CompileAsyncQuery(Expression.Lambda<Func<DbContext, TKey, CancellationToken, TResult?>>(first, context, key, token));
    }

    public override TResult? Read(DbContext context, Key key) => _read(context, (TKey)_columns.Value(key));

    public override Task<TResult?> ReadAsync(DbContext context, Key key, CancellationToken cancellationToken) =>
        _readAsync(context, (TKey)_columns.Value(key), cancellationToken);
}
