using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Crud.Generator;

/// <summary>Finds what a form writes into its entity by code of its own.</summary>
internal static class HandWritten
{
    public static bool WritesItself(INamedTypeSymbol dto) =>
        dto.AllInterfaces.Any(parent => $"{parent.ContainingNamespace.ToDisplayString()}.{parent.MetadataName}" == Known.WritesTo);

    /// <summary>The members that code of a form that writes itself mentions, wherever: rather too many than too few. Null when
    /// it does not, or when its code cannot be seen, or when it hands itself on, as in <c>entity.Apply(this)</c>: whoever
    /// gets it may read all of it.</summary>
    public static IReadOnlyList<string>? Members(INamedTypeSymbol dto)
    {
        List<INamedTypeSymbol> types = EntityShape.Ancestry(dto).ToList();
        if (!WritesItself(dto) || types.Any(type => type.DeclaringSyntaxReferences.IsEmpty))
            return null;

        List<SyntaxNode> nodes = types.SelectMany(type => type.DeclaringSyntaxReferences)
            .SelectMany(declaration => declaration.GetSyntax().DescendantNodes())
            .ToList();
        if (nodes.OfType<ThisExpressionSyntax>().Any(itself => !ReadsOwnMember(itself, types)))
            return null;

        HashSet<string> mentioned = new(
            nodes.OfType<IdentifierNameSyntax>().Select(name => name.Identifier.ValueText), StringComparer.Ordinal);
        return
        [
            .. EntityShape.PropertiesOf(dto)
                .Where(member => mentioned.Contains(member.Name) || member.Has(Known.ReadsKeys))
                .Select(member => member.Name),
        ];
    }

    /// <summary>False for an extension method too, which gets the whole.</summary>
    private static bool ReadsOwnMember(ThisExpressionSyntax itself, List<INamedTypeSymbol> types) =>
        itself.Parent is MemberAccessExpressionSyntax access && access.Expression == itself
        && types.Any(type => !type.GetMembers(access.Name.Identifier.ValueText).IsEmpty);
}
