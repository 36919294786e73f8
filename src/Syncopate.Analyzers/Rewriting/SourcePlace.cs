using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Rewriting;

/// <summary>Names places of the source in sentences.</summary>
internal static class SourcePlace
{
    /// <summary>File and line, such as <c>Orders.cs:12</c>.</summary>
    public static string Of(SyntaxNode node)
    {
        FileLinePositionSpan span = node.GetLocation().GetLineSpan();
        string path = span.Path.Replace('\\', '/');
        return FormattableString.Invariant($"{path.Substring(path.LastIndexOf('/') + 1)}:{span.StartLinePosition.Line + 1}");
    }

    /// <summary>Type and name, such as <c>OrderStore.Save</c>.</summary>
    public static string Of(ISymbol member) => member switch
    {
        IMethodSymbol { MethodKind: MethodKind.LocalFunction } => member.Name,
        _ when member.ContainingType is { } type => type.Name + "." + member.Name,
        _ => member.Name,
    };

    /// <summary>The text of an expression on one line, shortened.</summary>
    public static string OneLine(SyntaxNode node)
    {
        string text = string.Join(" ", node.ToString().Split([' ', '\r', '\n', '\t'], StringSplitOptions.RemoveEmptyEntries));
        return text.Length > 60 ? text.Substring(0, 60) + "…" : text;
    }
}
