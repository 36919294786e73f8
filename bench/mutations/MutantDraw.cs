using System.Security.Cryptography;
using System.Text;

namespace Syncopate.Mutations;

/// <summary>In which order faults are drawn.</summary>
internal static class MutantDraw
{
    /// <summary>By a checksum of what each of them changes, and of the seed. A change of the code then changes the draw where the code was
    /// changed and nowhere else, so that a score before it and one after it are about the same faults.</summary>
    /// <param name="mutants">In the order of the text.</param>
    /// <param name="linesOf">The line of a fault before and after.</param>
    /// <param name="seed">Of the draw.</param>
    public static IReadOnlyList<Mutant> Of(
        IEnumerable<Mutant> mutants, Func<Mutant, (string Was, string Becomes)> linesOf, int seed)
    {
        Dictionary<string, int> alike = [];
        List<(string Place, Mutant Mutant)> drawn = [];
        foreach (Mutant mutant in mutants)
        {
            (string was, string becomes) = linesOf(mutant);
            string change = $"{mutant.Path}\n{was}\n{becomes}";
            int number = alike.GetValueOrDefault(change) + 1;
            alike[change] = number;
            drawn.Add((Checksum(FormattableString.Invariant($"{seed}\n{number}\n{change}")), mutant));
        }

        return [.. drawn.OrderBy(entry => entry.Place, StringComparer.Ordinal).Select(entry => entry.Mutant)];
    }

    private static string Checksum(string text) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
}
