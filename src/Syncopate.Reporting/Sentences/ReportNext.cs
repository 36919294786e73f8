using System.Globalization;
using System.Text.RegularExpressions;
using Syncopate.Reporting.Measured;
using Syncopate.Units;

namespace Syncopate.Reporting.Sentences;

/// <summary>The command that goes on where a verdict is open: the run's own, larger, and with another seed.</summary>
internal static partial class ReportNext
{
    // A quick run takes 40 s; before its first round it starts servers.
    private const double QuickSeconds = 40;
    private const double StartSeconds = 6;
    // What a busy machine takes beyond the plan.
    private const double Reserve = 1.3;
    private const double LongestBudgetSeconds = 3_600;
    private const string Run = "syncopate run ";
    private const string Compare = "syncopate compare ";

    /// <summary>The command line; empty when the journal does not say what was run, or when an hour would not do.</summary>
    public static string Of(RunJournal journal, MeasuredExperiment measured)
    {
        List<string> words = Word().Matches(journal.Header?.Command ?? "").Select(m => m.Value).ToList();
        string command = string.Join(' ', words);
        if (command.StartsWith(Compare, StringComparison.Ordinal))
            return Larger(words, measured);
        return (command + " ").StartsWith(Run, StringComparison.Ordinal) ? Alone(words, journal, measured) : "";
    }

    /// <summary>The experiment by itself, so that all the time is its own: as large as before where that time is
    /// enough, else the next size.</summary>
    private static string Alone(List<string> words, RunJournal journal, MeasuredExperiment measured)
    {
        string id = measured.Experiment.ListedId;
        bool wasAlone = journal.Asked.All(a => a == id || a == measured.Experiment.Id);
        string[] size = journal.Header?.Mode switch
        {
            "quick" when !wasAlone && StartSeconds + Seconds(measured) <= QuickSeconds => ["--quick"],
            "full" => ["--full"],
            "default" when wasAlone => ["--full"],
            _ => [],
        };
        // The ids stand before the first option; what else was asked for stays.
        IReadOnlyList<string> further = Without(Without([.. words.SkipWhile(w => !w.StartsWith('-'))], "--seed", 1), "--quick", 0);
        further = Without(further, "--full", 0);
        // Agents have no part in what happens within one process, and are refused where nothing else is asked.
        if (measured.Experiment.Load is CallsInProcess or WholeProcesses)
            further = Without(Without(further, "--agents", 1), "--join", 1);
        return string.Join(' ', ["syncopate", "run", id, .. size, .. further]);
    }

    private static string Larger(List<string> words, MeasuredExperiment measured)
    {
        IReadOnlyList<string> asked = Without(words, "--seed", 1);
        // Enough rounds, and a crowd too small to make anybody wait: more of the same would say the same.
        if (measured.Primary.RoundsNeeded is not null
            && measured.Experiment.Load is UsersForTime or UsersTimesLoops
            && !ReportLoad.Adequacy(measured).Enough)
        {
            return string.Join(
                ' ', [.. Without(asked, "--users", 1), "--users", ReportLoad.MoreUsers(measured).ToString(CultureInfo.InvariantCulture)]);
        }

        double seconds = Math.Ceiling((StartSeconds + Seconds(measured)) / 10) * 10;
        return seconds > LongestBudgetSeconds
            ? ""
            : string.Join(' ', [.. Without(asked, "--budget", 1), "--budget", seconds.ToString("0's'", CultureInfo.InvariantCulture)]);
    }

    /// <summary>What the rounds of a verdict take at the pace of those that are complete.</summary>
    private static double Seconds(MeasuredExperiment measured)
    {
        List<Slot> slots = measured.Slots.Where(s => s.Round > 0).ToList();
        long begin = slots.Select(s => s.StartedNanoseconds).DefaultIfEmpty(0).Min();
        long end = slots.Select(s => s.StartedNanoseconds + s.DurationNanoseconds).DefaultIfEmpty(0).Max();
        int rounds = Math.Max(measured.Primary.RoundsNeeded ?? 0, Looks.RoundsAt(1));
        return Nanoseconds.ToSeconds(Reserve * rounds * (end - begin)) / Math.Max(1, measured.Rounds.Count);
    }

    private static IReadOnlyList<string> Without(IReadOnlyList<string> words, string option, int values)
    {
        int at = words.ToList().LastIndexOf(option);
        return at < 0 ? words : [.. words.Take(at), .. words.Skip(at + 1 + values)];
    }

    // A word as a shell reads it, in its quotes; a quote that is never closed goes to the end.
    [GeneratedRegex("""(?:'[^']*(?:'|$)|\\.|[^\s'])+""")]
    private static partial Regex Word();
}
