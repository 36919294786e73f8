using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Reading;

/// <summary>Which query filters of the model do not hold for a call.</summary>
internal sealed class IgnoredFilters
{
    private readonly string[] _names;

    private IgnoredFilters(bool isNone, params string[] names)
    {
        (IsNone, _names) = (isNone, names);
        Name = string.Join('\n', names);
    }

    public static IgnoredFilters None { get; } = new(isNone: true);

    /// <summary>True when every filter holds, as usual.</summary>
    public bool IsNone { get; }

    /// <summary>Tells sets apart; empty when no filter at all holds.</summary>
    public string Name { get; }

    /// <summary>No filter at all when no name is given.</summary>
    /// <exception cref="ArgumentException">A name is that of no filter: it is misspelt, and would be passed over in silence.</exception>
    public static IgnoredFilters Of(IModel model, IReadOnlyCollection<string> names)
    {
        HashSet<string> known = model.GetEntityTypes()
            .SelectMany(type => type.GetDeclaredQueryFilters())
            .Select(filter => filter.Key)
            .OfType<string>()
            .ToHashSet(StringComparer.Ordinal);
        if (names.FirstOrDefault(name => !known.Contains(name)) is { } stranger)
        {
            string list = string.Join(", ", known.Order(StringComparer.Ordinal).DefaultIfEmpty("none with a name"));
            throw new ArgumentException($"No query filter of the model is called '{stranger}'; there are: {list}.", nameof(names));
        }
        return new IgnoredFilters(isNone: false, [.. names.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)]);
    }

    public IQueryable<TEntity> In<TEntity>(IQueryable<TEntity> rows)
        where TEntity : class =>
        IsNone ? rows : _names.Length == 0 ? rows.IgnoreQueryFilters() : rows.IgnoreQueryFilters(_names);

    /// <summary>The same as part of an expression that a query is compiled from.</summary>
    public Expression In<TEntity>(Expression rows)
        where TEntity : class
    {
        if (IsNone)
            return rows;
        if (_names.Length == 0)
        {
            Func<IQueryable<TEntity>, IQueryable<TEntity>> all = new(EntityFrameworkQueryableExtensions.IgnoreQueryFilters);
            return Expression.Call(all.Method, rows);
        }

        Func<IQueryable<TEntity>, IReadOnlyCollection<string>, IQueryable<TEntity>> named = new(
            EntityFrameworkQueryableExtensions.IgnoreQueryFilters);
        return Expression.Call(named.Method, rows, Expression.Constant(_names, typeof(IReadOnlyCollection<string>)));
    }
}
