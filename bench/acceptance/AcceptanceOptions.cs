using System.Globalization;

namespace Syncopate.Acceptance;

/// <summary>What the script was asked to do.</summary>
/// <param name="Cases">The cases to run; none to read results only.</param>
/// <param name="Runs">Comparisons of each case; null for what the case asks.</param>
/// <param name="Folder">Folder of the results.</param>
/// <param name="Resume">Go on with results that are there.</param>
internal sealed record AcceptanceOptions(IReadOnlyList<AcceptanceCase> Cases, int? Runs, string Folder, bool Resume)
{
    public const string Usage = """
        usage: a2 | a6 | a7 | a8 | CASE   the comparisons of a test, or of one of its cases (a6-10%-30s, a8-burdened-1.02, ...); a8-calm and a8-burdened for half of a8
               a13                    every report that is there, made again from its journal: the same bytes?
               table                  the results so far, as Markdown
               short                  two comparisons of 10 s and their reports made again
               --runs N   --out DIR (artifacts/acceptance)   --resume   --short (each case once)
        """;

    /// <summary>The options of a line; null when it cannot be read.</summary>
    public static AcceptanceOptions? Read(string test, ReadOnlySpan<string> options)
    {
        IReadOnlyList<AcceptanceCase> cases = test == "short"
            ? AcceptanceCase.Short
            : [.. AcceptanceCase.All.Where(c => c.Test == test || c.Name == test || (c.Test == "a8" && c.Name.StartsWith(test + "-", StringComparison.Ordinal)))];
        if (cases.Count == 0 && test is not ("a13" or "table"))
            return null;
        AcceptanceOptions read = new(cases, null, "artifacts/acceptance", test is "a13" or "table");
        while (options.Length > 0)
        {
            (AcceptanceOptions? next, int used) = options switch
            {
                ["--runs", var text, ..] when int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int runs) => (read with { Runs = runs }, 2),
                ["--out", var folder, ..] => (read with { Folder = folder }, 2),
                ["--resume", ..] => (read with { Resume = true }, 1),
                ["--short", ..] => (read with { Runs = 1 }, 1),
                _ => (null, 0),
            };
            if (next is null)
                return null;
            read = next;
            options = options[used..];
        }

        return read;
    }
}
