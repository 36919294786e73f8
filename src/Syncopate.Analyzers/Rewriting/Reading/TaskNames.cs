using Microsoft.CodeAnalysis;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Rewriting.Reading;

/// <summary>How <c>Task</c> is written at a place.</summary>
internal static class TaskNames
{
    public const string Namespace = "System.Threading.Tasks";

    /// <summary>
    /// Short where the name means it, in full where it means something else. A using that is missing is added by whoever
    /// writes it.
    /// </summary>
    public static string At(SemanticModel model, int position)
    {
        ISymbol[] named = [.. model.LookupSymbols(position, name: "Task").Where(symbol => symbol is not INamedTypeSymbol { Arity: > 0 })];
        return named.All(symbol => symbol is INamedTypeSymbol type && TaskTypes.IsTask(type)) ? "Task" : Namespace + ".Task";
    }

    /// <summary>Whether the short name means nothing at a place, so that a using is missing.</summary>
    public static bool NeedUsing(SemanticModel model, int position) => model.LookupSymbols(position, name: "Task").IsEmpty;
}
