using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Computed;

/// <summary>Lets queries use members that are marked <see cref="ComputedAttribute"/>.</summary>
public static class ComputedMembers
{
    // One for the process: EF Core builds its own services anew for every other instance that it is given.
    private static readonly Interceptor Replacing = new();

    /// <summary>Has computed members translated into SQL. It works once for each shape of a query, when EF Core
    /// compiles it, and costs nothing after that.</summary>
    /// <typeparam name="TBuilder">The builder's own type.</typeparam>
    /// <param name="options">The options of the context.</param>
    public static TBuilder UseComputedMembers<TBuilder>(this TBuilder options)
        where TBuilder : DbContextOptionsBuilder
    {
        options.AddInterceptors(Replacing);
        return options;
    }

    private sealed class Interceptor : IQueryExpressionInterceptor
    {
        public Expression QueryCompilationStarting(Expression queryExpression, QueryExpressionEventData eventData) =>
            new FormulaInliner().Visit(queryExpression);
    }
}
