using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Scan.Scanning;

/// <summary>Which class an interface stands for, where the program says so: AddScoped&lt;IStore, Store&gt;() and its kin.</summary>
internal sealed class Registrations
{
    private readonly Dictionary<string, HashSet<string>> _classes = new(StringComparer.Ordinal);

    /// <summary>Reads the registrations of one file.</summary>
    public void Add(SyntaxNode root, SemanticModel model)
    {
        foreach (SyntaxNode node in root.DescendantNodes())
        {
            if (node is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name: { } name } } call || !Names.Contains(name.Identifier.ValueText))
                continue;
            TypeSyntax[] types = name is GenericNameSyntax generic ? [.. generic.TypeArgumentList.Arguments]
                : [.. call.ArgumentList.Arguments.Select(argument => argument.Expression).OfType<TypeOfExpressionSyntax>().Select(type => type.Type)];
            if (types.Length == 2 && NameOf(types[0], model) is { } contract && NameOf(types[1], model) is { } implementation)
                (_classes.TryGetValue(contract, out HashSet<string>? classes) ? classes : _classes[contract] = []).Add(implementation);
        }
    }

    /// <summary>Names of methods that register a service.</summary>
    public static IReadOnlyList<string> Names { get; } =
        ["AddScoped", "AddTransient", "AddSingleton", "TryAddScoped", "TryAddTransient", "TryAddSingleton", "AddHttpClient", "Decorate"];

    /// <summary>False when the interface is registered and this class is not among what it stands for.</summary>
    public bool Allows(INamedTypeSymbol contract, INamedTypeSymbol implementation) =>
        !_classes.TryGetValue(contract.OriginalDefinition.ToDisplayString(), out HashSet<string>? classes) || classes.Contains(implementation.OriginalDefinition.ToDisplayString());

    private static string? NameOf(TypeSyntax type, SemanticModel model) => (model.GetTypeInfo(type).Type ?? model.GetSymbolInfo(type).Symbol as ITypeSymbol)?.OriginalDefinition.ToDisplayString();
}
