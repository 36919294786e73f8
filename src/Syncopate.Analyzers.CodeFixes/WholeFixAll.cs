using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Syncopate.Analyzers.Rewriting.Converting;

namespace Syncopate.Analyzers.CodeFixes;

/// <summary>
/// Fixes all diagnostics of a scope as one change. Merging single fixes would not do: two of them make the same method async.
/// </summary>
internal sealed class WholeFixAll : FixAllProvider
{
    /// <inheritdoc/>
    public override IEnumerable<FixAllScope> GetSupportedFixAllScopes() => [FixAllScope.Document, FixAllScope.Project, FixAllScope.Solution];

    /// <inheritdoc/>
    public override Task<CodeAction?> GetFixAsync(FixAllContext fixAllContext) => Task.FromResult<CodeAction?>(CodeAction.Create(
        "Await wherever that is safe", _ => FixAsync(fixAllContext), fixAllContext.CodeActionEquivalenceKey));

    private static async Task<Solution> FixAsync(FixAllContext context)
    {
        Solution solution = context.Solution;
        IEnumerable<Project> projects = context.Scope == FixAllScope.Solution ? context.Solution.Projects : [context.Project];
        foreach (Project project in projects)
        {
            ImmutableArray<Diagnostic> diagnostics = context is { Scope: FixAllScope.Document, Document: { } document }
                ? await context.GetDocumentDiagnosticsAsync(document).ConfigureAwait(false)
                : await context.GetAllDiagnosticsAsync(project).ConfigureAwait(false);
            diagnostics = [.. diagnostics.Where(diagnostic => diagnostic.Id == context.CodeActionEquivalenceKey)];
            if (diagnostics.IsEmpty || await FixSearch.PlanAsync(project, diagnostics, context.CancellationToken).ConfigureAwait(false) is not { } plan)
                continue;
            solution = await MergeAsync(solution, context.Solution, plan, context.CancellationToken).ConfigureAwait(false);
        }

        return solution;
    }

    // A file that an earlier project has changed already (a test that calls an action) keeps that change; the next run does the rest.
    private static async Task<Solution> MergeAsync(Solution merged, Solution original, FixPlan plan, CancellationToken cancellation)
    {
        HashSet<DocumentId> before = [.. merged.GetChanges(original).GetProjectChanges().SelectMany(project => project.GetChangedDocuments())];
        DocumentId[] changing = [.. plan.Edits.Trees.Select(original.GetDocument).OfType<Document>().Select(document => document.Id)];
        if (changing.Any(before.Contains))
            return merged;
        Solution changed = await FixSearch.ApplyAsync(original, plan, cancellation).ConfigureAwait(false);
        foreach (DocumentId id in changing)
            if (changed.GetDocument(id) is { } document)
                merged = merged.WithDocumentText(id, await document.GetTextAsync(cancellation).ConfigureAwait(false));
        return merged;
    }
}
