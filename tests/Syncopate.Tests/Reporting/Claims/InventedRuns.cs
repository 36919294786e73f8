using Syncopate.Journaling;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>Runs of invented figures, of every kind of work that a report has words for: what they say can be held
/// against what they hold.</summary>
internal static class InventedRuns
{
    private const long Second = 1_000_000_000;
    private static readonly string[] Labels = ["Sync", "Async", "Async, all at once"];

    private static readonly Kind[] Kinds =
    [
        new(UseCase.IoBound, new UsersTimesLoops(50, 5), null, 2),
        new(UseCase.IoBound, new UsersTimesLoops(50, 1), "starvation", 2),
        new(UseCase.CpuBound, new UsersForTime(20, TimeSpan.FromSeconds(2)), null, 2),
        new(UseCase.Aggregating, new UsersForTime(20, TimeSpan.FromSeconds(2)), null, 3),
        new(UseCase.Cancellable, new UsersTimesLoops(1, 20), null, 3),
        new(UseCase.LongRunning, new UsersTimesLoops(20, 1), "long-running", 2),
        new(UseCase.TightLoop, new CallsInProcess(10, 1000), "tight-loop", 2),
        new(UseCase.FirstCall, new CallsInProcess(1), "first-call", 2),
        new(UseCase.DataAccess, new CallsInProcess(20), "ef", 3),
        new(UseCase.DataAccess, new UsersTimesLoops(1, 20), "ef-web", 2),
        new(UseCase.LowThroughput, Arrivals.AtRate(4, TimeSpan.FromSeconds(10)), null, 2),
        new(UseCase.Undescribed, new UsersForTime(32, TimeSpan.FromSeconds(3)), null, 3),
        new(UseCase.Undescribed, new WholeProcesses(3), null, 2),
    ];

    /// <summary>How many runs a test invents.</summary>
    public static int Count { get; } = Simulations.Of(120, 400);

    /// <summary>How many kinds of experiments there are.</summary>
    public static int KindCount => Kinds.Length;

