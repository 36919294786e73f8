using Syncopate.Experiments;
using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Experiments;

/// <summary>A run whose slots and starts only move the clock: the course of minutes, in milliseconds, and the same each time.</summary>
internal sealed class SimulatedRun : IAsyncDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-simulated-");
    private readonly SteppedTime _time = new();
    private readonly RunContext _run;

    private readonly Func<Form, IServerSource> _together;

    /// <param name="earlier">What an earlier sitting has left; null for a run that begins.</param>
    public SimulatedRun(EarlierSitting? earlier = null)
    {
        _together = _ =>
        {
            Starts++;
            return new SlowStart(_time, TimeSpan.FromSeconds(1));
        };
        _run = new RunContext(
            JournalWriter.Create(_folder.FullName), _folder.FullName, seed: 1, new RunClock(_time),
            new Progress<RunProgress>())
        {
            Earlier = earlier,
        };
    }

    /// <summary>How much slower the machine is than the plans expect.</summary>
    public double Slowness { get; init; } = 1;

    /// <summary>The longest of all that rows measured in one go.</summary>
    public TimeSpan LongestGo { get; private set; }

    /// <summary>The last of them.</summary>
    public TimeSpan LastGo { get; private set; }

    /// <summary>How often the server of a table was started.</summary>
    public int Starts { get; private set; }

    public TimeSpan Elapsed => _run.Clock.Elapsed;

    /// <summary>Asks all questions in one box.</summary>
    /// <returns>What the journal holds in the end.</returns>
    public async Task<IReadOnlyList<JournalRecord>> AskAsync(TimeSpan box, params ExperimentPlan[] plans)
    {
        if (_run.Earlier is { } earlier)
            _run.Journal.Append(earlier.Resumed(DateTimeOffset.UnixEpoch));
        await using (BudgetScheduler questions = new BudgetScheduler(_run, plans, box, sharesServers: false))
            await questions.RunAsync(TestContext.Current.CancellationToken);
        await _run.DisposeAsync();
        return JournalReader.Read(Path.Combine(_folder.FullName, "run.jsonl")).Records;
    }

    /// <summary>A question of two forms.</summary>
    /// <param name="id">Its name.</param>
    /// <param name="round">How long a round takes on a machine as expected.</param>
    /// <param name="start">How long the start of its servers takes, for each round of a cold question.</param>
    /// <param name="ratio">Time of the second form over that of the first, by round from 1.</param>
    /// <param name="isCold">Whether each round has new servers.</param>
    public ExperimentPlan Question(string id, TimeSpan round, TimeSpan start, Func<int, double> ratio, bool isCold = false) => new()
    {
        Experiment = new Experiment
        {
            Id = id,
            Title = id,
            Question = id,
            Source = "",
            Workload = new Workload(
                id, UseCase.IoBound, [new WorkloadForm(Form.Sync, "Sync", "/", 0), new WorkloadForm(Form.Async, "Async", "/", 0)]),
            Load = new WholeProcesses(1),
            Replicate = isCold ? Replicate.ProcessStart : Replicate.Round,
            NoiseForm = null,
            WaitMilliseconds = 0,
            PublishedWaitMilliseconds = 0,
            Looks = 1,
            MarginPercent = 5,
            FloorMilliseconds = 0,
            Published = [],
            Change = "",
            Caveats = [],
        },
        Server = _ => new SlowStart(_time, start * Slowness / 2),
        Budget = TimeSpan.FromSeconds(1),
        EstimatedRound = round,
        EstimatedStart = start,
        MaximumRounds = Looks.RoundsAt(Looks.Most),
        RoundsPerProcess = int.MaxValue,
        RoundsAhead = 5,
        SteadyFloor = TimeSpan.Zero,
        SteadyCeiling = TimeSpan.Zero,
        Work = new CallWork((place, _, _) =>
            Task.FromResult(Slot(round * Slowness / 2, place.Form == Form.Async ? ratio(place.Round) : 1))),
    };

    /// <summary>A row of a table, whose forms take turns inside one server.</summary>
    /// <param name="id">Its name.</param>
    /// <param name="round">How long a round takes on a machine as expected.</param>
    /// <param name="ratio">Time of the second form over that of the first, by round from 1; round 0 is the warm-up.</param>
    public ExperimentPlan Row(string id, TimeSpan round, Func<int, double> ratio)
    {
        ExperimentPlan plan = Question("table-" + id, round, TimeSpan.Zero, ratio);
        return plan with
        {
            Experiment = plan.Experiment with
            {
                Load = new CallsInProcess(1),
                Group = new ExperimentGroup("table", "A table", "Which?", id, "SQLite"),
            },
            Server = _together,
            SteadyFloor = TimeSpan.FromSeconds(2),
            SteadyCeiling = TimeSpan.FromSeconds(4),
            Work = new TurnWork(((OwnWork)plan.Work).Do, (places, _, _) =>
            {
                long at = 0;
                List<SlotWork> turns = [];
                foreach (SlotPlace place in places)
                {
                    turns.Add(Slot(round * Slowness / 2, place.Form == Form.Async ? ratio(place.Round) : 1) with { AtNanoseconds = at });
                    at += (long)(round * Slowness / 2).TotalNanoseconds;
                }

                LastGo = TimeSpan.FromMicroseconds(at / 1e3);
                LongestGo = LastGo > LongestGo ? LastGo : LongestGo;
                return Task.FromResult<IReadOnlyList<SlotWork>>(turns);
            }),
        };
    }

    private SlotWork Slot(TimeSpan length, double factor)
    {
        _time.Advance(length);
        return new SlotWork([(long)(1e6 * factor)], new Dictionary<string, double>());
    }

    public ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    private sealed record SlowStart(SteppedTime Time, TimeSpan Start) : IServerSource
    {
        public Task<IServer> OpenAsync(RunContext run, CancellationToken cancellationToken = default)
        {
            Time.Advance(Start);
            return new NoServer("simulated").OpenAsync(run, cancellationToken);
        }
    }

    /// <summary>A clock that moves when it is told to.</summary>
    private sealed class SteppedTime : TimeProvider
    {
        private long _now;

        public override long GetTimestamp() => Interlocked.Read(ref _now);

        public void Advance(TimeSpan time) => Interlocked.Add(ref _now, (long)(time.TotalSeconds * TimestampFrequency));
    }
}
