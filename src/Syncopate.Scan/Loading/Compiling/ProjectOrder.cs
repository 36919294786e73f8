using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>Orders projects so that each stands behind those it refers to.</summary>
internal sealed class ProjectOrder
{
    private readonly Dictionary<string, ProjectRecipe> _recipes;
    private readonly Dictionary<string, HashSet<string>> _reached = new(ProjectPaths.Comparer);
    private readonly HashSet<string> _open = new(ProjectPaths.Comparer);
    private readonly List<ProjectRecipe> _ordered = [];
    private readonly Action<string> _notice;

    private ProjectOrder(IReadOnlyList<ProjectRecipe> recipes, Action<string> notice)
    {
        _recipes = recipes.ToDictionary(recipe => recipe.Path, ProjectPaths.Comparer);
        _notice = notice;
    }

    /// <summary>The recipes in order, each with all projects it refers to directly and through others. Of a circle one
    /// reference is left out, with a notice.</summary>
    public static IReadOnlyList<ProjectRecipe> Of(IReadOnlyList<ProjectRecipe> recipes, Action<string> notice)
    {
        ProjectOrder order = new(recipes, notice);
        foreach (ProjectRecipe recipe in recipes.OrderBy(recipe => recipe.Path, StringComparer.Ordinal))
            order.Visit(recipe);
        return [.. order._ordered.Select(recipe =>
            recipe with { ProjectReferences = [.. order._reached[recipe.Path].Order(StringComparer.Ordinal)] })];
    }

    private HashSet<string> Visit(ProjectRecipe recipe)
    {
        if (_reached.TryGetValue(recipe.Path, out HashSet<string>? known))
            return known;
        HashSet<string> reached = new(ProjectPaths.Comparer);
        _open.Add(recipe.Path);
        foreach (ProjectRecipe used in recipe.ProjectReferences.Select(path => _recipes.GetValueOrDefault(path)).OfType<ProjectRecipe>())
        {
            if (_open.Contains(used.Path))
            {
                _notice(used == recipe ? $"{recipe.Name} refers to itself. Remove the reference."
                    : $"{recipe.Name} and {used.Name} refer to each other; what {recipe.Name} takes from {used.Name} was not resolved. "
                        + "Remove one of the references.");
                continue;
            }

            reached.Add(used.Path);
            reached.UnionWith(Visit(used));
        }

        _open.Remove(recipe.Path);
        _reached[recipe.Path] = reached;
        _ordered.Add(recipe);
        return reached;
    }
}
