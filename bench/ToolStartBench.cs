using System.Diagnostics;
using Syncopate.Running.Machines;
using Syncopate.Statistics;

namespace Syncopate.Bench;

/// <summary>What short commands of the tool cost as it is installed: compiled ahead, or when it starts.</summary>
internal static class ToolStartBench
{
    private static readonly string[][] Commands = [["--version"], ["list"], ["plan", "--cpu", "5ms", "--wait", "200ms", "--users", "50"]];

    /// <summary>Runs each command by each tool in turns: processor time and time from start to end.</summary>
    /// <param name="turns">Runs of each.</param>
    /// <param name="tools">Installed programs; the first one is what the others are compared with.</param>
    public static async Task RunAsync(int turns, IReadOnlyList<string> tools)
    {
        MachineUse? before = MachineUse.Read();
        Dictionary<(string[], string), List<(double Cpu, double Wall)>> costs = [];
        for (int turn = 0; turn < turns; turn++)
        {
            foreach (string[] command in Commands)
            {
                foreach (string tool in turn % 2 == 0 ? tools : tools.Reverse())
                {
                    if (!costs.ContainsKey((command, tool)))
                        costs[(command, tool)] = [];
                    costs[(command, tool)].Add(await CostAsync(tool, command));
                }
            }
        }

        if (before is not null && MachineUse.Read() is { } after && MachineUse.Between(before, after) is var (busy, stolen))
            Output.Line($"Meanwhile the processors were busy for {busy:P0} of the time and stolen for {stolen:P0}.\n");
        Output.Line($"| command | tool | CPU ms, median (least to most) | wall ms, median | CPU / first tool |");
        Output.Line($"|---|---|--:|--:|---|");
        foreach (string[] command in Commands)
        {
            foreach (string tool in tools)
            {
                double[] cpu = [.. costs[(command, tool)].Select(c => c.Cpu)];
                IntervalEstimate ratio = HodgesLehmann.Estimate(
                    [.. cpu.Zip(costs[(command, tools[0])], (a, b) => Math.Log(a / b.Cpu))], alpha: 0.05);
                double wall = StartBench.Median(costs[(command, tool)], c => c.Wall);
                FormattableString spent = $"{StartBench.Median(cpu, c => c):0} ({cpu.Min():0} to {cpu.Max():0})";
                Output.Line($"| {command[0]} | {tool} | {spent} | {wall:0} | {StartBench.Words(ratio)} |");
            }
        }
    }

    private static async Task<(double Cpu, double Wall)> CostAsync(string tool, string[] command)
    {
        double cpu = BenchProcess.EndedChildrenCpuMicroseconds();
        long start = Stopwatch.GetTimestamp();
        ProcessStartInfo run = new(tool, command) { RedirectStandardOutput = true };
        using Process process = Process.Start(run)!; // Never null: no shell is involved.
        await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{tool} {string.Join(' ', command)} ended with {process.ExitCode}.");
        double spent = BenchProcess.EndedChildrenCpuMicroseconds() - cpu;
        return (spent / 1_000, Stopwatch.GetElapsedTime(start).TotalMilliseconds);
    }
}
