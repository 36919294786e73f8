using Microsoft.CodeAnalysis;

namespace Syncopate.Crud.Generator;

/// <summary>The attributes that say something to the generator, and how to find them.</summary>
internal static class Known
{
    public const string ProjectsFrom = "Syncopate.Crud.ProjectsFromAttribute`1";
    public const string NotProjected = "Syncopate.Crud.NotProjectedAttribute";
    public const string NotCopiedBack = "Syncopate.Crud.NotCopiedBackAttribute";
    public const string Key = "System.ComponentModel.DataAnnotations.KeyAttribute";
    public const string Timestamp = "System.ComponentModel.DataAnnotations.TimestampAttribute";
    public const string PrimaryKey = "Microsoft.EntityFrameworkCore.PrimaryKeyAttribute";

    public static bool Has(this ISymbol symbol, string attribute) => symbol.Find(attribute) is not null;

    public static AttributeData? Find(this ISymbol symbol, string attribute) =>
        symbol.GetAttributes().FirstOrDefault(found => found.AttributeClass is { } type
            && $"{type.ContainingNamespace.ToDisplayString()}.{type.MetadataName}" == attribute);

    /// <summary>The entity that <paramref name="type"/> projects from; null when it is no projected type.</summary>
    public static INamedTypeSymbol? EntityOf(ITypeSymbol type) =>
        type.Find(ProjectsFrom)?.AttributeClass?.TypeArguments[0] is INamedTypeSymbol { TypeKind: not TypeKind.Error } entity ? entity : null;
}
