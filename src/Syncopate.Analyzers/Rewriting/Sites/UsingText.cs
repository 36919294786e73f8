using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>Adds a using directive, in its place among the others.</summary>
internal static class UsingText
{
    public static void Add(EditSet edits, SyntaxNode place, string name)
    {
        SyntaxTree tree = place.SyntaxTree;
        CompilationUnitSyntax root = (CompilationUnitSyntax)tree.GetRoot();
        SyntaxList<UsingDirectiveSyntax> usings = place.Ancestors().OfType<BaseNamespaceDeclarationSyntax>()
            .Select(space => space.Usings)
            .FirstOrDefault(each => each.Count > 0);
        if (usings.Count == 0)
            usings = root.Usings;
        UsingDirectiveSyntax[] plain = [.. usings.Where(each => each.Alias is null && each.StaticKeyword.RawKind == 0 && each.GlobalKeyword.RawKind == 0)];
        if (plain.Any(each => each.Name?.ToString() == name))
            return;

        string line = LineEnd(tree.GetText());
        if (plain.LastOrDefault(each => Precedes(each.Name?.ToString() ?? "", name)) is { } before)
            edits.After(before, line + Indent(before) + $"using {name};");
        else if (usings.Count > 0)
            edits.Before(usings[0], $"using {name};" + line + Indent(usings[0]));
        else
            edits.Replace(tree, new TextSpan(Start(root), 0), $"using {name};" + line + line);
    }

    /// <summary>How the lines of a file end.</summary>
    public static string LineEnd(SourceText text) =>
        text.Lines.Count > 1 && text.Lines[0].SpanIncludingLineBreak.Length - text.Lines[0].Span.Length == 2 ? "\r\n" : "\n";

    private static string Indent(SyntaxNode node)
    {
        TextLine line = node.SyntaxTree.GetText().Lines.GetLineFromPosition(node.SpanStart);
        return line.ToString().Substring(0, node.SpanStart - line.Start);
    }

    private static bool Precedes(string one, string other) =>
        IsSystem(one) == IsSystem(other) ? string.CompareOrdinal(one, other) < 0 : IsSystem(one);

    private static bool IsSystem(string name) => name == "System" || name.StartsWith("System.", StringComparison.Ordinal);

    // Behind the comment at the head of the file and behind directives, before the comment of the first member.
    private static int Start(CompilationUnitSyntax root)
    {
        if (root.Members.FirstOrDefault() is BaseNamespaceDeclarationSyntax space)
            return space.SpanStart;
        SyntaxTrivia directive = root.GetLeadingTrivia().LastOrDefault(trivia => trivia.IsDirective);
        return directive.RawKind == 0 ? 0 : directive.FullSpan.End;
    }
}
