using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Reading;

/// <summary>Asks what the database has of all rows that belong to one entity by one relation, whatever the filters of the model
/// hide: a query for each row would make a call on an entity with a hundred of them a hundred queries long.</summary>
internal static class RelatedRows
{
    // The classes are known at run time alone.
    private static readonly MethodInfo Start =
        new Func<DbContext, IEntityType, IReadOnlyList<IProperty>, object?[], IQueryable>(RowsOf<object>).Method
            .GetGenericMethodDefinition();

    /// <summary>The rows between an entity and others.</summary>
    /// <param name="entity">Has the link.</param>
    /// <param name="link">From the entity to the others.</param>
    /// <param name="columns">Asked for, in the order of the answer.</param>
    public static IQueryable<object?[]> Between(
        EntityEntry entity, ISkipNavigation link, IReadOnlyList<IProperty> columns) =>
        Of(entity, link.JoinEntityType, link.ForeignKey, [], columns);

    /// <summary>What an entity owns.</summary>
    /// <param name="owner">Owned by nothing.</param>
    /// <param name="path">From the entity down to what it owns, which may be owned by what it owns; never empty.</param>
    /// <param name="columns">Asked for, in the order of the answer; all are null of a single value that is not there.</param>
    public static IQueryable<object?[]> Owned(
        EntityEntry owner, IReadOnlyList<INavigation> path, IReadOnlyList<IProperty> columns) =>
        Of(owner, path[0].DeclaringEntityType, path[0].ForeignKey, path, columns);

    private static IQueryable<object?[]> Of(
        EntityEntry entity,
        IEntityType start,
        IForeignKey foreignKey,
        IReadOnlyList<INavigation> path,
        IReadOnlyList<IProperty> columns)
    {
        IReadOnlyList<IProperty> key = foreignKey.PrincipalKey.Properties;
        object?[] values = [.. key.Select(property => entity.Property(property).CurrentValue)];
        IReadOnlyList<IProperty> compared = path.Count > 0 ? key : foreignKey.Properties;

        IQueryable rows = (IQueryable)Start.MakeGenericMethod(start.ClrType).Invoke(
            null, BindingFlags.DoNotWrapExceptions, null, [entity.Context, start, compared, values], null)!; // It returns a query.
        Expression along = path.Aggregate(rows.Expression, (expression, way) => Along(expression, way));
        IEntityType asked = path.Count > 0 ? path[^1].TargetEntityType : start;
        ParameterExpression row = Expression.Parameter(asked.ClrType, "row");
        NewArrayExpression each = Expression.NewArrayInit(typeof(object), columns.Select(column => Value(row, column)));
        return rows.Provider.CreateQuery<object?[]>(Expression.Call(
            typeof(Queryable),
            nameof(Queryable.Select),
            [row.Type, typeof(object[])],
            along,
            Expression.Quote(Expression.Lambda(each, row))));
    }

    private static IQueryable RowsOf<TRow>(
        DbContext context, IEntityType type, IReadOnlyList<IProperty> properties, object?[] values)
        where TRow : class
    {
        DbSet<TRow> rows = type.HasSharedClrType ? context.Set<TRow>(type.Name) : context.Set<TRow>();
        return rows.IgnoreQueryFilters().AsNoTracking().Where(KeyCondition.OfParameters<TRow>(properties, values));
    }

    private static MethodCallExpression Along(Expression rows, INavigation way)
    {
        Type target = way.TargetEntityType.ClrType;
        ParameterExpression owner = Expression.Parameter(way.DeclaringEntityType.ClrType, "owner");
        Type value = way.IsCollection ? typeof(IEnumerable<>).MakeGenericType(target) : target;
        LambdaExpression owned = Expression.Lambda(
            typeof(Func<,>).MakeGenericType(owner.Type, value), Property(owner, value, way.Name), owner);
        return Expression.Call(
            typeof(Queryable),
            way.IsCollection ? nameof(Queryable.SelectMany) : nameof(Queryable.Select),
            [owner.Type, target],
            rows,
            Expression.Quote(owned));
    }

    /// <summary>Null where the row is not there, also of a type that cannot be null.</summary>
    private static UnaryExpression Value(ParameterExpression row, IProperty column)
    {
        Type type = column.ClrType;
        if (type.IsValueType && Nullable.GetUnderlyingType(type) is null)
            type = typeof(Nullable<>).MakeGenericType(type);
        return Expression.Convert(Property(Inside(row, column.DeclaringType), type, column.Name), typeof(object));
    }

    /// <summary>The complex value of a row that has a column; the row itself where none has.</summary>
    private static Expression Inside(ParameterExpression row, ITypeBase type) =>
        type is IComplexType { ComplexProperty: var value }
            ? Property(Inside(row, value.DeclaringType), value.ClrType, value.Name)
            : row;

    private static MethodCallExpression Property(Expression instance, Type type, string name) => Expression.Call(
        typeof(EF),
        nameof(EF.Property),
        [type],
        instance.Type.IsValueType ? Expression.Convert(instance, typeof(object)) : instance,
        Expression.Constant(name));
}
