using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>Parses the sources of projects, on all processors.</summary>
internal static class SourceReader
{
    /// <summary>The trees by the path of the project, in the order of its sources; a file that cannot be read has none
    /// and gets a notice, and models of migrations have none.</summary>
    public static async Task<IReadOnlyDictionary<string, IReadOnlyList<SyntaxTree>>> ReadAsync(
        IReadOnlyList<ProjectRecipe> recipes, Action<string> notice, CancellationToken token)
    {
        ConcurrentDictionary<string, string> unreadable = new(ProjectPaths.Comparer);
        Dictionary<string, SyntaxTree?[]> trees = recipes.ToDictionary(
            recipe => recipe.Path, recipe => new SyntaxTree?[recipe.Sources.Count], ProjectPaths.Comparer);
        IEnumerable<(ProjectRecipe Recipe, int At)> all = recipes.SelectMany(recipe => recipe.Sources.Select((_, at) => (recipe, at)));
        await Parallel.ForEachAsync(all, token, async (source, stop) =>
        {
            string path = source.Recipe.Sources[source.At];
            try
            {
                byte[] bytes = await File.ReadAllBytesAsync(path, stop).ConfigureAwait(false);
                SourceText text = SourceText.From(bytes, bytes.Length, canBeEmbedded: false);
                if (!ModelOfMigration.Is(path, text))
                    trees[source.Recipe.Path][source.At] = CSharpSyntaxTree.ParseText(text, source.Recipe.ParseOptions, path, stop);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidDataException)
            {
                unreadable[path] = e.Message;
            }
        }).ConfigureAwait(false);
        foreach ((string path, string why) in unreadable.OrderBy(file => file.Key, StringComparer.Ordinal))
            notice($"'{path}' was not read: {why.TrimEnd('.')}.");
        return recipes.ToDictionary(
            recipe => recipe.Path,
            IReadOnlyList<SyntaxTree> (recipe) => [.. trees[recipe.Path].OfType<SyntaxTree>(), .. Implied(recipe)],
            ProjectPaths.Comparer);
    }

    private static IEnumerable<SyntaxTree> Implied(ProjectRecipe recipe) => recipe.ImpliedSources.Select((text, at) =>
        CSharpSyntaxTree.ParseText(text, recipe.ParseOptions, FormattableString.Invariant($"{recipe.Name}.Implied{at}.g.cs")));
}
