using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Syncopate.Crud.Generator;

/// <summary>Names and layout of the C# that is written.</summary>
internal static class CSharp
{
    public const string Enumerable = "global::System.Linq.Enumerable";

    public static string Name(this ITypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat);

    public static string ToMinimal(this ITypeSymbol type) =>
        type.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);

    public static string Escape(string name) => SyntaxFacts.GetKeywordKind(name) == SyntaxKind.None ? name : "@" + name;

    public static string Indent(string text) => text.Replace("\n", "\n    ");

    public static bool IsNullableValue(ITypeSymbol type) =>
        type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;
}
