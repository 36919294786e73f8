namespace Syncopate.Cli.Lines;

/// <summary>Finds what a mistyped word was meant to be.</summary>
internal static class DidYouMean
{
    private const int MostEdits = 3;

    /// <summary>" Did you mean X?" with a leading blank, or nothing when no known word is near.</summary>
    public static string Sentence(string wrong, IEnumerable<string> known)
    {
        (string Word, int Edits) nearest = known
            .Select(word => (word, Edits(wrong, word)))
            .OrderBy(pair => pair.Item2)
            .FirstOrDefault((word: "", MostEdits + 1));
        return nearest.Edits <= Math.Min(MostEdits, nearest.Word.Length / 2) ? $" Did you mean {nearest.Word}?" : "";
    }

    /// <summary>Edit distance of Levenshtein (1965): insertions, deletions and substitutions, each at cost 1.</summary>
    internal static int Edits(string from, string to)
    {
        int[] above = [.. Enumerable.Range(0, to.Length + 1)];
        for (int i = 1; i <= from.Length; i++)
        {
            int[] row = new int[to.Length + 1];
            row[0] = i;
            for (int j = 1; j <= to.Length; j++)
            {
                int substituted = above[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
                row[j] = Math.Min(substituted, Math.Min(above[j], row[j - 1]) + 1);
            }

            above = row;
        }

        return above[to.Length];
    }
}
