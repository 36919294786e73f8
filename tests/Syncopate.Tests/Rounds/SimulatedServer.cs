using Syncopate.Agent;
using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;

namespace Syncopate.Tests.Rounds;

/// <summary>A server of a simulated run: it answers, compiles its code while it is young, and may die or fall silent.</summary>
internal sealed class SimulatedServer : IServer
{
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(20); // As of a server process.

    private readonly SimulatedWorld _world;
    private readonly TaskCompletionSource _died = new();
    private readonly SimulatedPool? _pool;
    private readonly TimeSpan _started;

    public SimulatedServer(SimulatedWorld world, string name, int ordinal)
    {
        _world = world;
        _started = world.Now;
        Name = name;
        Ordinal = ordinal;
        Target = new HttpTarget(new Uri(FormattableString.Invariant($"http://127.0.0.1:{10_000 + ordinal}/")));
        _pool = world.IsMonitored ? new SimulatedPool(world.Time, Frame) : null;
    }

    public int Ordinal { get; }

    public string Name { get; }

    public HttpTarget Target { get; }

    public int? ProcessId => _world.Probe is null ? null : Ordinal;

    public long? CpuNanoseconds => (long)(_world.Now - _started).TotalNanoseconds / 10;

    public PoolWatch? Pool => _pool?.Watch;

    public ITargetMonitor? Monitor => null;

    public bool Unsettled { get; set; }

    public Task Died => _died.Task;

    /// <summary>Whether it has died by itself.</summary>
    public bool IsDead => _died.Task.IsCompleted;

    /// <summary>Whether it was ended by whoever started it.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>Requests that it has answered.</summary>
    public long Answers { get; set; }

    /// <summary>Loads that are on it.</summary>
    public List<SimulatedLoad> Loads { get; } = [];

    /// <summary>Its process ends; what is in flight is reset a moment later, which is seen first or last.</summary>
    public void Die()
    {
        if (IsDead || IsEnded)
            return;
        _pool?.End();
        _died.TrySetResult();
        foreach (SimulatedLoad load in Loads.ToList())
            load.FailSoon();
    }

    /// <summary>Its connections are reset; it is seen to have ended only some milliseconds later.</summary>
    public void Break()
    {
        if (IsDead || IsEnded)
            return;
        foreach (SimulatedLoad load in Loads.ToList())
            load.FailSoon();
        _world.After(TimeSpan.FromMilliseconds(20), Die);
    }

    /// <summary>Its monitor tells nothing any more.</summary>
    public void FallSilent()
    {
        if (_pool is not null)
            _pool.IsSilent = true;
    }

    public string? FindFailure(TimeProvider time)
    {
        if (IsDead)
            return $"{Name} (process {Ordinal}) ended while it was needed: exit code 134.";
        TimeSpan silence = Pool?.Silence(time) ?? TimeSpan.Zero;
        return silence > LongestSilence
            ? FormattableString.Invariant($"{Name} (process {Ordinal}) stopped answering its monitor for {silence.TotalSeconds:0} s.")
            : null;
    }

    public ValueTask DisposeAsync()
    {
        if (IsEnded)
            _world.Break("a server was ended twice");
        if (Loads.Count > 0)
            _world.Break("a server was ended under load");
        IsEnded = true;
        _pool?.End();
        return ValueTask.CompletedTask;
    }

    private MonitorFrame Frame()
    {
        double age = (_world.Now - _started).TotalSeconds;
        return new MonitorFrame
        {
            Threads = 4,
            InUse = Loads.Count,
            Available = 32_767 - Loads.Count,
            CompletedItems = Answers,
            CpuNanoseconds = CpuNanoseconds ?? 0,
            AllocatedBytes = 1_000 * Answers,
            CompiledMethods = (long)(1_000 * Math.Min(age / _world.Compiling(Ordinal).TotalSeconds, 1)),
        };
    }
}
