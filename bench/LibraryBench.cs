using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Syncopate.Calling;
using Syncopate.Children;
using Syncopate.Load;
using Syncopate.Running.Machines;
using Syncopate.Statistics;

namespace Syncopate.Bench;

/// <summary>What the library costs, and whether it says what the tool says: a call in its loops against a bare loop, a
/// form's process against an empty program, an empty pair, and the same code as forms and behind addresses.</summary>
internal static class LibraryBench
{
    public const string Argument = "library";

    private const int Calls = 1_000_000;
    private const int Unsettled = 2;
    private const int FirstPort = 5391;

    // Of fewer ratios no interval of 95 % can be had: HodgesLehmann.
    private const int LeastTurns = 6;

    /// <summary>Everything, as bench/results/library.md has it; or this program in a part that it starts itself for.</summary>
    /// <param name="words">How many comparisons of each kind, six at least of forms with addresses, and the folder of the built
    /// tool; or the part.</param>
    public static async Task<int> RunAsync(string[] words)
    {
        switch (words)
        {
            case ["nothing", .. var options]:
                return await LibraryWork.Nothing.RunAsync(options);
            case ["waiting", .. var options]:
                return await LibraryWork.Waiting.RunAsync(options);
            case ["serve", var address]:
                await LibraryWork.ServeAsync(address);
                return 0;
            case ["empty"]:
                Console.WriteLine("ready");
                await Console.In.ReadToEndAsync();
                return 0;
            case [var turns, var tool]:
                Output.Machine();
                await MeasureAsync(int.Parse(turns, CultureInfo.InvariantCulture), tool);
                return 0;
            default:
                await Console.Error.WriteLineAsync("library takes a number of turns and the folder of the built tool.");
                return 2;
        }
    }

    private static async Task MeasureAsync(int turns, string tool)
    {
        MachineUse? before = MachineUse.Read();
        CallCost();
        await StartCostAsync(Math.Max(5, turns));
        await EmptyPairsAsync(turns);
        // Two calls never wait for a thread; eight do, where the pool begins with a thread a processor; of fifty most wait
        // until the pool has grown, so that there is a difference to agree on.
        foreach (int users in new[] { 2, 8, 50 })
            await AgreementAsync(Math.Max(LeastTurns, turns), tool, users);
        if (before is not null && MachineUse.Read() is { } after && MachineUse.Between(before, after) is var (busy, stolen))
            Output.Line($"Meanwhile the processors were busy for {busy:P0} of the time and stolen for {stolen:P0}.");
    }

    private static void CallCost()
    {
        int sum = 0;
        Action call = () => sum = unchecked((sum * 31) + 7);
        FormDescription description = new(Form.Sync, "Sync", "", "", 1) { GivesTask = false };
        LoadDriver driver = new(new FormWorkOf<NoState>(FormCode<NoState>.Of(description, _ => call()), () => () => default));
        LoadRequest request = new("/", new UsersForTime(1, TimeSpan.FromMilliseconds(200)));
        List<(double Bare, double Library)> tries = [];
        for (int i = 0; i < 20 + Unsettled; i++)
        {
            LoadResult result = driver.Run(request, TimeSpan.FromSeconds(10), () => false);
            tries.Add((Bare(call), result.LatencySumNanoseconds / result.Count));
        }

        tries.RemoveRange(0, Unsettled);
        double[] more = [.. tries.Select(t => t.Library - t.Bare).Order()];
        Output.Line($"| ns per call, {tries.Count} tries in turns | in a bare loop | by the library | more: least, median, most |");
        Output.Line($"|---|--:|--:|--:|");
        string range = FormattableString.Invariant($"{more[0]:0.0}, {Median(more):0.0}, {more[^1]:0.0}");
        Output.Line($"| one caller | {Median(tries.Select(t => t.Bare)):0.0} | {Median(tries.Select(t => t.Library)):0.0} | {range} |\n");
    }

    private static double Bare(Action call)
    {
        long from = Stopwatch.GetTimestamp();
        for (int i = 0; i < Calls; i++)
            call();
        return Stopwatch.GetElapsedTime(from).TotalNanoseconds / Calls;
    }

    private static async Task StartCostAsync(int starts)
    {
        FormAddress address = new(new string('a', FormAddress.TokenLength), LibraryWork.Nothing.Plan.Site, 0, 0);
        List<double> programs = [], forms = [], watched = [];
        await using MonitorListener monitors = new();
        for (int i = 0; i < starts; i++)
        {
            programs.Add(await CpuMillisecondsAsync("empty", null, null));
            forms.Add(await CpuMillisecondsAsync("nothing", address, null));
            watched.Add(await CpuMillisecondsAsync("nothing", address, monitors));
        }

        Output.Line($"| CPU ms until ready, {starts} starts in turns | empty program | form | more | form with its monitor | more |");
        Output.Line($"|---|--:|--:|--:|--:|--:|");
        Line("median", Median);
        Line("least", all => all.Min());
        Output.Line($"");

        void Line(string name, Func<IEnumerable<double>, double> figure)
        {
            (double program, double form, double all) = (figure(programs), figure(forms), figure(watched));
            Output.Line($"| {name} | {program:0} | {form:0} | {form - program:0} | {all:0} | {all - program:0} |");
        }
    }

