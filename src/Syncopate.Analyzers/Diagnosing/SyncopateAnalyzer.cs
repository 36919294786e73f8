using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Entries;
using Syncopate.Analyzers.Flow;
using Syncopate.Analyzers.Rules;
using Syncopate.Analyzers.Sequences;

namespace Syncopate.Analyzers.Diagnosing;

/// <summary>The rules that one compilation is enough for, in an editor and in a build. Chains through other projects are found by <c>syncopate scan</c>.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class SyncopateAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ScanRules.All.Remove(ScanRules.Chain);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(start =>
        {
            CompilationCode code = new(start.Compilation);
            CallReach reach = new(code);
            SourceEffects effects = new(code);
            MappedHandlers mapped = new(start.Compilation.SyntaxTrees, code);
            start.RegisterSemanticModelAction(file =>
            {
                FileContext context = new(file.SemanticModel, code, reach, mapped.Of);
                SyntaxNode root = file.SemanticModel.SyntaxTree.GetRoot(file.CancellationToken);
                foreach (Sighting found in FileRules.Run(root, context, _ => true, _ => true)
                    .Concat(SequentialAwaits.Find(root, file.SemanticModel, effects, _ => true)))
                    if (!found.IsNote || found.Rule.DefaultSeverity == DiagnosticSeverity.Info)
                        file.ReportDiagnostic(Diagnostic.Create(found.Rule, found.Location, found.Message));
            });
        });
    }
}
