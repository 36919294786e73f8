using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>Generators that are projects of the solution: nothing is built here, so one that the user has built before is taken.</summary>
internal static class BuiltGenerators
{
    /// <summary>The assemblies of a recipe, those that are not there replaced by the newest build of the project that makes them.</summary>
    /// <param name="analyzers">Full paths.</param>
    /// <param name="recipes">All of the solution.</param>
    public static IReadOnlyList<string> Of(IReadOnlyList<string> analyzers, IReadOnlyList<ProjectRecipe> recipes) =>
        [.. analyzers.Select(path => File.Exists(path) ? path : Newest(path, recipes) ?? path)];

    private static string? Newest(string path, IReadOnlyList<ProjectRecipe> recipes)
    {
        string name = Path.GetFileNameWithoutExtension(path);
        string? folder = recipes.FirstOrDefault(recipe => recipe.AssemblyName == name)?.Folder;
        string built = Path.Combine(folder ?? "", "bin");
        return folder is null || !Directory.Exists(built)
            ? null
            : Directory.EnumerateFiles(built, Path.GetFileName(path), SearchOption.AllDirectories).MaxBy(File.GetLastWriteTimeUtc);
    }
}
