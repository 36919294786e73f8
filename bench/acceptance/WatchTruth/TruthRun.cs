using System.Diagnostics;
using System.Globalization;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Running.Machines;
using Syncopate.Units;
using Syncopate.Watch.Reporting;
using Syncopate.Watch.Starvation;

namespace Syncopate.Acceptance.WatchTruth;

/// <summary>Measures a program in a process of its own for each way to run it, and has the real tool watch it as it is.</summary>
/// <param name="folder">Where the watches and what servers write go.</param>
internal sealed class TruthRun(string folder)
{
    /// <summary>A minimum above the users of any program.</summary>
    private const int ManyThreads = 60;

    // Enough to tell 1.15 times as much; before that it is measured for the whole time.
    private const int EnoughPages = 400;

    // A pool that the runtime grows takes some seconds to show what more threads have brought.
    private const string Watched = "15s";

    private const string MinimumThreads = "DOTNET_ThreadPool_ForceMinWorkerThreads";

    // The shortest that holds the turns of an experiment.
    private const string Tried = "45s";

    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Warm = TimeSpan.FromSeconds(1.5);
    private static readonly TimeSpan Measured = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    /// <summary>Watches it as it is, then measures what the verdict speaks of.</summary>
    public async Task<TruthOutcome> RunAsync(TruthProgram program)
    {
        double load = MachineReader.Read().LoadAverage ?? 0;
        (List<(DateTimeOffset At, TruthTally Tally)> tallies, WatchReport report) = await WatchAsync(program);
        StarvationVerdict verdict = report.Verdict
            ?? throw new InvalidOperationException(FormattableString.Invariant($"The watch of {program.Seed} saw nothing of the pool."));
        // What the verdict speaks of: the time for which it says the pool has starved, up to the end of the watch.
        double seconds = report.Run.DurationSeconds;
        DateTimeOffset end = report.Run.StartedUtc + TimeSpan.FromSeconds(seconds);
        double stretch = verdict.IsStarving && verdict.Sentence.StartsWith("Starving for", StringComparison.Ordinal)
            ? verdict.ForSeconds ?? seconds : seconds;
        TruthTally first = tallies.LastOrDefault(t => t.At <= end - TimeSpan.FromSeconds(stretch), tallies[0]).Tally;
        TruthTally last = tallies.FirstOrDefault(t => t.At >= end, tallies[^1]).Tally;
        double pending = tallies.Select(t => t.Tally).SkipWhile(t => t != first).TakeWhile(t => t != last)
            .Select(t => t.Pending > 0 ? 1.0 : 0).DefaultIfEmpty(0).Average();
        double completed = report.Moments
            .Where(m => m.Pool is { QueueLength: > 0 } && Nanoseconds.ToSeconds(m.ToNanoseconds) > seconds - stretch)
            .Select(m => m.Pool?.CompletedPerSecond ?? 0)
            .DefaultIfEmpty(0).Average();
        double[] steps = [.. last.StepMilliseconds.Zip(first.StepMilliseconds, (to, from) => to - from)];
        int? told = verdict.Gain is { } gain ? (int)Math.Ceiling(gain.ThreadsNeeded) : null;
        TruthFigures figures = new(
            last.PerSecondSince(first),
            await PerSecondAsync(program, "/sync", ManyThreads),
            await PerSecondAsync(program, "/async", null),
            told is null ? null : await PerSecondAsync(program, "/sync", told),
            pending,
            [.. steps.Select(step => step / Math.Max(1, steps.Sum()))]);
        return new TruthOutcome(
            program.Seed,
            DateTimeOffset.UtcNow,
            verdict.Cause.ToString(),
            verdict.Sentence,
            TruthClaims.Of(verdict, completed),
            figures,
            load);
    }

