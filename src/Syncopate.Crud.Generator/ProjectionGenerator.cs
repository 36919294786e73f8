using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Crud.Generator;

/// <summary>Writes the projection and the copy back of each type that is marked <c>[ProjectsFrom&lt;TEntity&gt;]</c>.
/// It reports nothing itself: <see cref="ProjectionAnalyzer"/> does, whose findings can be suppressed like any other.</summary>
[Generator(LanguageNames.CSharp)]
public sealed class ProjectionGenerator : IIncrementalGenerator
{
    /// <summary>The name of the step whose output, when it is unchanged, ends the work.</summary>
    public const string PartsStep = "Parts";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<GeneratedPart?> parts = context.SyntaxProvider
            .ForAttributeWithMetadataName(
                Known.ProjectsFrom,
                static (node, _) => node is TypeDeclarationSyntax,
                static (found, _) => PartWriter.Write(found.SemanticModel.Compilation, (INamedTypeSymbol)found.TargetSymbol))
            .WithTrackingName(PartsStep);
        context.RegisterSourceOutput(parts, static (output, part) =>
        {
            if (part is not null)
                output.AddSource(part.FileName, part.Text);
        });
    }
}
