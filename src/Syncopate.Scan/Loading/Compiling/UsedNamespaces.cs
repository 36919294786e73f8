using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>The namespaces that sources name in their using directives.</summary>
internal static class UsedNamespaces
{
    /// <summary>Each once; of a using of a static class, or of an alias, the whole name.</summary>
    public static IReadOnlySet<string> Of(IEnumerable<SyntaxTree> trees) => trees
        .Select(tree => tree.GetRoot())
        .OfType<CompilationUnitSyntax>()
        .SelectMany(unit => unit.Usings.Concat(unit.Members.OfType<BaseNamespaceDeclarationSyntax>().SelectMany(inner => inner.Usings)))
        .Select(used => used.NamespaceOrType.ToString())
        .ToHashSet();
}
