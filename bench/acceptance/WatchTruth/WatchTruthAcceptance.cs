using System.Globalization;

namespace Syncopate.Acceptance.WatchTruth;

/// <summary>Runs generated programs that are not in the log yet, compares what <c>watch</c> says of each with what was measured, and
/// prints the table.</summary>
internal static class WatchTruthAcceptance
{
    public const string Usage = """
        usage: watch-truth [N]         N generated programs (200), each watched and measured as it is, with 60 threads,
                                       awaited, and with the threads that the verdict asks for
               watch-what-if [N]       the same programs: 60 threads tried by the experiment within the process, and measured
               watch-truth-table | watch-what-if-table         the results so far, as Markdown
               --pages N (1)                                   programs of two pages, of other waits, side by side
               --from SEED (1)   --out DIR (artifacts/acceptance-WORD)   it goes on with results that are there
        """;

    private const string Word = "watch-truth";
    private const string WhatIf = "watch-what-if";
    private const int Asked = 200;

    private const double LeastAgreeing = 0.98;

    // Of starved programs, for which a verdict leaves open what helps.
    private const double MostOpen = 0.15;

    /// <summary>Runs; null when the line is another's, or cannot be read.</summary>
    public static async Task<int?> TryAsync(IReadOnlyList<string> line)
    {
        if (line[0] is not (Word or Word + "-table" or WhatIf or WhatIf + "-table"))
            return null;
        bool isTruth = line[0].StartsWith(Word, StringComparison.Ordinal);
        int count = line[0] is Word or WhatIf ? Asked : 0;
        (int from, int pages, string folder) = (1, 1, $"artifacts/acceptance-{(isTruth ? Word : WhatIf)}");
        for (int i = 1; i < line.Count; i++)
        {
            string? value = i + 1 < line.Count ? line[i + 1] : null;
            switch (line[i])
            {
                case "--from" when int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out from):
                    i++;
                    break;
                case "--pages" when value is "1" or "2":
                    pages = value == "2" ? 2 : 1;
                    i++;
                    break;
                case "--out" when value is not null:
                    folder = value;
                    i++;
                    break;
                case var number when i == 1 && int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out count):
                    break;
                default:
                    return null;
            }
        }

        IEnumerable<int> seeds = Enumerable.Range(from + (pages == 2 ? TruthProgram.TwoPages : 0), count);
        return await (isTruth ? TruthAsync(seeds, folder) : WhatIfAsync(seeds, folder));
    }

    private static async Task<int> TruthAsync(IEnumerable<int> seeds, string folder)
    {
        OutcomeLog<TruthOutcome> log = new(folder);
        TruthRun run = new(log.Folder);
        await AddAsync(log, seeds.Except(log.Outcomes.Select(o => o.Seed)), run.RunAsync, Text);
        Console.Write(TruthTable.Write(log.Outcomes));
        int starved = log.Outcomes.Count(o => o.IsStarved);
        return log.Outcomes.Any(o => o.False.Any()) || log.Outcomes.Count(o => o.IsOpen) > MostOpen * starved ? 3 : 0;
    }

    private static async Task<int> WhatIfAsync(IEnumerable<int> seeds, string folder)
    {
        OutcomeLog<WhatIfOutcome> log = new(folder);
        TruthRun run = new(log.Folder);
        await AddAsync(log, seeds.Except(log.Outcomes.Select(o => o.Seed)), run.WhatIfAsync, Text);
        Console.Write(WhatIfTable.Write(log.Outcomes));
        return log.Outcomes.Count(o => o.Agrees) < LeastAgreeing * log.Outcomes.Count ? 3 : 0;
    }

    private static async Task AddAsync<T>(
        OutcomeLog<T> log, IEnumerable<int> missing, Func<TruthProgram, Task<T>> measure, Func<T, string> text)
    {
        foreach (int seed in missing.ToList())
        {
            T found = await measure(TruthProgram.Of(seed));
            log.Add(found);
            await Console.Error.WriteLineAsync(text(found));
        }
    }

    private static string Text(TruthOutcome found) =>
        FormattableString.Invariant($"{found.AtUtc:HH:mm:ss} {found.Seed}, {found.Told}: {found.Cause}; {string.Join(", ", found.Claims)}; ")
            + FormattableString.Invariant($"{found.Figures.PerSecond:0.0} a second, {found.Figures.WithThreads:0.0} with threads, ")
            + FormattableString.Invariant($"{found.Figures.Awaited:0.0} awaited; false: {string.Join(", ", found.False)}");

    private static string Text(WhatIfOutcome found) => FormattableString.Invariant(
        $"{found.AtUtc:HH:mm:ss} {found.Seed}: {found.Truth:0.00}; {found.Sentence} {(found.Agrees ? "" : "DOES NOT AGREE")}");
}
