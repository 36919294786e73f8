using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Analyzers;
using Syncopate.Analyzers.Rewriting.Converting;
using Syncopate.Analyzers.Rewriting.Reading;
using Syncopate.Scan.Loading;

namespace Syncopate.Scan.Fixing;

/// <summary>One change of a solution for many sightings: chains are converted up to their entries, and what comes out binds.</summary>
/// <param name="Changes">The files that change, in the order of their paths.</param>
/// <param name="Answers">What becomes of each sighting, in the order they were given.</param>
internal sealed record SolutionFix(IReadOnlyList<FileChange> Changes, IReadOnlyList<FixAnswer> Answers)
{
    /// <summary>Fixes what was sighted, as far as that is safe.</summary>
    /// <param name="solution">All code that may change; callers outside of it are not known.</param>
    /// <param name="sightings">What to fix, the most important first.</param>
    /// <param name="token">Ends the work.</param>
    public static SolutionFix Of(LoadedSolution solution, IReadOnlyList<Sighting> sightings, CancellationToken token) => Of(
        new SourceSet([.. solution.Projects.Select(project => project.Compilation)], solution.Projects.SelectMany(project => project.Generated))
        {
            Closed = RestoredProjects.Others(solution.Projects),
        },
        sightings, token);

    /// <summary>The change of one sighting by itself, for a finding; null where it stays.</summary>
    /// <param name="compilations">All code that may change.</param>
    /// <param name="root">The folder that places are relative to.</param>
    /// <param name="sighting">What to fix.</param>
    /// <param name="token">Ends the work.</param>
    public static FindingFix? Single(IReadOnlyList<CSharpCompilation> compilations, string root, Sighting sighting, CancellationToken token)
    {
        SolutionFix fix = Of(new SourceSet(compilations), [sighting], token);
        return fix.Answers[0].Title is not { } title ? null : new FindingFix(
            title, [.. fix.Changes.SelectMany(file => file.Changes.Select(change => new TextEdit(PlaceOf(file, change, root), change.NewText ?? "")))]);
    }

    /// <summary>All changes as one unified diff, as <c>git diff</c> prints it.</summary>
    /// <param name="root">The folder that paths are relative to.</param>
    public string Diff(string root) => string.Concat(Changes.Select(change => UnifiedDiff.Of(change, Relative(change.Path, root))));

    private static SolutionFix Of(SourceSet code, IReadOnlyList<Sighting> sightings, CancellationToken token)
    {
        FixPlan plan = FixEngine.Plan(code, sightings, FixReach.Solution, token);
        return new SolutionFix(
        [
            .. plan.Edits.Trees.Select(tree => new FileChange(tree.FilePath, tree.GetText(token), plan.Edits.ChangesOf(tree) ?? []))
                // A file that two projects share is read twice and changes once.
                .DistinctBy(change => change.Path, StringComparer.Ordinal)
                .OrderBy(change => change.Path, StringComparer.Ordinal),
        ],
        plan.Answers);
    }

    private static Place PlaceOf(FileChange file, Microsoft.CodeAnalysis.Text.TextChange change, string root)
    {
        Microsoft.CodeAnalysis.Text.LinePositionSpan span = file.Before.Lines.GetLinePositionSpan(change.Span);
        return new Place(Relative(file.Path, root), span.Start.Line + 1, span.Start.Character + 1, span.End.Line + 1, span.End.Character + 1);
    }

    private static string Relative(string path, string root) =>
        (System.IO.Path.IsPathRooted(path) ? System.IO.Path.GetRelativePath(root, path) : path).Replace('\\', '/');
}
