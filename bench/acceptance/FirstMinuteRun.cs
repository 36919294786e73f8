using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Running.Machines;

namespace Syncopate.Acceptance;

/// <summary>Makes quick runs as a newcomer does, by the wrapper, calm and beside burners, and keeps what was on the
/// screen and when.</summary>
internal static partial class FirstMinuteRun
{
    public const string Word = "first-minute";

    public const string Usage = """
        usage: first-minute           20 quick runs calm, 20 beside one burner, 20 beside two; it goes on with results that are there
               first-minute-table     the results so far, as Markdown
               --runs N   --burners N (only so many)   --out DIR (artifacts/acceptance-first-minute)
        """;

    private const int Usual = 20;
    private static readonly int[] Burdens = [0, 1, 2];

    /// <summary>Runs a line; null when it is no line of this.</summary>
    public static async Task<int?> TryAsync(string[] line)
    {
        if (line is not [Word or Word + "-table", ..])
            return null;
        (int runs, int[] burdens, string folder) = (line[0] == Word ? Usual : 0, Burdens, "artifacts/acceptance-first-minute");
        for (int i = 1; i < line.Length; i += 2)
        {
            if (i + 1 == line.Length)
                return null;
            switch (line[i])
            {
                case "--runs" when int.TryParse(line[i + 1], NumberStyles.None, CultureInfo.InvariantCulture, out runs):
                    break;
                case "--burners" when int.TryParse(line[i + 1], NumberStyles.None, CultureInfo.InvariantCulture, out int burners):
                    burdens = [burners];
                    break;
                case "--out":
                    folder = line[i + 1];
                    break;
                default:
                    return null;
            }
        }

        OutcomeLog<FirstMinuteOutcome> log = new(folder);
        foreach (int burners in burdens)
            await RunAsync(burners, runs, log);
        Console.Write(FirstMinuteTable.Write(log.Outcomes));
        return 0;
    }

    private static async Task RunAsync(int count, int runs, OutcomeLog<FirstMinuteOutcome> log)
    {
        List<int> missing = [.. Enumerable.Range(1, runs).Where(i => !log.Outcomes.Any(o => o.Burners == count && o.Index == i))];
        using Burners burners = new(missing.Count == 0 ? 0 : count);
        foreach (int index in missing)
        {
            FirstMinuteOutcome outcome = await RunAsync(burners, count, index, Path.Combine(log.Folder, "runs", Text($"{count}-{index}")));
            log.Add(outcome);
            await Console.Error.WriteLineAsync(Text($"{outcome.AtUtc:HH:mm:ss} {count} burners, {index}: {outcome.Right} right, {outcome.Wrong} wrong in {outcome.WallSeconds:0.0} s, first verdict after {outcome.FirstVerdictSeconds:0.0} s, {100 * outcome.SlotShare:0} % in slots, promise {outcome.WorstPromise:0.00}, load {outcome.LoadAverage:0.0}, stolen {100 * outcome.StolenShare:0} %; {string.Join(", ", outcome.Verdicts.Select(v => $"{v.Key} {v.Value}"))}"));
        }
    }

    private static async Task<FirstMinuteOutcome> RunAsync(Burners burners, int count, int index, string folder)
    {
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        (double load, MachineUse? before, TimeSpan used) = (LoadAverage(), MachineUse.Read(), burners.Used);
        (List<(double At, string Line)> screen, double wall) = await WatchAsync(["run", "--quick", "--seed", Text($"{1_000 * count + index}"), "--out", folder]);
        MachineUse? after = MachineUse.Read();
        ReportDocument report = ReportJson.Read(await File.ReadAllBytesAsync(Path.Combine(folder, "report.json")));
        return new FirstMinuteOutcome(
            count,
            index,
            DateTimeOffset.UtcNow,
            report.Experiments.ToDictionary(e => e.Id, e => Camel(e.Verdict.ToString())),
            wall,
            screen.Where(l => l.Line.Contains("Decided after", StringComparison.Ordinal)).Select(l => (double?)l.At).FirstOrDefault(),
            [.. screen.Select(l => Heading().Match(l.Line)).Where(m => m.Success).Select(m => m.Groups[1].Value).Take(2)],
            screen.Select(l => (l.At, Promise: LeftAtMost().Match(l.Line))).Where(l => l.Promise.Success)
                .Select(l => (wall - l.At) / double.Parse(l.Promise.Groups[1].Value, CultureInfo.InvariantCulture)).Where(double.IsPositive).OrderByDescending(p => Math.Abs(Math.Log(p))).FirstOrDefault(),
            Slots(folder) / wall,
            load,
            before is not null && after is not null ? MachineUse.Between(before, after).StolenShare : 0,
            (burners.Used - used).TotalSeconds / wall);
    }

    /// <summary>Runs the tool and notes when each line of its stderr came.</summary>
    private static async Task<(List<(double At, string Line)> Screen, double WallSeconds)> WatchAsync(string[] arguments)
    {
        long started = Stopwatch.GetTimestamp();
        using Process tool = Process.Start(new ProcessStartInfo(Wrapper, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!; // No shell is involved.
        Task<string> output = tool.StandardOutput.ReadToEndAsync();
        List<(double, string)> screen = new();
        while (await tool.StandardError.ReadLineAsync() is { } line)
            screen.Add((Stopwatch.GetElapsedTime(started).TotalSeconds, line));
        await output;
        await tool.WaitForExitAsync();
        double wall = Stopwatch.GetElapsedTime(started).TotalSeconds;
        return tool.ExitCode == 0 ? (screen, wall) : throw new InvalidOperationException(Text($"The run ended with {tool.ExitCode}: {string.Join('\n', screen.Select(l => l.Item2))}"));
    }

    private static double Slots(string folder) =>
        JournalReader.Read(Path.Combine(folder, "run.jsonl")).Records.OfType<Slot>().Where(s => s.Kind != SlotKind.WarmUp).Sum(s => s.DurationNanoseconds) / 1e9;

    private static string Wrapper
    {
        get
        {
            string folder = AppContext.BaseDirectory;
            while (!File.Exists(Path.Combine(folder, "Syncopate.slnx")))
                folder = Path.GetDirectoryName(folder) ?? throw new InvalidOperationException($"No folder above {AppContext.BaseDirectory} holds the wrapper.");
            return Path.Combine(folder, "syncopate");
        }
    }

    private static double LoadAverage() => File.Exists("/proc/loadavg") ? double.Parse(File.ReadAllText("/proc/loadavg").Split(' ')[0], CultureInfo.InvariantCulture) : 0;

    private static string Camel(string name) => char.ToLowerInvariant(name[0]) + name[1..];

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    [GeneratedRegex("^[0-9]+/[0-9]+  ([a-z-]+):")]
    private static partial Regex Heading();

    [GeneratedRegex("(?:About|At most) ([0-9]+) s(?:, at most [0-9]+ s)? left")]
    private static partial Regex LeftAtMost();
}
