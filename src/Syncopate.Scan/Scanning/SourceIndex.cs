using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Scan.Scanning;

/// <summary>Where names are used in code; filled file by file from several threads, then only read.</summary>
internal sealed class SourceIndex
{
    private readonly Dictionary<string, List<(SyntaxTree Tree, int Position)>> _uses = new(StringComparer.Ordinal);
    private readonly Lock _lock = new();

    /// <summary>Adds the uses of names in one file.</summary>
    public void Add(SyntaxTree tree, IReadOnlyList<(string Name, int Position)> found)
    {
        lock (_lock)
        {
            foreach ((string name, int position) in found)
            {
                if (!_uses.TryGetValue(name, out List<(SyntaxTree, int)>? uses))
                    _uses[name] = uses = [];
                uses.Add((tree, position));
            }
        }
    }

    /// <summary>All uses of the name, in the order of files and places.</summary>
    public IEnumerable<SimpleNameSyntax> Of(string name)
    {
        if (!_uses.TryGetValue(name, out List<(SyntaxTree Tree, int Position)>? uses))
            yield break;
        foreach ((SyntaxTree tree, int position) in uses)
            if (tree.GetRoot().FindToken(position) is { Parent: SimpleNameSyntax use } token && token.SpanStart == position && IsUse(use))
                yield return use;
    }

    /// <summary>Puts the uses in an order that does not depend on which thread was first.</summary>
    public void Sort()
    {
        foreach (List<(SyntaxTree Tree, int Position)> uses in _uses.Values)
            uses.Sort((a, b) => string.CompareOrdinal(a.Tree.FilePath, b.Tree.FilePath) is not 0 and var order ? order : a.Position.CompareTo(b.Position));
    }

    /// <summary>Names of members of the file that something may call: methods, properties, and types for their constructors.</summary>
    public static IEnumerable<string> Declared(SyntaxNode root)
    {
        foreach (SyntaxNode node in root.DescendantNodes(node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax or TypeDeclarationSyntax))
        {
            string? name = node switch
            {
                MethodDeclarationSyntax method => method.Identifier.ValueText,
                PropertyDeclarationSyntax property => property.Identifier.ValueText,
                ConstructorDeclarationSyntax constructor => constructor.Identifier.ValueText,
                _ => null,
            };
            if (name is not null)
                yield return name;
        }
    }

    private static bool IsUse(SimpleNameSyntax name) => name.Parent switch
    {
        MemberAccessExpressionSyntax access => access.Name == name || name.Parent.Parent is InvocationExpressionSyntax,
        InvocationExpressionSyntax or MemberBindingExpressionSyntax or ArgumentSyntax or ObjectCreationExpressionSyntax => true,
        _ => name.Parent is ExpressionSyntax or ArrowExpressionClauseSyntax or ReturnStatementSyntax or EqualsValueClauseSyntax,
    };
}
