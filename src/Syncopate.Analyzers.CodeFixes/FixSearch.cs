using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Analyzers.Rewriting.Converting;
using Syncopate.Analyzers.Rewriting.Reading;

namespace Syncopate.Analyzers.CodeFixes;

/// <summary>From diagnostics to a change of the solution, all of them at once.</summary>
internal static class FixSearch
{
    /// <summary>What the change of some diagnostics would be.</summary>
    /// <param name="project">The project they are in.</param>
    /// <param name="diagnostics">All of one project.</param>
    /// <param name="cancellation">Ends the search.</param>
    public static async Task<FixPlan?> PlanAsync(Project project, IEnumerable<Diagnostic> diagnostics, CancellationToken cancellation)
    {
        if (await project.GetCompilationAsync(cancellation).ConfigureAwait(false) is not CSharpCompilation compilation)
            return null;
        List<CSharpCompilation> known = [compilation];
        // Tests call actions: who may call what changes has to be known.
        foreach (ProjectId user in project.Solution.GetProjectDependencyGraph().GetProjectsThatTransitivelyDependOnThisProject(project.Id))
            if (project.Solution.GetProject(user) is { } dependent
                && await dependent.GetCompilationAsync(cancellation).ConfigureAwait(false) is CSharpCompilation other)
                known.Add(other);
        List<Sighting> sightings = [];
        foreach (Diagnostic diagnostic in diagnostics)
            if (diagnostic.Location.SourceTree is { } tree && compilation.ContainsSyntaxTree(tree))
                sightings.Add(await SightAsync(diagnostic, tree, cancellation).ConfigureAwait(false));
        return FixEngine.Plan(new SourceSet(known), sightings, FixReach.Project, cancellation);
    }

    /// <summary>The solution after a change.</summary>
    public static async Task<Solution> ApplyAsync(Solution solution, FixPlan plan, CancellationToken cancellation)
    {
        Solution changed = solution;
        foreach (SyntaxTree tree in plan.Edits.Trees)
            if (solution.GetDocument(tree) is { } document && plan.Edits.ChangesOf(tree) is { } changes)
                changed = changed.WithDocumentText(document.Id, (await document.GetTextAsync(cancellation).ConfigureAwait(false)).WithChanges(changes));
        return changed;
    }

    private static async Task<Sighting> SightAsync(Diagnostic diagnostic, SyntaxTree tree, CancellationToken cancellation)
    {
        SyntaxNode root = await tree.GetRootAsync(cancellation).ConfigureAwait(false);
        Microsoft.CodeAnalysis.Text.TextSpan span = diagnostic.Location.SourceSpan;
        string message = diagnostic.GetMessage(System.Globalization.CultureInfo.InvariantCulture);
        if (diagnostic.Id != ScanRules.SequentialAwaits.Id)
            return new Sighting(diagnostic.Descriptor, root.FindNode(span, getInnermostNodeForTie: true), message);
        // A group is known by its two ends.
        return new Sighting(diagnostic.Descriptor, root.FindToken(span.Start).Parent!, message) { Last = root.FindToken(span.End - 1).Parent };
    }
}
