using System.Globalization;

namespace Syncopate.Acceptance;

/// <summary>Runs what was asked and prints the table.</summary>
internal static class AcceptanceProgram
{
    public static async Task<int> RunAsync(AcceptanceOptions options)
    {
        OutcomeLog<ComparisonOutcome> log = new(options.Folder);
        if (!options.Resume && log.Outcomes.Any(o => options.Cases.Any(c => c.Name == o.Case)))
        {
            await Console.Error.WriteLineAsync($"error: {log.Folder} has results of this test. --resume goes on with them; --out DIR begins anew.");
            return 2;
        }

        AcceptanceRun run = new(log);
        foreach (AcceptanceCase entry in options.Cases)
            await run.RunAsync(entry, options.Runs ?? entry.Count);
        bool identical = options.Cases.Count > 0 ? log.Outcomes.All(o => o.Identical) : await MakeAgainAsync(log.Folder);
        Console.Write(AcceptanceTable.Write(log.Outcomes));
        return identical && !log.Outcomes.Any(IsWildlyWrong) ? 0 : 3;
    }

    /// <summary>No machine is so busy that half and double may be taken for each other.</summary>
    private static bool IsWildlyWrong(ComparisonOutcome outcome) => outcome.Low > 1.5 * outcome.Truth || outcome.High < outcome.Truth / 1.5;

    private static async Task<bool> MakeAgainAsync(string folder)
    {
        string runs = Path.Combine(folder, "runs");
        string[] folders = Directory.Exists(runs) ? [.. Directory.EnumerateDirectories(runs).Order(StringComparer.Ordinal)] : [];
        List<string> different = new();
        foreach (string made in folders)
        {
            if (!await CompareTool.IsIdenticalAsync(made))
                different.Add(Path.GetFileName(made));
        }

        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{folders.Length - different.Count} of {folders.Length} reports made again have the same bytes. {string.Join(", ", different)}"));
        return different.Count == 0;
    }
}
