using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Rewriting.Reading;

/// <summary>Methods that a framework finds by name or attribute: they may return a task, and keep their names.</summary>
internal static class KeptNames
{
    private static readonly string[] Controllers =
        ["Microsoft.AspNetCore.Mvc.ControllerBase", "Microsoft.AspNetCore.Mvc.RazorPages.PageModel", "Microsoft.AspNetCore.SignalR.Hub"];

    private static readonly string[] Routes = ["Microsoft.AspNetCore", "Microsoft.JSInterop", "Microsoft.Azure.Functions"];

    private static readonly string[] Tests =
        ["Fact", "Theory", "Test", "TestCase", "TestMethod", "DataTestMethod"];

    /// <summary>Whether a framework calls the method, so that it needs no caller of ours.</summary>
    public static bool Has(IMethodSymbol method, CSharpCompilation compilation) =>
        IsTest(method) || IsAction(method) || IsMain(method, compilation) || IsRouted(method) || IsViewComponent(method);

    /// <summary>The only entry that is found by another name when it returns a task: <c>InvokeAsync</c>.</summary>
    public static bool IsViewComponent(IMethodSymbol method) => method is { Name: "Invoke", IsStatic: false }
        && (method.ContainingType.Name.EndsWith("ViewComponent", StringComparison.Ordinal) || Ancestry(method.ContainingType).Any(type => type.Name == "ViewComponent"));

    /// <summary>A test of one of the usual frameworks.</summary>
    public static bool IsTest(IMethodSymbol method) => Attributes(method).Any(type => Ancestry(type).Any(each => Tests.Contains(Short(each.Name))));

    /// <summary>Whether most methods of the code that return a task end in Async; entries and tests do not count.</summary>
    public static bool PrefersSuffix(SourceSet code)
    {
        int with = 0, without = 0;
        foreach (CSharpCompilation compilation in code.Compilations)
            foreach (MethodDeclarationSyntax method in compilation.SyntaxTrees.Where(tree => !code.IsGenerated(tree)).SelectMany(Free))
                if (method.Identifier.ValueText.EndsWith("Async", StringComparison.Ordinal))
                    with++;
                else
                    without++;
        return with >= without;
    }

    private static IEnumerable<MethodDeclarationSyntax> Free(SyntaxTree tree) => tree.GetRoot().DescendantNodes().OfType<MethodDeclarationSyntax>()
        // Attributes name routes and tests; overrides are named by somebody else.
        .Where(method => method.AttributeLists.Count == 0 && !method.Modifiers.Any(SyntaxKind.OverrideKeyword) && ReturnsTask(method))
        .Where(method => method.Identifier.ValueText != "Main" && (method.Parent as TypeDeclarationSyntax)?.Identifier.ValueText.EndsWith("Controller", StringComparison.Ordinal) != true);

    private static bool ReturnsTask(MethodDeclarationSyntax method)
    {
        string type = method.ReturnType.ToString();
        type = type.Substring(type.Split('<')[0].LastIndexOf('.') + 1);
        return type is "Task" or "ValueTask" || type.StartsWith("Task<", StringComparison.Ordinal) || type.StartsWith("ValueTask<", StringComparison.Ordinal);
    }

    // A type that is not known keeps the name it is written by.
    private static string Short(string attribute) =>
        attribute.EndsWith("Attribute", StringComparison.Ordinal) ? attribute.Substring(0, attribute.Length - "Attribute".Length) : attribute;

    private static bool IsAction(IMethodSymbol method) =>
        method is { DeclaredAccessibility: Accessibility.Public, IsStatic: false, MethodKind: MethodKind.Ordinary, IsGenericMethod: false }
        && !Attributes(method).Any(type => type.Name == "NonActionAttribute")
        && (Ancestry(method.ContainingType).Any(type => Controllers.Contains(type.ToDisplayString()))
            || Attributes(method.ContainingType).Any(type => type.Name is "ApiControllerAttribute" or "ControllerAttribute"))
        && (!Ancestry(method.ContainingType).Any(type => type.Name == "PageModel") || method.Name.StartsWith("On", StringComparison.Ordinal));

    private static bool IsMain(IMethodSymbol method, CSharpCompilation compilation) =>
        compilation.GetEntryPoint(CancellationToken.None) is { } main && SymbolEqualityComparer.Default.Equals(main, method);

    private static bool IsRouted(IMethodSymbol method) => Attributes(method)
        .Any(type => type.Name != "NonActionAttribute"
            && type.ContainingNamespace.ToDisplayString() is { } named && Routes.Any(route => named.StartsWith(route, StringComparison.Ordinal)));

    private static IEnumerable<INamedTypeSymbol> Attributes(ISymbol symbol) => symbol.GetAttributes().Select(data => data.AttributeClass).OfType<INamedTypeSymbol>();

    private static IEnumerable<INamedTypeSymbol> Ancestry(INamedTypeSymbol? type)
    {
        for (; type is not null; type = type.BaseType)
            yield return type;
    }
}
