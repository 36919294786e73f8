using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Reading;

/// <summary>Writes the parts of a query by key.</summary>
internal static class KeyCondition
{
    /// <summary>Each key property equals its value.</summary>
    public static Expression<Func<TEntity, bool>> Of<TEntity>(
        IReadOnlyList<IProperty> properties, IReadOnlyList<Expression> values)
    {
        ParameterExpression entity = Expression.Parameter(typeof(TEntity), "entity");
        IEnumerable<Expression> equal = properties.Select(
            (property, i) => Equality.Of(Property(entity, property), values[i]));
        return Expression.Lambda<Func<TEntity, bool>>(equal.Aggregate(Expression.AndAlso), entity);
    }

    /// <summary>The same with values that are parameters of the query: EF Core then compiles one for all of them.</summary>
    public static Expression<Func<TEntity, bool>> OfParameters<TEntity>(
        IReadOnlyList<IProperty> properties, object?[] values)
    {
        ConstantExpression parameters = Expression.Constant(new Parameters(values));
        IEnumerable<Expression> each = properties.Select((property, i) => (Expression)Expression.Convert(
            Expression.ArrayIndex(Expression.Field(parameters, nameof(Parameters.Values)), Expression.Constant(i)),
            property.ClrType));
        return Of<TEntity>(properties, [.. each]);
    }

    /// <summary>What rows are sorted by to stand in the order of their key.</summary>
    public static Expression<Func<TEntity, object?>> Order<TEntity>(IProperty property)
    {
        ParameterExpression entity = Expression.Parameter(typeof(TEntity), "entity");
        return Expression.Lambda<Func<TEntity, object?>>(Expression.Convert(Property(entity, property), typeof(object)), entity);
    }

    /// <summary>The first row of the source that fits, projected; null when none does.</summary>
    public static Expression First<TEntity, TResult>(
        Expression source, Expression<Func<TEntity, TResult>>? projection, Expression<Func<TEntity, bool>> condition)
        where TEntity : class
        where TResult : class
    {
        System.Reflection.MethodInfo where = new Func<IQueryable<TEntity>, Expression<Func<TEntity, bool>>, IQueryable<TEntity>>(Queryable.Where).Method;
        System.Reflection.MethodInfo first = new Func<IQueryable<TResult>, TResult?>(Queryable.FirstOrDefault).Method;
        Expression rows = Expression.Call(where, source, Expression.Quote(condition));
        if (projection is not null)
        {
            System.Reflection.MethodInfo select = new Func<IQueryable<TEntity>, Expression<Func<TEntity, TResult>>, IQueryable<TResult>>(Queryable.Select).Method;
            rows = Expression.Call(select, rows, Expression.Quote(projection));
        }
        return Expression.Call(first, rows);
    }

    private static MethodCallExpression Property(ParameterExpression entity, IProperty property) =>
        Expression.Call(typeof(EF), nameof(EF.Property), [property.ClrType], entity, Expression.Constant(property.Name));

    /// <summary>What the compiler would make of a local variable in a lambda: EF Core takes its field for a parameter.</summary>
    private sealed class Parameters(object?[] values)
    {
#pragma warning disable CA1051 // A field of a private class, read by the expression above.
        public readonly object?[] Values = values;
#pragma warning restore CA1051
    }
}
