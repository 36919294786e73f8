using System.Globalization;

namespace Syncopate.Scan.Loading.Recipes;

/// <summary>Of a project with several frameworks, one is scanned.</summary>
internal static class NewestFramework
{
    /// <summary>The recipe of the newest framework; one whose packages are there before one without, one for any system
    /// before one for phones.</summary>
    public static ProjectRecipe Of(IEnumerable<ProjectRecipe> recipes) => recipes
        .OrderByDescending(recipe => recipe.IsRestored)
        .ThenBy(recipe => recipe.Framework.Contains('-', StringComparison.Ordinal))
        .ThenByDescending(recipe => Rank(recipe.Framework))
        .ThenBy(recipe => recipe.Framework, StringComparer.Ordinal)
        .First();

    /// <summary>Orders frameworks: .NET 5 and later, .NET Core, .NET Standard, .NET Framework; newer above older.</summary>
    public static double Rank(string framework)
    {
        string name = framework.Split('-')[0].ToUpperInvariant();
        string number = name.TrimStart("ABCDEFGHIJKLMNOPQRSTUVWXYZ".ToCharArray());
        _ = double.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double version); // 0 for none.
        if (name.StartsWith("NETCOREAPP", StringComparison.Ordinal))
            return 2000 + version;
        if (name.StartsWith("NETSTANDARD", StringComparison.Ordinal))
            return 1000 + version;
        if (number.Contains('.', StringComparison.Ordinal))
            return 3000 + version;
        // "net48" is .NET Framework 4.8 and newer than "net472", 4.7.2.
        return version / Math.Pow(10, Math.Max(0, number.Length - 1));
    }
}
