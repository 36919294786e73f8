using Syncopate.Experiments;
using Syncopate.Running.Comparing;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Statistics;

namespace Syncopate.Tests.Rounds;

/// <summary>A run whose question, machine and mishaps are drawn from a seed.</summary>
internal sealed class ChanceRun
{
    private const string Silent = "a monitor falls silent";

    private static readonly string[] Kinds = ["warm", "piloted", "cold", "to looks", "comparison", "box"];

    private static readonly string[] Questions = ["first", "second", "third"];

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan Moment = 0.1 * Second;

    // Two slots of a form, and two snapshots of each for which its monitor is waited for.
    private static readonly TimeSpan Silence = 8 * Second;

    // The start itself, eight seconds of warm-up and one of patience.
    private static readonly TimeSpan LongestStart = 16 * Second;

    private readonly Xoshiro256 _chance;
    private readonly SimulatedWorld _world;
    private readonly TimeSpan _time;
    private readonly int _kind;

    public ChanceRun(int seed)
    {
        _chance = new Xoshiro256((ulong)seed);
        _kind = _chance.Below(6);
        _time = (8 + 40 * _chance.Uniform()) * Second;
        double ratio = _chance.Below(3) switch { 0 => 1, 1 => 1.1 + _chance.Uniform(), _ => 5 };
        IsEqual = ratio == 1;
        double latency = Math.Exp(Math.Log(2) + 4 * _chance.Uniform());
        double drift = _chance.Below(4) == 0 ? 0.3 * _chance.Uniform() : 0;
        Func<int, TimeSpan> compiling = _chance.Below(4) == 0 ? n => (n % 3 == 0 ? 20 : 1) * Second : _ => Second;
        _world = new SimulatedWorld((ulong)seed)
        {
            Milliseconds = form => form is Form.Async or Form.B ? latency * ratio : latency,
            Noise = new[] { 0.01, 0.05, 0.2, 0.5 }[_chance.Below(4)],
            IsMonitored = _chance.Below(2) == 0,
            Compiling = compiling,
            Slowness = now => 1 + drift * now.TotalSeconds,
            OnLoad = (server, load) => Mishap?.Invoke(server, load),
        };
        Befall();
    }

    /// <summary>Whether both forms are the same, so that a gain or a loss is false.</summary>
    public bool IsEqual { get; }

    /// <summary>What befell it; empty for nothing.</summary>
    public string Fault { get; private set; } = "";

    /// <summary>The kind of run and what befell it.</summary>
    public string Name => $"{Kinds[_kind]}, {(Fault.Length > 0 ? Fault : "nothing befell it")}";

    private Action<SimulatedServer, int>? Mishap { get; set; }

    public SimulatedOutcome Run() => _kind switch
    {
        0 => _world.Run(Warm() with { RoundsPerProcess = 3 + _chance.Below(10) }, _time),
        1 => _world.Run(SimulatedPlan.Piloted(_world) with { Server = Source }, _time),
        2 => _world.RunToLooks(SimulatedPlan.Cold(_world) with { Server = Source, RoundsAhead = 1 + _chance.Below(4) }, _time),
        3 => _world.RunToLooks(Warm() with { RoundsPerProcess = 3 + _chance.Below(10) }, _time),
        4 => _world.Run(Comparison().RunAsync, UrlComparison.Id),
        _ => _world.Run(AskAsync, Questions),
    };

    /// <summary>How it passed its time by more than what was under way; null when it did not.</summary>
    public string? Overrun(SimulatedOutcome outcome)
    {
        // Before the first round there is nothing to keep back: servers start, settle, and a pilot is driven, however long that takes.
        TimeSpan first = outcome.Slots.Count == 0 ? outcome.Elapsed : TimeSpan.FromMicroseconds(outcome.Slots[0].StartedNanoseconds / 1e3);
        TimeSpan time = _kind == 4 ? 1.15 * _time : _time;
        TimeSpan end = first > time ? first : time;
        if (_world.LastOpened > end + Moment)
            return $"servers were asked for at {_world.LastOpened}, and the time was {_time}";
        // What is begun in time may end after it: a round, or servers that take longer to start than those before them.
        TimeSpan round = end + Round(outcome) + (Fault == Silent ? Silence : TimeSpan.Zero);
        bool isMeasured = outcome.Slots.Any(s => s.StartedNanoseconds > _world.LastOpened.TotalNanoseconds);
        TimeSpan start = isMeasured ? TimeSpan.Zero : _world.LastOpened + LongestStart;
        return outcome.Elapsed <= Moment + (round > start ? round : start)
            ? null
            : $"it took {outcome.Elapsed} of {_time}; the first round began at {first}, the longest took {Round(outcome)}";
    }

