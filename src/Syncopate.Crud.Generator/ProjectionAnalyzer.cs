using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Syncopate.Crud.Generator;

/// <summary>Reports what keeps a <c>[ProjectsFrom&lt;TEntity&gt;]</c> from being written, or from reading and writing
/// all that its author may expect.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ProjectionAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } =
        [Rules.NotPartial, Rules.Unmatched, Rules.OtherType, Rules.MayBeNull, Rules.NotCopied, Rules.Cycle, Rules.NoConstructor];

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterSymbolAction(Analyze, SymbolKind.NamedType);
    }

    private static void Analyze(SymbolAnalysisContext context)
    {
        INamedTypeSymbol dto = (INamedTypeSymbol)context.Symbol;
        if (Known.EntityOf(dto) is not { } entity)
            return;

        foreach (Finding finding in Findings(context.Compilation, dto, entity))
            context.ReportDiagnostic(Diagnostic.Create(finding.Rule, Place(finding.At, dto), finding.Words));
    }

    private static IEnumerable<Finding> Findings(Compilation compilation, INamedTypeSymbol dto, INamedTypeSymbol entity)
    {
        if (!PartWriter.IsPartial(dto))
            return [new Finding(Rules.NotPartial, dto, dto.Name)];

        ProjectionReader projection = new(compilation, dto, entity);
        CopyReader copy = new(projection, dto, entity);
        if (!PartWriter.HasProjection(dto))
            projection.Projection();
        if (!PartWriter.HasCopyTo(dto, entity))
            copy.Statements();
        return projection.Findings.Concat(copy.Findings);
    }

    // A member that a DTO inherits from another assembly has no place in this one.
    private static Location Place(ISymbol at, INamedTypeSymbol dto) =>
        at.Locations.FirstOrDefault(location => location.IsInSource) ?? dto.Locations[0];
}
