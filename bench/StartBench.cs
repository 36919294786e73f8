using System.Diagnostics;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Running.Machines;
using Syncopate.Statistics;

namespace Syncopate.Bench;

/// <summary>What the start of a sample site costs, and whether one that was started early and waited answers as one
/// that was started late.</summary>
internal static class StartBench
{
    private const string Page = "/delays/async?ms=0";
    private const int Users = 20;

    private static readonly TimeSpan ShortestIdle = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan LongestIdle = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan Late = TimeSpan.FromSeconds(0.2);

    /// <summary>Runs what a word of the command line names.</summary>
    /// <param name="what">One of the three starts.</param>
    /// <param name="amount">How many of each.</param>
    /// <param name="tools">Folders of built tools, or installed programs.</param>
    public static Task RunAsync(string what, int amount, IReadOnlyList<string> tools) => what switch
    {
        "start" => RunCostAsync(amount, tools),
        "start-early" => RunWaitAsync(amount, tools[0]),
        _ => ToolStartBench.RunAsync(amount, tools),
    };

    /// <summary>Starts the site of each build in turns; processor time, wall time and memory at its first answer, and
    /// what it uses while it waits.</summary>
    /// <param name="starts">Of each build.</param>
    /// <param name="tools">Folders of built tools.</param>
    private static async Task RunCostAsync(int starts, IReadOnlyList<string> tools)
    {
        List<StartCost>[] costs = [.. tools.Select(_ => new List<StartCost>())];
        MachineUse? before = MachineUse.Read();
        for (int i = 0; i < starts; i++)
        {
            for (int tool = 0; tool < tools.Count; tool++)
                costs[tool].Add(await MeasureAsync(tools[tool]));
            Output.Progress($"{i + 1} of {starts}");
        }

        Line(before);
        Output.Line($"| build | CPU ms until it listens | until its first answer (least to most) | wall ms | resident MB | of them its own | CPU ms a second of waiting | first answer / first build |");
        Output.Line($"|---|---|---|---|---|---|---|---|");
        for (int tool = 0; tool < tools.Count; tool++)
        {
            List<StartCost> own = costs[tool];
            IntervalEstimate ratio = HodgesLehmann.Estimate([.. own.Zip(costs[0], (a, b) => Math.Log(a.AnswerMilliseconds / b.AnswerMilliseconds))], alpha: 0.05);
            Output.Line($"| {tools[tool]} | {Median(own, c => c.ListenMilliseconds):0} | {Median(own, c => c.AnswerMilliseconds):0} ({own.Min(c => c.AnswerMilliseconds):0} to {own.Max(c => c.AnswerMilliseconds):0}) | {Median(own, c => c.WallMilliseconds):0} | {Median(own, c => c.ResidentMegabytes):0} | {Median(own, c => c.PrivateMegabytes):0} | {Median(own, c => c.IdleMillisecondsASecond):0.0} | {Words(ratio)} |");
        }
    }

    /// <summary>The first load of servers that have waited for 10 to 20 s, over that of servers started just before; a
    /// pair of each form a round, in random order.</summary>
    /// <param name="rounds">Pairs of each form.</param>
    /// <param name="tool">Folder of a built tool.</param>
    private static async Task RunWaitAsync(int rounds, string tool)
    {
        Random random = new(1);
        Dictionary<string, List<double>> ratios = new() { ["sync"] = [], ["async"] = [] };
        Dictionary<(string, bool), List<double>> means = [];
        MachineUse? before = MachineUse.Read();
        for (int round = 0; round < rounds; round++)
        {
            await using MonitorListener monitors = new();
            List<(string Form, bool Early, StartedSite Site)> sites = [];
            foreach (string form in ratios.Keys)
                sites.Add((form, true, await StartedSite.StartAsync(tool, monitors)));
            await Task.Delay(ShortestIdle + random.NextDouble() * (LongestIdle - ShortestIdle));
            foreach (string form in ratios.Keys)
                sites.Add((form, false, await StartedSite.StartAsync(tool, monitors)));
            await Task.Delay(Late);
            (string Form, bool Early, StartedSite Site)[] order = [.. sites];
            random.Shuffle(order);
            Dictionary<(string, bool), double> load = [];
            foreach ((string form, bool early, StartedSite site) in order)
            {
                load[(form, early)] = await FirstLoadAsync(site, form);
                site.Dispose();
            }

            foreach (string form in ratios.Keys)
                ratios[form].Add(Math.Log(load[(form, true)] / load[(form, false)]));
            foreach (((string, bool) key, double mean) in load)
                (means.TryGetValue(key, out List<double>? list) ? list : means[key] = []).Add(mean);
            Output.Progress($"{round + 1} of {rounds}: sync {load[("sync", true)]:0} / {load[("sync", false)]:0} ms, async {load[("async", true)]:0} / {load[("async", false)]:0} ms");
        }

        Line(before);
        Output.Line($"| form | mean ms, waited 10 to 20 s | started 0.2 s before | waited / just started |");
        Output.Line($"|---|---|---|---|");
        foreach (string form in ratios.Keys)
            Output.Line($"| {form} | {Median(means[(form, true)], m => m):0} | {Median(means[(form, false)], m => m):0} | {Words(HodgesLehmann.Estimate([.. ratios[form]], alpha: 0.05))} |");
    }

    private static async Task<StartCost> MeasureAsync(string tool)
    {
        await using MonitorListener monitors = new();
        long start = Stopwatch.GetTimestamp();
        using StartedSite site = await StartedSite.StartAsync(tool, monitors);
        double listen = site.CpuMilliseconds;
        using (ILoadEngine engine = LoadEngine.Open(site.Target))
            await engine.RunAsync(new LoadRequest(Page, new UsersTimesLoops(1, 1)));
        (double answer, double wall) = (site.CpuMilliseconds, Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        (double resident, double own) = site.Memory();
        await Task.Delay(TimeSpan.FromSeconds(2)); // What compiles in the background is done.
        double idle = site.CpuMilliseconds;
        await Task.Delay(TimeSpan.FromSeconds(2));
        return new StartCost(listen, answer, wall, resident, own, (site.CpuMilliseconds - idle) / 2);
    }

    private static async Task<double> FirstLoadAsync(StartedSite site, string form)
    {
        using ILoadEngine engine = LoadEngine.Open(site.Target);
        await engine.RunAsync(new LoadRequest($"/delays/{form}?ms=0", new UsersTimesLoops(1, 20)));
        LoadResult result = await engine.RunAsync(new LoadRequest($"/delays/{form}?ms=100", new UsersTimesLoops(Users, 1)));
        return result.LatencySumNanoseconds / result.Count / 1e6;
    }

    private static void Line(MachineUse? before)
    {
        if (before is not null && MachineUse.Read() is { } after && MachineUse.Between(before, after) is var (busy, stolen))
            Output.Line($"Meanwhile the processors were busy for {busy:P0} of the time and stolen for {stolen:P0}.");
        Output.Line($"");
    }

    internal static double Median<T>(IEnumerable<T> all, Func<T, double> figure) => all.Select(figure).Order().ToArray() is var sorted ? (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2 : 0;

    internal static FormattableString Words(IntervalEstimate log) =>
        log is { Low: { } low, High: { } high } ? (FormattableString)$"{Math.Exp(log.Theta):0.00} [{Math.Exp(low):0.00}, {Math.Exp(high):0.00}]" : $"{Math.Exp(log.Theta):0.00}";
}