    /// <summary>Of this program, until it has written its first line, and its monitor has connected where there is one.</summary>
    private static async Task<double> CpuMillisecondsAsync(string kind, FormAddress? address, MonitorListener? monitors)
    {
        ProcessStartInfo start = new(Environment.ProcessPath!, [Argument, kind]) // Never null: this is no hosted process.
        {
            RedirectStandardOutput = true,
            RedirectStandardInput = true,
        };
        if (address is not null)
            start.Environment[FormAddress.Variable] = address.ToString();
        PoolWatch? watch = monitors?.Expect(start.Environment);
        using Process process = Process.Start(start)!; // Never null: no shell is involved.
        await process.StandardOutput.ReadLineAsync();
        if (watch is not null)
            await watch.Connected.WaitAsync(TimeSpan.FromMinutes(1)); // A program that ended never connects.
        double milliseconds = process.TotalProcessorTime.TotalMilliseconds;
        process.Kill();
        await process.WaitForExitAsync();
        return milliseconds;
    }

    private static async Task EmptyPairsAsync(int turns)
    {
        Output.Line($"| an empty pair | verdict | second / first | ns, first and second | noise floor |");
        Output.Line($"|---|---|---|---|---|");
        for (int turn = 1; turn <= turns; turn++)
        {
            Told pair = await AskAsync(Environment.ProcessPath!, Argument, "nothing", "--budget", "20s"); // Never null, as above.
            string noise = FormattableString.Invariant($"{pair.Noise:0.0} %");
            Output.Line($"| {turn} | {pair.Verdict} | {pair.Words} | {1e6 * pair.First:0.0}, {1e6 * pair.Second:0.0} | {noise} |");
            Output.Progress($"empty pair {turn} of {turns}");
        }

        Output.Line($"");
    }

    private static async Task AgreementAsync(int turns, string tool, int users)
    {
        string dll = Path.Combine(tool, "Syncopate.Cli.dll");
        string count = FormattableString.Invariant($"{users}");
        (string sync, string async) = (Address(0), Address(1));
        string Serve(string address) => $"\"{Environment.ProcessPath}\" {Argument} serve {address}";
        Output.Line($"| wait 20 ms, {users} users | verdict | async / sync | mean ms, sync and async |");
        Output.Line($"|---|---|---|---|");
        List<double> library = [], compare = [];
        int same = 0;
        for (int turn = 1; turn <= turns; turn++)
        {
            Told own = await AskAsync(
                Environment.ProcessPath!, Argument, "waiting", "--users", count, "--budget", "20s"); // Never null, as above.
            Told behind = await AskAsync("dotnet", dll, "compare", $"{sync}/sync", $"{async}/async", "--launch-a", Serve(sync),
                "--launch-b", Serve(async), "--users", count, "--budget", "20s");
            Line($"{turn}, library", own);
            Line($"{turn}, compare", behind);
            library.Add(Math.Log(own.Ratio));
            compare.Add(Math.Log(behind.Ratio));
            same += own.Verdict == behind.Verdict ? 1 : 0;
            Output.Progress($"agreement {turn} of {turns}");
        }

        IntervalEstimate difference = HodgesLehmann.Estimate([.. library.Zip(compare, (l, c) => l - c)], alpha: 0.05);
        string interval = difference is { Low: { } low, High: { } high }
            ? FormattableString.Invariant($" ({Math.Exp(low):0.000} to {Math.Exp(high):0.000})") : "";
        string verdicts = FormattableString.Invariant($"the same in {same} of {turns}");
        Output.Line($"| library over compare | {verdicts} | {Math.Exp(difference.Theta):0.000}{interval} | |\n");

        static void Line(string name, Told told) =>
            Output.Line($"| {name} | {told.Verdict} | {told.Words} | {told.First:0.00}, {told.Second:0.00} |");
    }

    private static string Address(int offset) => FormattableString.Invariant($"http://127.0.0.1:{FirstPort + offset}");

    private static async Task<Told> AskAsync(string program, params string[] arguments)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("syncopate-bench-");
        ProcessStartInfo start = new(program, [.. arguments, "--json", "--out", folder.FullName])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!; // Never null: no shell is involved.
        Task<string> error = process.StandardError.ReadToEndAsync();
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        folder.Delete(recursive: true);
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{string.Join(' ', arguments)} ended with {process.ExitCode}: {await error}");
        using JsonDocument report = JsonDocument.Parse(output);
        return Told.Of(report.RootElement.GetProperty("experiments")[0]);
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    /// <summary>What a report says of its means.</summary>
    private sealed record Told(string Verdict, double Ratio, double? Low, double? High, double First, double Second, double Noise)
    {
        public string Words => Low is null ? FormattableString.Invariant($"{Ratio:0.000}")
            : FormattableString.Invariant($"{Ratio:0.000} ({Low:0.000} to {High:0.000})");

        public static Told Of(JsonElement experiment)
        {
            JsonElement primary = experiment.GetProperty("comparisons")[0];
            JsonElement forms = experiment.GetProperty("forms");
            return new Told(
                experiment.GetProperty("verdict").GetString() ?? "",
                primary.GetProperty("ratio").GetDouble(),
                Number(primary, "low"),
                Number(primary, "high"),
                forms[0].GetProperty("mean").GetDouble(),
                forms[1].GetProperty("mean").GetDouble(),
                Number(experiment.GetProperty("noise"), "floorPercent") ?? double.NaN);
        }

        private static double? Number(JsonElement from, string name) =>
            from.TryGetProperty(name, out JsonElement value) && value.ValueKind == JsonValueKind.Number ? value.GetDouble() : null;
    }
}