    private static TimeSpan Round(SimulatedOutcome outcome) => outcome.Slots
        .Where(s => s.Round > 0)
        .GroupBy(s => (s.Experiment, s.Round))
        .Select(r => r.Max(s => s.StartedNanoseconds + s.DurationNanoseconds) - r.Min(s => s.StartedNanoseconds))
        .Select(nanoseconds => TimeSpan.FromMicroseconds(nanoseconds / 1e3))
        .DefaultIfEmpty(TimeSpan.Zero)
        .Max();

    private ExperimentPlan Warm() => SimulatedPlan.Warm(_world) with { Server = Source };

    private SimulatedSource Source(Form form) => _world.Source(form.ToString()) with { Start = Start, Refuses = Refuses };

    private Func<int, TimeSpan> Start { get; set; } = _ => 0.5 * Second;

    private Func<int, bool> Refuses { get; set; } = _ => false;

    private UrlComparison Comparison()
    {
        UrlComparison comparison = SimulatedPlan.Comparison(_world, _time) with { IsCold = _chance.Below(4) == 0 };
        return comparison with { Targets = [.. comparison.Targets.Select(t => t with { Server = Source(t.Form) })] };
    }

    private async Task AskAsync(RunContext run, CancellationToken cancellationToken)
    {
        Func<Form, IServerSource> shared = Source;
        ExperimentPlan[] plans =
        [
            .. Questions.Select(id =>
            {
                ExperimentPlan plan = _chance.Below(3) == 0 ? SimulatedPlan.Cold(_world) : SimulatedPlan.Warm(_world);
                return plan with { Server = shared, RoundsAhead = 2, Experiment = plan.Experiment with { Id = id } };
            }),
        ];
        await using BudgetScheduler box = new(run, plans, _time, sharesServers: _chance.Below(2) == 0);
        await box.RunAsync(cancellationToken);
    }

    private void Befall()
    {
        TimeSpan at = _chance.Uniform() * _time;
        int victim = _chance.Below(3);
        SimulatedServer? Living() => _world.Servers.Where(s => !s.IsEnded).ElementAtOrDefault(victim);
        switch (_chance.Below(18))
        {
            case 0:
                (Fault, _) = ("a server dies", _world.At(at, () => Living()?.Die()));
                break;
            case 1:
                (Fault, _) = ("connections break, then the server dies", _world.At(at, () => Living()?.Break()));
                break;
            case 2:
                (Fault, _) = (Silent, _world.At(at, () => Living()?.FallSilent()));
                break;
            case 3:
                (Fault, _) = ("the user stops it", _world.At(at, _world.Stop));
                break;
            case 4:
                Fault = "the user stops it and its servers";
                _world.At(at, () => _world.Servers.ForEach(s => s.Die())).At(at, _world.Stop);
                break;
            case 5:
                (Fault, _world.Disk.Room) = ("the disk fills", _chance.Below(60_000));
                break;
            case 6:
                int refused = 1 + _chance.Below(12);
                (Fault, Refuses) = ("a server does not start", n => n == refused);
                break;
            case 7:
                int late = 1 + _chance.Below(8);
                (Fault, Start) = ("a server starts slowly", n => n >= late ? 7 * Second : 0.5 * Second);
                break;
            case 8:
                (Fault, _world.Slowness) = ("the machine becomes slow", now => now > at ? 8 : 1);
                break;
            case 9:
                (Fault, _world.ErrorShareOf) = ("requests fail", server => _world.Now > at && server.Ordinal % 3 == victim ? 0.05 : 0);
                break;
            case 10:
                int nth = 1 + _chance.Below(80);
                Fault = "a server dies as a load begins";
                Mishap = (server, load) =>
                {
                    if (load == nth)
                        server.Die();
                };
                break;
            case 11:
                Fault = "a server dies and the user stops it";
                _world.At(at, () => Living()?.Die()).At(at + _chance.Uniform() * 0.3 * Second, _world.Stop);
                break;
            default:
                break;
        }
    }
}