    /// <summary>A run of one to four experiments.</summary>
    public static JournalReading Of(Random random) =>
        Of(random, [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => random.Next(Kinds.Length))]);

    /// <summary>A run of experiments of these kinds; those of one table stand in it together.</summary>
    public static JournalReading Of(Random random, params int[] kinds)
    {
        List<(Experiment Experiment, IReadOnlyList<Slot> Slots)> measured = [.. kinds.Select((k, i) => Measured(random, Kinds[k], i))];
        return Journals.Of(
        [
            Journals.Header with { Experiments = [.. measured.Select(m => m.Experiment.Id)] },
            .. measured.SelectMany(m => m.Slots.Prepend<JournalRecord>(m.Experiment)),
            .. Probes(random, measured[0].Experiment),
            Journals.Finished,
        ]);
    }

    private static (Experiment Experiment, IReadOnlyList<Slot> Slots) Measured(Random random, Kind kind, int index)
    {
        bool own = kind.UseCase == UseCase.Undescribed;
        Form[] forms = [.. Enumerable.Range(0, kind.Forms).Select(f => own ? Form.A + f : (Form)f)];
        string[] columns = ["SQLite", "PostgreSQL"];
        Experiment experiment = Journals.TwoForms with
        {
            Id = kind.UseCase == UseCase.Cancellable && index == 0 ? "first-wins" : $"question-{index}",
            Title = $"Title of {index}",
            Workload = new Workload("Work", kind.UseCase, [.. forms.Select((f, i) =>
                new WorkloadForm(f, own ? $"http://localhost/{f}" : Labels[i], "/" + f, 0))]),
            Load = kind.Load,
            Group = kind.Table is { } table
                ? new ExperimentGroup(table, $"Table {table}", "What?", $"row {index}", columns[random.Next(2)]) : null,
            PrimaryMetric = kind.UseCase == UseCase.CpuBound && random.Next(2) == 0 ? Metric.CpuPerRequest : Metric.Mean,
            NoiseForm = random.Next(2) == 0 ? null : forms[^1],
            WaitMilliseconds = kind.UseCase is UseCase.CpuBound or UseCase.TightLoop || own ? 0 : 100,
            Published = own || random.Next(2) == 0 ? []
                : [.. forms.Select(f => new PublishedFigure(f, "mean", 50 + random.Next(900), null, "then"))],
        };
        return (experiment, Slots(random, experiment, forms));
    }

    // Each later form takes its factor of the first; now and then a round is many times slower.
    private static List<Slot> Slots(Random random, Experiment experiment, Form[] forms)
    {
        double[] factors = [1, .. forms.Skip(1).Select(_ => Math.Exp(2.5 * (random.NextDouble() - 0.6)))];
        var (noise, first, rounds, watched) = (Math.Pow(10, -2.5 * random.NextDouble()), 20 + 400 * random.NextDouble(),
            random.Next(0, 15), random.Next(4) > 0);
        Dictionary<string, double>[] counters = [.. forms.Select((_, i) => Counters(random, experiment.Workload.UseCase, i))];
        var (stolen, busy, inFlight, traced) = (random.Next(3) == 0 ? 0.3 * random.NextDouble()
            : (double?)null, random.NextDouble(), random.Next(4) == 0 ? 0.8 : 1, random.Next(2) == 0);
        List<Slot> slots = [];
        for (int round = 1; round <= rounds; round++)
        {
            for (int i = 0; i < forms.Length; i++)
                slots.Add(Slot(round, i, SlotKind.Measured));
            if (experiment.NoiseForm is not null)
                slots.Add(Slot(round, forms.Length - 1, SlotKind.Noise));
        }

        return slots;

        // Of 50 requests, each with a tenth of its time, where that decides.
        long Cpu(double mean) => experiment.PrimaryMetric == Metric.CpuPerRequest ? (long)(50 * 1e5 * mean) : random.NextInt64(Second);

        Slot Slot(int round, int i, SlotKind kind)
        {
            double mean = first * factors[i] * Math.Exp(noise * (random.NextDouble() + random.NextDouble() - 1)) * (random.Next(25) == 0
                ? 6 : 1);
            int threads = random.Next(2, 60);
            Slot plain = Journals.Slot(round, i + 1, forms[i], [.. Enumerable.Range(0, 50).Select(_ =>
                mean * (1 + 0.1 * random.NextDouble()))]);
            return plain with
            {
                Experiment = experiment.Id,
                Kind = kind,
                Target = watched ? new TargetUse(Cpu(mean), random.NextInt64(1 << 22), 0, 0, 0, 0, 0, threads,
                    random.Next(2) * random.Next(80)) : null,
                Conditions = new SlotConditions(busy, stolen, random.NextInt64(Second), null, watched ? threads : null),
                GeneratorBusyShare = random.Next(6) == 0 ? 0.95 : 0.2,
                InFlightShare = inFlight,
                Counters = counters[i],
                Traces = traced && round == 1 ? [.. Enumerable.Range(0, 30).Select(user => Trace(random, user, (long)(mean * 1e6)))] : [],
                Pool = traced && round == 1 ? [new PoolSample(0, 3, 3, 100, 0, 0, 0), new PoolSample(Second, threads, 3, 100, 0, 0, 0)]
                    : [],
            };
        }
    }

    private static RequestTrace Trace(Random random, int user, long length)
    {
        long waited = random.Next(2) * random.NextInt64(1 + length / 2);
        bool together = random.Next(2) == 0;
        long each = (length - waited) / 4;
        return new RequestTrace(user, 0, waited, length,
            [.. Enumerable.Range(0, 3).Select(call => new RequestPart($"call {call}", waited + (together ? 0 : call * each), each))]);
    }

    private static Dictionary<string, double> Counters(Random random, UseCase useCase, int form) => useCase switch
    {
        UseCase.Cancellable when form > 0 => new()
        {
            ["requestsStarted"] = 500,
            ["requestsStopped"] = form == 2 ? random.Next(400) : 0,
            ["stoppedAfterMilliseconds"] = 3 * random.NextDouble(),
            ["workMilliseconds"] = 10_000 * random.NextDouble(),
        },
        UseCase.LongRunning => new()
        {
            ["workStarted"] = 50,
            ["workDone"] = 50 - random.Next(2),
            ["workDoneMilliseconds"] = 900 * random.NextDouble(),
            ["answerHeldMilliseconds"] = 10 * random.NextDouble(),
        },
        UseCase.TightLoop => new() { ["awaitsDeep"] = random.Next(1, 5) },
        UseCase.FirstCall => new()
        {
            ["toFirstAwaitMilliseconds"] = 10 * random.NextDouble(),
            ["compiledMethods"] = random.Next(500),
            ["compilingMilliseconds"] = 300 * random.NextDouble(),
            ["nextCallMilliseconds"] = random.NextDouble(),
        },
        UseCase.DataAccess => new()
        {
            ["heldShare"] = form == 0 ? 1 : random.Next(2) == 0 ? 0.98 : random.NextDouble(),
            ["commandsPerCall"] = 3 + random.Next(8) / 7,
            ["rowsPerCall"] = random.Next(2) * 1000,
        },
        _ => [],
    };

    private static IEnumerable<FormProbe> Probes(Random random, Experiment experiment) => random.Next(3) > 0 ? [] :
    [
        new FormProbe(experiment.Id, experiment.Workload.Forms[0].Form, new BlockedSites
        {
            WindowMilliseconds = 1000,
            Threads = 20,
            LostEvents = 0,
            Sites = [Site("First", 900 * 20 * random.NextDouble()), Site("Second", 100 * random.NextDouble())],
        }),
    ];

    private static BlockedSite Site(string name, double milliseconds) => new()
    {
        Kind = BlockingKind.Sleep,
        Call = "Thread.Sleep",
        Place = name,
        IsSyncOverAsync = false,
        IsSampled = false,
        Threads = 20,
        Waits = 30,
        BlockedMilliseconds = milliseconds,
        LongestMilliseconds = 100,
        Share = 0.9,
        Frames = [],
    };

    private sealed record Kind(UseCase UseCase, LoadShape Load, string? Table, int Forms);
}