    /// <summary>Has the tool try 60 threads in the program's process, and measures both in processes of their own.</summary>
    public async Task<WhatIfOutcome> WhatIfAsync(TruthProgram program)
    {
        string watch = Path.Combine(folder, "experiments", Number(program.Seed));
        WhatIfReport said = await UnderLoadAsync(program, "/sync", null, async server =>
        {
            await Task.Delay(Warm);
            await WatchToolAsync(server.ProcessId, Tried, watch, "--what-if", $"threads={Number(ManyThreads)}", "--allow-change");
            return Report(watch).WhatIf;
        }) ?? throw new InvalidOperationException(FormattableString.Invariant($"The watch of {program.Seed} tried nothing."));
        return new WhatIfOutcome(
            program.Seed,
            DateTimeOffset.UtcNow,
            await PerSecondAsync(program, "/sync", null),
            await PerSecondAsync(program, "/sync", ManyThreads),
            said.Ratio,
            said.Low,
            said.High,
            said.Sentence);
    }

    // What it counted while it was watched, and what the tool saw.
    private async Task<(List<(DateTimeOffset At, TruthTally Tally)> Tallies, WatchReport Report)> WatchAsync(TruthProgram program)
    {
        string watch = Path.Combine(folder, "watches", Number(program.Seed));
        return await UnderLoadAsync(program, "/sync", null, async server =>
        {
            await Task.Delay(Warm);
            List<(DateTimeOffset, TruthTally)> tallies = [(DateTimeOffset.UtcNow, server.Read())];
            Task watched = WatchToolAsync(server.ProcessId, Watched, watch, "--where");
            while (!watched.IsCompleted)
            {
                await Task.WhenAny(watched, Task.Delay(Interval));
                tallies.Add((DateTimeOffset.UtcNow, server.Read()));
            }

            await watched;
            return (tallies, Report(watch));
        });
    }

    private Task<double> PerSecondAsync(TruthProgram program, string path, int? threads) =>
        UnderLoadAsync(program, path, threads, async server =>
        {
            await Task.Delay(Warm);
            TruthTally first = server.Read();
            long started = Stopwatch.GetTimestamp();
            TruthTally last = first;
            while (Stopwatch.GetElapsedTime(started) < Measured && last.Completed - first.Completed < EnoughPages)
            {
                await Task.Delay(Interval);
                last = server.Read();
            }

            return last.PerSecondSince(first);
        });

    private async Task<T> UnderLoadAsync<T>(TruthProgram program, string path, int? threads, Func<TruthProcess, Task<T>> measure)
    {
        await using TruthProcess server = await TruthProcess.StartAsync(
            program, threads is { } minimum ? [(MinimumThreads, minimum.ToString("x", CultureInfo.InvariantCulture))] : [], folder);
        using CancellationTokenSource end = new();
        int beside = program.Beside.Count > 0 ? program.Users / 2 : 0;
        Task[] loads =
        [
            LoadAsync(server.Target, path, program.Users - beside, end.Token),
            .. beside > 0 ? [LoadAsync(server.Target, path + TruthServer.BesidePath, beside, end.Token)] : Array.Empty<Task>(),
        ];
        try
        {
            return await measure(server);
        }
        finally
        {
            await end.CancelAsync();
            await Task.WhenAll(loads).ContinueWith(_ => { }, TaskScheduler.Default); // They were cancelled, or their server is gone.
        }
    }

    private static async Task LoadAsync(HttpTarget target, string path, int users, CancellationToken end)
    {
        using ILoadEngine engine = LoadEngine.Open(target, new LoadOptions { TotalTimeout = Timeout });
        await engine.RunAsync(new LoadRequest(path, new UsersForTime(users, Timeout)), end);
    }

    private static WatchReport Report(string watch)
    {
        var (records, damaged) = WatchJournal.Read(watch);
        return WatchReportBuilder.Build(records, damaged);
    }

    private static async Task WatchToolAsync(int processId, string duration, string watch, params string[] options)
    {
        string[] line = ["watch", Number(processId), "--duration", duration, "--json", "--out", watch, .. options];
        using Process tool = Process.Start(new ProcessStartInfo("dotnet", [CompareTool.Dll, .. line])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        }) ?? throw new InvalidOperationException("No shell is involved.");
        Task<string> output = tool.StandardOutput.ReadToEndAsync();
        string error = await tool.StandardError.ReadToEndAsync();
        await output;
        await tool.WaitForExitAsync();
        if (tool.ExitCode != 0)
            throw new InvalidOperationException(FormattableString.Invariant($"watch ended with {tool.ExitCode}: {error.Trim()}"));
    }

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}
