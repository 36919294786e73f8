using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Crud.Generator;

/// <summary>Finds what a form writes into its entity by code of its own.</summary>
internal static class HandWritten
{
    public static bool WritesItself(INamedTypeSymbol dto) =>
        dto.AllInterfaces.Any(parent => $"{parent.ContainingNamespace.ToDisplayString()}.{parent.MetadataName}" == Known.WritesTo);

    /// <summary>The members that code of a form that writes itself mentions, wherever: rather too many than too few. Null when
    /// it does not, or when its code cannot be seen.</summary>
    public static IReadOnlyList<string>? Members(INamedTypeSymbol dto)
    {
        List<INamedTypeSymbol> types = EntityShape.Ancestry(dto).ToList();
        if (!WritesItself(dto) || types.Any(type => type.DeclaringSyntaxReferences.IsEmpty))
            return null;

        HashSet<string> mentioned = new(
            types.SelectMany(type => type.DeclaringSyntaxReferences)
                .SelectMany(declaration => declaration.GetSyntax().DescendantNodes().OfType<IdentifierNameSyntax>())
                .Select(name => name.Identifier.ValueText),
            StringComparer.Ordinal);
        return
        [
            .. EntityShape.PropertiesOf(dto)
                .Where(member => mentioned.Contains(member.Name) || member.Has(Known.ReadsKeys))
                .Select(member => member.Name),
        ];
    }
}
