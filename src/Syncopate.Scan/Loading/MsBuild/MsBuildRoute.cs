using Syncopate.Scan.Loading.Recipes;
using Syncopate.Scan.Loading.Sdks;

namespace Syncopate.Scan.Loading.MsBuild;

/// <summary>Recipes as MSBuild reports them.</summary>
/// <param name="sdk">Whose MSBuild.</param>
/// <param name="solution">The solution that the projects belong to; null for none.</param>
/// <param name="folder">An empty folder that outlives the recipes: they name files in it.</param>
internal sealed class MsBuildRoute(DotnetSdk sdk, string? solution, string folder)
{
    private const int MostRounds = 4;

    /// <summary>Asks MSBuild for some projects and all that they refer to.</summary>
    /// <param name="projects">Full paths.</param>
    /// <param name="unreadable">Why, for each project that is not to be asked for; the answer holds them too.</param>
    /// <param name="limit">How long it may take.</param>
    /// <param name="token">Ends it.</param>
    /// <exception cref="TimeoutException">The limit was reached.</exception>
    /// <exception cref="ScanFailedException">MSBuild could not be started.</exception>
    public async Task<MsBuildAnswer> AskAsync(
        IReadOnlyList<string> projects, IReadOnlyDictionary<string, string> unreadable, LoadLimit limit, CancellationToken token)
    {
        Dictionary<string, ProjectRecipe> recipes = new(ProjectPaths.Comparer);
        Dictionary<string, string> failed = new(unreadable, ProjectPaths.Comparer);
        IReadOnlyList<string> next = projects;
        // Most solutions list all that their projects refer to, and one round is enough.
        for (int round = 0; next.Count > 0 && round < MostRounds; round++)
        {
            string place = Path.Combine(folder, FormattableString.Invariant($"round{round}"));
            string written = await RunAsync(next, place, limit, token).ConfigureAwait(false);
            foreach (ProjectRecipe recipe in await ReadAsync(place, token).ConfigureAwait(false))
                recipes[recipe.Path] = recipe;
            IReadOnlyDictionary<string, string> errors = MsBuildErrors.ByProject(written, next);
            foreach (string project in next.Where(project => !recipes.ContainsKey(project)))
                failed[project] = errors.GetValueOrDefault(project, "it did not say how it is compiled");
            next = [.. recipes.Values.SelectMany(recipe => recipe.ProjectReferences).Distinct(ProjectPaths.Comparer)
                .Where(project => !recipes.ContainsKey(project) && !failed.ContainsKey(project) && File.Exists(project))];
        }

        return new MsBuildAnswer([.. recipes.Values], failed);
    }

    private async Task<string> RunAsync(IReadOnlyList<string> projects, string place, LoadLimit limit, CancellationToken token)
    {
        using TreeGuard guard = new(projects);
        IReadOnlyList<string> words = await InjectedTargets.WriteAsync(place, projects, solution, token).ConfigureAwait(false);
        return await MsBuildProcess.RunAsync(sdk, words, place, limit, token).ConfigureAwait(false);
    }

    private static async Task<IReadOnlyList<ProjectRecipe>> ReadAsync(string place, CancellationToken token)
    {
        List<ProjectRecipe> recipes = [];
        foreach (string file in Directory.EnumerateFiles(Path.Combine(place, InjectedTargets.OutputFolder)).Order(StringComparer.Ordinal))
        {
            EvaluatedProject told = await EvaluatedProject.ReadAsync(file, token).ConfigureAwait(false);
            if (told.Arguments.Count > 0)
                recipes.Add(CompilerRecipe.Of(told));
        }

        return [.. recipes.GroupBy(recipe => recipe.Path, ProjectPaths.Comparer).Select(NewestFramework.Of)];
    }
}

/// <summary>What MSBuild reported.</summary>
/// <param name="Recipes">One for each project that could be evaluated, also those that the asked ones refer to.</param>
/// <param name="Failed">Why, for each project that could not; without a full stop.</param>
internal sealed record MsBuildAnswer(IReadOnlyList<ProjectRecipe> Recipes, IReadOnlyDictionary<string, string> Failed);
