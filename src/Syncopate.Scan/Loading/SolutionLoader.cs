using Syncopate.Scan.Loading.Compiling;
using Syncopate.Scan.Loading.Recipes;
using Syncopate.Scan.Loading.Sdks;
using Syncopate.Scan.Loading.Targets;

namespace Syncopate.Scan.Loading;

/// <summary>Turns a path into what the compiler sees. The tree is left as it was, also when this is stopped.</summary>
internal static class SolutionLoader
{
    /// <summary>Loads a solution, a project or a folder.</summary>
    /// <param name="target">Its path.</param>
    /// <param name="options">How.</param>
    /// <param name="progress">Receives what is done now, a few words each.</param>
    /// <param name="token">Ends it.</param>
    /// <exception cref="ScanFailedException">There is nothing that can be scanned.</exception>
    public static Task<LoadedSolution> LoadAsync(string target, LoadOptions options, Action<string> progress, CancellationToken token)
    {
        ScanTarget found = ScanTarget.Find(target);
        // In a method of its own: entering the next one loads types of the compiler.
        RoslynOfSdk.Use().Demand(target);
        return LoadFoundAsync(found, options, progress, token);
    }

    private static async Task<LoadedSolution> LoadFoundAsync(
        ScanTarget target, LoadOptions options, Action<string> progress, CancellationToken token)
    {
        List<string> notices = [.. target.Notices];
        if (RoslynOfSdk.Use() is { IsBundled: true, IsNeeded: true })
            notices.Add("No .NET SDK with a compiler that fits was found: the one that the tool brings was used, which is slower.");
        string folder = Directory.CreateTempSubdirectory("syncopate-scan-").FullName;
        try
        {
            RecipeFinder finder = new(target, options, folder, notices.Add);
            progress("Reading projects");
            IReadOnlyList<ProjectRecipe> recipes = await finder.FindAsync(token).ConfigureAwait(false);
            if (recipes.Count == 0)
            {
                throw new ScanFailedException(
                    $"Cannot scan '{target.Path}': none of its projects could be read. {string.Join(' ', notices)}");
            }

            progress("Reading sources");
            CompilationBuilder builder = new(finder.Stubs, options.WithTests, notices.Add);
            IReadOnlyList<CompiledProject> projects = await builder.BuildAsync(recipes, token).ConfigureAwait(false);
            return new LoadedSolution(target.Root, [.. projects.Select(project => Loaded(project, target))], notices);
        }
        finally
        {
            Remove(folder);
        }
    }

    private static LoadedProject Loaded(CompiledProject project, ScanTarget target)
    {
        ProjectRecipe recipe = project.Recipe;
        return new LoadedProject(recipe.Name, recipe.Path, recipe.Framework, project.Compilation, recipe.IsTest, recipe.IsRestored)
        {
            Generated = project.Generated,
            IsAsked = target.Projects.Count == 0 || target.Projects.Contains(recipe.Path, ProjectPaths.Comparer),
        };
    }

    private static void Remove(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The system clears its temporary folder.
        }
    }
}
