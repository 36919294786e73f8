using System.Globalization;
using System.Text.RegularExpressions;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>Changes the figures of claims one at a time: rules that hold anything find most of it.</summary>
internal static partial class PlantedFigures
{
    /// <summary>How many were changed, and how many of those a rule found.</summary>
    public static (int Found, int Planted) Count(IEnumerable<Claim> claims, IReadOnlyList<ClaimRule> rules)
    {
        var (found, planted) = (0, 0);
        foreach (Claim claim in claims)
        {
            foreach (Match figure in Figure().Matches(claim.Text))
            {
                double value = double.Parse(figure.Value, NumberStyles.Number, CultureInfo.InvariantCulture);
                string other = (2 * value + 7).ToString("0.###", CultureInfo.InvariantCulture);
                string changed = claim.Text[..figure.Index] + other + claim.Text[(figure.Index + figure.Length)..];
                planted++;
                if (ClaimRule.Complaint(claim with { Text = changed }, rules) is not null)
                    found++;
            }
        }

        return (found, planted);
    }

    [GeneratedRegex("[0-9][0-9,]*(?:\\.[0-9]+)?")]
    private static partial Regex Figure();
}
