using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Scan.Scanning;

/// <summary>What silences findings of one file: pragmas, SuppressMessage, and the severities of .editorconfig.</summary>
internal sealed class Suppressions
{
    private readonly SyntaxTree _tree;
    private readonly SemanticModel _model;
    private readonly SyntaxTreeOptionsProvider? _options;
    private readonly List<(int Position, bool IsOff, HashSet<string> Ids)> _pragmas = [];

    /// <param name="tree">The file.</param>
    /// <param name="model">Of the file.</param>
    public Suppressions(SyntaxTree tree, SemanticModel model)
    {
        _tree = tree;
        _model = model;
        _options = model.Compilation.Options.SyntaxTreeOptionsProvider;
        SyntaxNode root = tree.GetRoot();
        if (!root.ContainsDirectives)
            return;
        foreach (PragmaWarningDirectiveTriviaSyntax pragma in root.DescendantNodes(descendIntoTrivia: true).OfType<PragmaWarningDirectiveTriviaSyntax>())
            if (pragma.IsActive)
                _pragmas.Add((pragma.SpanStart, pragma.DisableOrRestoreKeyword.IsKind(SyntaxKind.DisableKeyword), [.. pragma.ErrorCodes.Select(code => code.ToString())]));
    }

    /// <summary>The finding with its level and what silences it; null when the rule is switched off for the file.</summary>
    public Finding? Apply(Finding finding)
    {
        Finding leveled = finding;
        if (_options is not null && _options.TryGetDiagnosticValue(_tree, finding.Rule, CancellationToken.None, out ReportDiagnostic severity))
        {
            if (severity is ReportDiagnostic.Suppress or ReportDiagnostic.Hidden)
                return null;
            leveled = finding with { Level = LevelOf(severity, finding.Level) };
        }
        int position = _tree.GetText().Lines[finding.Place.Line - 1].Start + finding.Place.Column - 1;
        if (IsOffAt(position, finding.Rule))
            return leveled with { Suppressed = new Suppression("inSource", null) };
        return AttributeAt(position, finding.Rule) is { } attribute ? leveled with { Suppressed = new Suppression("inSource", attribute) } : leveled;
    }

    private static FindingLevel LevelOf(ReportDiagnostic severity, FindingLevel level) => severity switch
    {
        ReportDiagnostic.Error => FindingLevel.Error,
        ReportDiagnostic.Warn => FindingLevel.Warning,
        ReportDiagnostic.Info => FindingLevel.Note,
        _ => level,
    };

    private bool IsOffAt(int position, string rule)
    {
        bool isOff = false;
        foreach ((int start, bool off, HashSet<string> ids) in _pragmas)
            if (start < position && (ids.Count == 0 || ids.Contains(rule)))
                isOff = off;
        return isOff;
    }

    // The justification of the SuppressMessage that covers the place, empty when it gives none; null without one.
    private string? AttributeAt(int position, string rule)
    {
        HashSet<string> around = new(StringComparer.Ordinal);
        foreach (SyntaxNode node in _tree.GetRoot().FindToken(position).Parent?.AncestorsAndSelf() ?? [])
        {
            if (node is not (MemberDeclarationSyntax or LocalFunctionStatementSyntax or AccessorDeclarationSyntax) || DeclaredBy(node) is not { } symbol)
                continue;
            if (Find(symbol.GetAttributes(), rule, around) is { } why)
                return why;
            for (ISymbol? at = symbol; at is not null and not INamespaceSymbol { IsGlobalNamespace: true }; at = at.ContainingSymbol)
                if (at.GetDocumentationCommentId() is { Length: > 0 } id)
                    around.Add(id);
        }
        return Find(_model.Compilation.Assembly.GetAttributes(), rule, around);
    }

    // A field is declared by its variable.
    private ISymbol? DeclaredBy(SyntaxNode node) =>
        _model.GetDeclaredSymbol(node is BaseFieldDeclarationSyntax { Declaration.Variables: { Count: > 0 } variables } ? variables[0] : node);

    // An attribute of the assembly may name what it is for: Target = "~T:Shop.Specimens", of a member, a type, or a namespace.
    private static string? Find(IEnumerable<AttributeData> attributes, string rule, HashSet<string> around)
    {
        foreach (AttributeData attribute in attributes)
            if (attribute.AttributeClass?.Name == "SuppressMessageAttribute" && attribute.ConstructorArguments.Length > 1
                && attribute.ConstructorArguments[1].Value is string id && (id == rule || id.StartsWith(rule + ":", StringComparison.Ordinal))
                && (Named(attribute, "Target") is not { } target || around.Contains(target.TrimStart('~'))))
                return Named(attribute, "Justification") ?? "";
        return null;
    }

    private static string? Named(AttributeData attribute, string name) =>
        attribute.NamedArguments.FirstOrDefault(argument => argument.Key == name).Value.Value as string;
}
