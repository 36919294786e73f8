using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Tests.Conventions;

/// <summary>One C# file and its syntax tree. A test plants a violation by making one from a snippet and a path.</summary>
internal sealed class SourceFile(string path, string text)
{
    public static CSharpParseOptions Options { get; } = new(LanguageVersion.Latest, DocumentationMode.Parse);

    /// <summary>What the SDK imports into every file.</summary>
    public static SyntaxTree ImplicitUsings { get; } = CSharpSyntaxTree.ParseText(
        string.Concat(new[] { "System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading", "System.Threading.Tasks" }
            .Select(name => $"global using {name};")),
        Options);

    /// <summary>From the repository's root, with '/' between the parts.</summary>
    public string Path { get; } = path;

    public IReadOnlyList<string> Lines { get; } = text.TrimEnd('\n').Split('\n');

    public CompilationUnitSyntax Tree { get; } = CSharpSyntaxTree.ParseText(text, Options, path).GetCompilationUnitRoot();

    /// <summary>Without the extension, and without the type parameters that tell <c>Result{T}.cs</c> from <c>Result.cs</c>.</summary>
    public string FileName => System.IO.Path.GetFileNameWithoutExtension(Path).Split('{')[0];

    public bool IsIn(params IEnumerable<string> folders) => folders.Any(folder => Path.StartsWith(folder, StringComparison.Ordinal));

    public IEnumerable<TNode> All<TNode>() where TNode : SyntaxNode => Tree.DescendantNodes().OfType<TNode>();

    public IEnumerable<SyntaxTrivia> Comments =>
        Trivia.Where(trivia => trivia.IsKind(SyntaxKind.SingleLineCommentTrivia) || trivia.IsKind(SyntaxKind.MultiLineCommentTrivia));

    public IEnumerable<SyntaxTrivia> DocumentationComments =>
        Trivia.Where(trivia => trivia.IsKind(SyntaxKind.SingleLineDocumentationCommentTrivia));

    // Sought once: a dozen rules read them. Two tests at once seek them twice, which does no harm.
    private IReadOnlyList<SyntaxTrivia> Trivia => field ??=
    [
        .. Tree.DescendantTrivia(descendIntoTrivia: false)
            .Where(trivia => !trivia.IsKind(SyntaxKind.WhitespaceTrivia) && !trivia.IsKind(SyntaxKind.EndOfLineTrivia)),
    ];

    /// <summary>The types that stand directly in the file or in its namespace, delegates and enums included.</summary>
    public IEnumerable<MemberDeclarationSyntax> TopLevelTypes => Tree
        .DescendantNodes(node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax)
        .OfType<MemberDeclarationSyntax>()
        .Where(member => member is BaseTypeDeclarationSyntax or DelegateDeclarationSyntax);

    public static string NameOf(MemberDeclarationSyntax type) =>
        type is DelegateDeclarationSyntax named ? named.Identifier.Text : ((BaseTypeDeclarationSyntax)type).Identifier.Text;

    public Finding At(SyntaxNode node, string what) => At(node.GetLocation(), what);

    public Finding At(SyntaxToken token, string what) => At(token.GetLocation(), what);

    public Finding At(SyntaxTrivia trivia, string what) => At(trivia.GetLocation(), what);

    /// <summary>True when a comment stands on the line of <paramref name="location"/> or on the one before it.</summary>
    public bool HasReasonAt(Location location)
    {
        int line = LineOf(location);
        return Comments.Any(comment => LineOf(comment.GetLocation()) is var at && (at == line || at == line - 1));
    }

    private Finding At(Location location, string what) => new(Path, LineOf(location), what);

    private static int LineOf(Location location) => location.GetLineSpan().EndLinePosition.Line + 1;
}
