using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Reading;

/// <summary>Keys of several columns and of rarer types, as parameters of an ordinary query.</summary>
internal sealed class ParameterKeyQuery<TEntity, TResult>(
    KeyColumns columns, Expression<Func<DbContext, IQueryable<TEntity>>> source, Expression<Func<TEntity, TResult>>? projection) : KeyQuery<TResult>
    where TEntity : class
    where TResult : class
{
    private readonly Func<DbContext, IQueryable<TEntity>> _source = source.Compile();

    public override TResult? Read(DbContext context, Key key) => Query(context, key).FirstOrDefault();

    public override Task<TResult?> ReadAsync(DbContext context, Key key, CancellationToken cancellationToken) => Query(context, key).FirstOrDefaultAsync(cancellationToken);

    private IQueryable<TResult> Query(DbContext context, Key key)
    {
        var values = Expression.Constant(new Parameters(columns.Values(key)));
        var parameters = columns.Properties.Select((property, i) => (Expression)Expression.Convert(
            Expression.ArrayIndex(Expression.Field(values, nameof(Parameters.Values)), Expression.Constant(i)), property.ClrType));
        var rows = _source(context).Where(KeyCondition.Of<TEntity>(columns.Properties, [.. parameters]));
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
