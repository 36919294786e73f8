using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Syncopate.Analyzers.Rewriting.Converting;

namespace Syncopate.Analyzers.CodeFixes;

/// <summary>Offers the safe change for a diagnostic of Syncopate; nothing where there is none.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(AwaitFixProvider))]
[Shared]
public sealed class AwaitFixProvider : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = [.. ScanRules.All.Remove(ScanRules.Chain).Select(rule => rule.Id)];

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => new WholeFixAll();

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            FixPlan? plan = await FixSearch.PlanAsync(context.Document.Project, [diagnostic], context.CancellationToken).ConfigureAwait(false);
            if (plan is null || plan.Answers.Count != 1 || plan.Answers[0].Title is not { } title)
                continue;
            Solution solution = context.Document.Project.Solution;
            context.RegisterCodeFix(CodeAction.Create(title, token => FixSearch.ApplyAsync(solution, plan, token), diagnostic.Id), diagnostic);
        }
    }
}
