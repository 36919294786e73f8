using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Knowledge;

/// <summary>Queries that a provider translates: which calls send them, and where their asynchronous twins are declared.</summary>
internal static class QueryTypes
{
    /// <summary>Methods of LINQ that send a query and have an asynchronous twin with every provider.</summary>
    public static readonly ImmutableHashSet<string> Terminals = ImmutableHashSet.Create(
        "ToList", "ToArray", "ToDictionary", "ToHashSet", "First", "FirstOrDefault", "Single", "SingleOrDefault", "Last", "LastOrDefault", "Any", "All",
        "Count", "LongCount", "Sum", "Min", "Max", "Average", "Contains", "ElementAt", "ElementAtOrDefault");

    // Where the twins live; asked by name, as the file that blocks seldom has the using.
    private static readonly ImmutableArray<string> Homes =
    [
        "Microsoft.EntityFrameworkCore.EntityFrameworkQueryableExtensions", "System.Data.Entity.QueryableExtensions", "MongoDB.Driver.Linq.MongoQueryable",
        "NHibernate.Linq.LinqExtensionMethods", "LinqToDB.AsyncExtensions", "Marten.QueryableExtensions", "Raven.Client.Documents.LinqExtensions",
    ];

    /// <summary>True for a query that a provider translates, by its static type.</summary>
    public static bool IsQuery(ITypeSymbol? type) => TypeNames.IsA(type, "System.Linq", "IQueryable");

    /// <summary>True for a method of LINQ that sends the query it is called on.</summary>
    public static bool IsTerminal(IMethodSymbol method) => Terminals.Contains(method.Name)
        && method.ContainingType is { Name: "Queryable" or "Enumerable" } owner && TypeNames.NamespaceOf(owner) == "System.Linq";

    /// <summary>The asynchronous twin of a method of LINQ: of the provider that the compilation refers to; null without one.</summary>
    public static IMethodSymbol? TwinOf(Compilation compilation, string name, int parameters)
    {
        IMethodSymbol? found = null;
        foreach (string home in Homes)
            foreach (INamedTypeSymbol type in compilation.GetTypesByMetadataName(home))
                foreach (ISymbol member in type.GetMembers(name + "Async"))
                    if (member is IMethodSymbol method && (found is null || IsNearer(method, found, parameters)))
                        found = method;
        return found;
    }

    // The overload whose parameters, less the token, are as many as those given.
    private static bool IsNearer(IMethodSymbol one, IMethodSymbol other, int parameters) =>
        Math.Abs(one.Parameters.Length - 1 - parameters) < Math.Abs(other.Parameters.Length - 1 - parameters);
}
