using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>Adds to a compilation what the generators of its project write, members that hand-written sources call among it.</summary>
internal static class GeneratorRun
{
    /// <summary>The compilation with their sources; those stand behind the others.</summary>
    /// <param name="compilation">Of the written sources.</param>
    /// <param name="recipe">What the project gives to generators.</param>
    /// <param name="generators">Those of the project.</param>
    /// <param name="notice">Receives a generator that fails.</param>
    /// <param name="token">Ends it.</param>
    public static CSharpCompilation Add(
        CSharpCompilation compilation,
        ProjectRecipe recipe,
        IReadOnlyList<ISourceGenerator> generators,
        Action<string> notice,
        CancellationToken token)
    {
        GeneratorDriver driver = CSharpGeneratorDriver.Create(
            generators,
            recipe.AdditionalFiles.Where(File.Exists).Select(AdditionalText (path) => new FileText(path)).ToImmutableArray(),
            recipe.ParseOptions,
            new ConfigOptions(recipe.ConfigFiles));
        driver = driver.RunGeneratorsAndUpdateCompilation(compilation, out Compilation updated, out _, token);
        foreach (GeneratorRunResult failed in driver.GetRunResult().Results.Where(result => result.Exception is not null))
        {
            string name = failed.Generator.GetGeneratorType().Name;
            string? why = failed.Exception?.GetType().Name;
            notice($"What the generator {name} would write for {recipe.Name} is missing: it failed with {why}.");
        }

        return (CSharpCompilation)updated;
    }

    private sealed class FileText(string path) : AdditionalText
    {
        public override string Path => path;

        public override SourceText? GetText(CancellationToken cancellationToken = default)
        {
            try
            {
                using FileStream stream = File.OpenRead(path);
                return SourceText.From(stream);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return null;
            }
        }
    }
}
