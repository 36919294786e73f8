using System.Diagnostics;
using System.Globalization;
using Syncopate.Reporting;

namespace Syncopate.Acceptance;

/// <summary>Does <c>compare</c> decide, in its budget, what differs by a factor of two? Servers that wait and servers
/// that compute, by turns, with 1 to 50 users, calm and beside burners.</summary>
internal static class DecideAcceptance
{
    /// <summary>Name of the command.</summary>
    public const string Word = "compare-decides";

    public const string Usage = """
               compare-decides        20 comparisons each of servers that differ by a factor of 2, with a budget of 20 s, beside 0, 1 and 2 burners: right verdicts, time, rounds
               --burners N (one of the three)   --runs N   --out DIR (artifacts/acceptance-decides); goes on with results that are there
        """;

    private const int BudgetSeconds = 20;
    private const int Runs = 20;
    private const int WaitMilliseconds = 20;

    private static readonly int[] Users = [1, 4, 20, 50];

    /// <summary>Runs what is missing and prints the table; null when the options cannot be read.</summary>
    public static async Task<int?> RunAsync(ReadOnlyMemory<string> options)
    {
        (int[] burners, int runs, string folder) = ([0, 1, 2], Runs, "artifacts/acceptance-decides");
        for (; options.Length > 0; options = options[2..])
        {
            if (options.Length < 2)
                return null;
            (string option, string value) = (options.Span[0], options.Span[1]);
            bool isNumber = int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number);
            switch (option)
            {
                case "--burners" when isNumber: burners = [number]; break;
                case "--runs" when isNumber: runs = number; break;
                case "--out": folder = value; break;
                default: return null;
            }
        }

        OutcomeLog<DecideOutcome> log = new(folder);
        foreach (int count in burners)
            await RunAsync(log, count, runs);
        Console.Write(DecideTable.Write(log.Outcomes));
        return log.Outcomes.Any(o => o.IsWrong) ? 3 : 0;
    }

    private static async Task RunAsync(OutcomeLog<DecideOutcome> log, int count, int runs)
    {
        List<int> missing = [.. Enumerable.Range(1, runs).Where(i => !log.Outcomes.Any(o => o.Burners == count && o.Index == i))];
        if (missing.Count == 0)
            return;
        using Burners burners = new(count);
        foreach (int index in missing)
        {
            DecideOutcome outcome = await CompareAsync(log.Folder, count, index);
            log.Add(outcome);
            await Console.Error.WriteLineAsync(Text($"{DateTimeOffset.UtcNow:HH:mm:ss} {count} burners {index}/{runs}: {(outcome.Waits ? "waiting" : "computing")}, {outcome.Users} users: {outcome.Verdict} {outcome.Ratio:0.000}, {outcome.Rounds} rounds, {outcome.RunSeconds:0.0} s ({outcome.WallSeconds:0.0} s in all), load {outcome.LoadAverage:0.0}, {100 * outcome.StolenShare:0.0} % stolen{(outcome.IsWrong ? ", WRONG" : "")}"));
        }
    }

    private static async Task<DecideOutcome> CompareAsync(string folder, int burners, int index)
    {
        // Every number of users with both kinds of work, and the faster server first as often as second.
        bool waits = index % 2 == 1;
        int users = Users[(index - 1) / 2 % Users.Length];
        bool firstIsFaster = (index - 1) / 8 % 2 == 1;
        string slow = waits ? Text($"wait:{2 * WaitMilliseconds}") : Text($"{2 * KnownCostServer.BaseIterations}");
        string fast = waits ? Text($"wait:{WaitMilliseconds}") : Text($"{KnownCostServer.BaseIterations}");
        string run = Path.Combine(folder, "runs", Text($"{burners}-{index}"));
        if (Directory.Exists(run))
            Directory.Delete(run, recursive: true);
        long started = Stopwatch.GetTimestamp();
        ReportDocument report = await CompareTool.DecideAsync(firstIsFaster ? (fast, slow) : (slow, fast), users, BudgetSeconds, index, run);
        ExperimentReport experiment = report.Experiments[0];
        Comparison primary = experiment.Comparisons[0];
        return new DecideOutcome(
            burners, index, DateTimeOffset.UtcNow, waits, users, firstIsFaster ? "loss" : "gain", Camel(primary.Verdict), primary.Ratio, primary.Rounds, report.Run.DurationSeconds,
            Stopwatch.GetElapsedTime(started).TotalSeconds, BudgetSeconds, report.Machine.LoadAverage ?? 0, experiment.Conditions?.StolenShare ?? 0);
    }

    private static string Camel(Verdict verdict) => char.ToLowerInvariant(verdict.ToString()[0]) + verdict.ToString()[1..];

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
