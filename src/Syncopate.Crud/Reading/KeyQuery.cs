using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Reading;

/// <summary>Reads one row by its key. The key is a parameter: were it a constant, EF Core would compile a query for
/// each key (4 to 8 times the time of the read).</summary>
/// <typeparam name="TResult">What the row becomes.</typeparam>
internal abstract class KeyQuery<TResult>
    where TResult : class
{
    public abstract TResult? Read(DbContext context, Key key);

    public abstract Task<TResult?> ReadAsync(DbContext context, Key key, CancellationToken cancellationToken);

    /// <summary>A query for this model. Compiled for the usual keys; others are parameters of a query that EF Core
    /// finds in its cache.</summary>
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

/// <summary>A key of one column, in queries compiled on their first use, for one model.</summary>
internal sealed class CompiledKeyQuery<TEntity, TResult, TKey> : KeyQuery<TResult>
    where TEntity : class
    where TResult : class
{
    private readonly KeyColumns _columns;
    private readonly Func<DbContext, TKey, TResult?> _read;
    private readonly Func<DbContext, TKey, CancellationToken, Task<TResult?>> _readAsync;

    public CompiledKeyQuery(
        KeyColumns columns, Expression<Func<DbContext, IQueryable<TEntity>>> source, Expression<Func<TEntity, TResult>>? projection)
    {
        _columns = columns;
        ParameterExpression context = source.Parameters[0];
        ParameterExpression key = Expression.Parameter(typeof(TKey), "key");
        ParameterExpression token = Expression.Parameter(typeof(CancellationToken), "cancellationToken");
        Expression first = KeyCondition.First(source.Body, projection, KeyCondition.Of<TEntity>(columns.Properties, [key]));
        _read = EF.CompileQuery(Expression.Lambda<Func<DbContext, TKey, TResult?>>(first, context, key));
        _readAsync = EF.CompileAsyncQuery(
            Expression.Lambda<Func<DbContext, TKey, CancellationToken, TResult?>>(first, context, key, token));
    }

    public override TResult? Read(DbContext context, Key key) => _columns.Value(key) is TKey value ? _read(context, value) : null;

    public override Task<TResult?> ReadAsync(DbContext context, Key key, CancellationToken cancellationToken) =>
        _columns.Value(key) is TKey value ? _readAsync(context, value, cancellationToken) : Task.FromResult<TResult?>(null);
}

/// <summary>Keys of several columns and of rarer types, as parameters of an ordinary query.</summary>
internal sealed class ParameterKeyQuery<TEntity, TResult>(
    KeyColumns columns, Expression<Func<DbContext, IQueryable<TEntity>>> source, Expression<Func<TEntity, TResult>>? projection)
    : KeyQuery<TResult>
    where TEntity : class
    where TResult : class
{
    private readonly Func<DbContext, IQueryable<TEntity>> _source = source.Compile();

    public override TResult? Read(DbContext context, Key key) =>
        columns.Values(key) is { } values ? Query(context, values).FirstOrDefault() : null;

    public override Task<TResult?> ReadAsync(DbContext context, Key key, CancellationToken cancellationToken) =>
        columns.Values(key) is { } values ? Query(context, values).FirstOrDefaultAsync(cancellationToken) : Task.FromResult<TResult?>(null);

    private IQueryable<TResult> Query(DbContext context, object[] found)
    {
        ConstantExpression values = Expression.Constant(new Parameters(found));
        IEnumerable<Expression> parameters = columns.Properties.Select((property, i) => (Expression)Expression.Convert(
            Expression.ArrayIndex(Expression.Field(values, nameof(Parameters.Values)), Expression.Constant(i)), property.ClrType));
        IQueryable<TEntity> rows = _source(context).Where(KeyCondition.Of<TEntity>(columns.Properties, [.. parameters]));
        return projection is null ? (IQueryable<TResult>)rows : rows.Select(projection);
    }

    /// <summary>What the compiler would make of a local variable in a lambda: EF Core takes its field for a parameter.</summary>
    private sealed class Parameters(object[] values)
    {
#pragma warning disable CA1051 // A field of a private class, read by the expression above.
        public readonly object[] Values = values;
#pragma warning restore CA1051
    }
}

/// <summary>Stands where an entity has no key that could be asked for.</summary>
internal sealed class RefusedKeyQuery<TResult>(string refusal) : KeyQuery<TResult>
    where TResult : class
{
    public override TResult Read(DbContext context, Key key) => throw new InvalidOperationException(refusal);

    public override Task<TResult?> ReadAsync(DbContext context, Key key, CancellationToken cancellationToken) =>
        throw new InvalidOperationException(refusal);
}
