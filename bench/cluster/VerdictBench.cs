using Syncopate.Cluster.Loads;
using Syncopate.Journaling;
using Syncopate.Judging;
using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Machines;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.ClusterBench;

/// <summary>Comparisons whose answer is known, sent by agents that random faults befall: of equals no difference may be found, of unequals
/// no other one. The faults are not the same in both forms, so that a verdict is wrong when they get into its figures.</summary>
internal static class VerdictBench
{
    private const int Agents = 3;
    private const int Users = 6;
    private const int BaselineMilliseconds = 8;
    private const int SlowerMilliseconds = 12;

    private static readonly TimeSpan SlotLength = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Budget = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(5);

    /// <returns>0 when no verdict was wrong and all ended, else 1.</returns>
    public static async Task<int> RunAsync(int seed, int comparisons)
    {
        await using BenchCrew crew = await BenchCrew.StartAsync([null, "+4.2s", "-61s"], isDelayed: true);
        Random random = new(seed);
        Figures machine = new();
        SortedDictionary<string, int> found = new(StringComparer.Ordinal);
        (int wrong, int hangs, int faults, int repeated) = (0, 0, 0, 0);
        for (int i = 0; i < comparisons && hangs == 0; i++)
        {
            bool isEqual = i % 2 == 0;
            ClusterFleet fleet = await crew.GatherAsync(onlyWholeLoads: true, static said => Figures.Progress($"{said}"));
            int slower = isEqual ? BaselineMilliseconds : SlowerMilliseconds;
            crew.Target.WaitOf = path => TimeSpan.FromMilliseconds(path == "/b" ? slower : BaselineMilliseconds);
            string folder = Directory.CreateTempSubdirectory("syncopate-bench-").FullName;
            Task<RunEnd> running = CompareAsync(crew, fleet, folder, (ulong)(seed + i));
            Task<int> hurting = HurtAsync(crew, random, running);
            await Task.WhenAny(running, Task.Delay(Longest));
            hangs += running.IsCompleted ? 0 : 1;
            if (hangs > 0)
                break;
            faults += await hurting;
            repeated += fleet.Parts.Sum(part => part.Repeated);
            Verdict? verdict = VerdictOf(folder);
            wrong += IsWrong(verdict, isEqual) ? 1 : 0;
            RunEnd end = await running;
            string what = $"{(isEqual ? "equal" : "slower")}: {verdict?.ToString() ?? "no round"}, {end.Outcome}";
            found[what] = found.GetValueOrDefault(what) + 1;
            Figures.Progress($"{i + 1} of {comparisons}: {what}. {end.Message}");
            Directory.Delete(folder, recursive: true);
        }

        Figures.Line($"| figure | value |");
        Figures.Line($"|---|---|");
        Figures.Line($"| seed, comparisons, faults, slots in which an agent was lost | {seed}, {comparisons}, {faults}, {repeated} |");
        foreach ((string what, int count) in found)
            Figures.Line($"| {what} | {count} |");
        Figures.Line($"| verdicts that are wrong (the method allows itself one in twenty) | {wrong} |");
        Figures.Line($"| comparisons that did not end | {hangs} |");
        Figures.Line($"| machine | {machine.Machine()} |");
        return wrong + hangs == 0 ? 0 : 1;
    }

    private static Task<RunEnd> CompareAsync(BenchCrew crew, ClusterFleet fleet, string folder, ulong seed)
    {
        UsersForTime load = new(Users, SlotLength);
        UrlComparison comparison = new()
        {
            Targets = [Target(Form.A, "/a", crew.HttpTarget), Target(Form.B, "/b", crew.HttpTarget)],
            RequestTo = path => new LoadRequest(path, load),
            Load = load,
            IsLengthFixed = true,
            Budget = Budget,
        };
        RunJob job = new(new RunIdentity("bench", "comparison", [UrlComparison.Id], seed, MachineReader.Read()))
        {
            OpenAgents = fleet.OpenEngine,
            Agents = () => fleet.Parts,
        };
        RunClock clock = new(TimeProvider.System);
        return job.RunAsync(folder, clock, (new Silence(), null), comparison.RunAsync, CancellationToken.None);
    }

    private static ComparedTarget Target(Form form, string path, HttpTarget target) =>
        new(form, path, path, path, new RunningServer(path, target));

    // One after the other, and all agents are started again: what is measured is what the rounds between the faults say.
    private static async Task<int> HurtAsync(BenchCrew crew, Random random, Task running)
    {
        int faults = 0;
        while (true)
        {
            TimeSpan pause = TimeSpan.FromSeconds(3 + 5 * random.NextDouble());
            await Task.WhenAny(running, Task.Delay(pause));
            foreach (BenchAgent agent in crew.Agents.Where(agent => !agent.IsRunning))
                agent.Start();
            if (running.IsCompleted)
                return faults;
            await FaultBench.HurtAsync(crew, Fault.Draw(random, Agents, SlotLength));
            faults++;
        }
    }

    private static Verdict? VerdictOf(string folder)
    {
        JournalReading reading = JournalReader.Read(Path.Combine(folder, "run.jsonl"));
        if (reading.Records.OfType<Experiment>().LastOrDefault() is not { } experiment)
            return null;
        IReadOnlyList<Round> rounds = ExperimentJudge.CompleteRounds(experiment, reading.Records.OfType<Slot>());
        return rounds.Count == 0 ? null
            : ExperimentJudge.Judge(experiment, rounds, FormPair.Of(experiment.Workload)[0]).Verdict;
    }

    private static bool IsWrong(Verdict? verdict, bool isEqual) => isEqual
        ? verdict is Verdict.Gain or Verdict.Loss
        : verdict is Verdict.Gain or Verdict.NoDifference;

    private sealed class Silence : IProgress<RunProgress>
    {
        public void Report(RunProgress value)
        {
            // What is found is in the journal.
        }
    }
}
