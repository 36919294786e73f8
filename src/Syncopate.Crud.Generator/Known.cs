using Microsoft.CodeAnalysis;

namespace Syncopate.Crud.Generator;

/// <summary>The attributes that say something to the generator, and how to find them.</summary>
internal static class Known
{
    public const string ProjectsFrom = "Syncopate.Crud.ProjectsFromAttribute`1";
    public const string NotProjected = "Syncopate.Crud.NotProjectedAttribute";
    public const string NotCopiedBack = "Syncopate.Crud.NotCopiedBackAttribute";
    public const string ReadsKeys = "Syncopate.Crud.ReadsKeysAttribute";
    public const string CreatesBy = "Syncopate.Crud.CreatesByAttribute";
    public const string UpdatesBy = "Syncopate.Crud.UpdatesByAttribute";
    public const string WritesTo = "Syncopate.Crud.IWritesTo`2";
    public const string ReadOnly = "System.ComponentModel.ReadOnlyAttribute";
    public const string Editable = "System.ComponentModel.DataAnnotations.EditableAttribute";
    public const string Key = "System.ComponentModel.DataAnnotations.KeyAttribute";
    public const string Timestamp = "System.ComponentModel.DataAnnotations.TimestampAttribute";
    public const string PrimaryKey = "Microsoft.EntityFrameworkCore.PrimaryKeyAttribute";

    public static bool Has(this ISymbol symbol, string attribute) => symbol.Find(attribute) is not null;

    /// <summary>True for a member that is shown and never written, in the three ways of saying so. In the list of a record,
    /// as in <c>record Form([ReadOnly(true)] int Stars)</c>, an attribute belongs to the parameter.</summary>
    public static bool IsProtected(this ISymbol symbol) => IsMarked(symbol)
        || symbol is IPropertySymbol property && property.ContainingType.InstanceConstructors
            .SelectMany(constructor => constructor.Parameters)
            .Any(parameter => parameter.Name == property.Name && IsMarked(parameter));

    /// <summary>What an attribute is given first; null when there is no such attribute.</summary>
    public static object? Argument(this ISymbol symbol, string attribute) =>
        symbol.Find(attribute) is { ConstructorArguments: { Length: > 0 } arguments } ? arguments[0].Value : null;

    public static AttributeData? Find(this ISymbol symbol, string attribute) =>
        symbol.GetAttributes().FirstOrDefault(found => found.AttributeClass is { } type
            && $"{type.ContainingNamespace.ToDisplayString()}.{type.MetadataName}" == attribute);

    /// <summary>The entity that <paramref name="type"/> projects from; null when it is no projected type.</summary>
    public static INamedTypeSymbol? EntityOf(ITypeSymbol type) =>
        type.Find(ProjectsFrom)?.AttributeClass?.TypeArguments[0] is INamedTypeSymbol { TypeKind: not TypeKind.Error } entity
            ? entity
            : null;

    private static bool IsMarked(ISymbol symbol) => symbol.Has(NotCopiedBack)
        || symbol.Argument(ReadOnly) is true
        || symbol.Argument(Editable) is false;
}
