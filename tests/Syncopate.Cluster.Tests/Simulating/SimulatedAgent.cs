using System.Globalization;
using Syncopate.Cluster.Agents;
using Syncopate.Cluster.Links;

namespace Syncopate.Cluster.Tests.Simulating;

/// <summary>One agent of the simulated world, with a disk that outlives its process.</summary>
internal sealed class SimulatedAgent(SimulatedWorld world, string name)
{
    private readonly SimulatedDisk _disk = new();
    private ActorTime? _time;
    private Action _end = static () => { };

    public SimulatedNet? Net { get; private set; }

    /// <summary>The work of each process it has had, the last one last.</summary>
    public List<SimulatedWork> Works { get; } = [];

    /// <summary>True when anything was done to it.</summary>
    public bool IsTouched { get; set; }

    public Task Running { get; private set; } = Task.CompletedTask;

    public SimulatedAgentLink? Link { get; private set; }

    public bool IsAlive { get; private set; }

    public void Start()
    {
        // A process that has died must never move again: each has a clock of its own.
        ActorTime time = new(world.Time, world.Within(-1_000_000, 1_000_000), world.Within(-100_000, 100_000));
        SimulatedNet net = new(world.Store, time, world.Random) { LossShare = world.LossShare };
        SimulatedWork work = new(time, world.Length);
        CancellationTokenSource end = new();
        bool isEnding = false;
        (_time, Net, IsAlive) = (time, net, true);
        _end = () => isEnding = true;
        Works.Add(work);
        JoinedAgent agent = new(new AgentSettings
        {
            Card = new AgentCard(name, "1", name, name, 1, null),
            Work = work,
            Spool = _disk,
            Time = time,
            ClockQuestions = 2,
            OpenAsync = async _ =>
            {
                await net.DelayAsync();
                if (net.IsCut || world.IsStoreDown)
                    throw new LinkBrokenException("refused");
                return Link = new SimulatedAgentLink(net, world.Acknowledged, world.Planted)
                {
                    Heard = () =>
                    {
                        if (isEnding)
                            end.Cancel();
                    },
                };
            },
        });
        Running = RunAsync(agent, net, end.Token);
    }

    public void Kill()
    {
        _time?.Stop(); // For ever.
        Link?.Session.End();
        IsAlive = false;
        if (Works is [.., var last])
            last.IsDead = true;
    }

    /// <summary>Ends it in order, at its next question: while it waits for an answer no timer of its own is cancelled, whose continuation
    /// would leave the simulation.</summary>
    public void End() => _end();

    public void FillDisk() => _disk.IsFull = true;

    public void FreeDisk() => _disk.IsFull = false;

    public void Pause() => _time?.Stop();

    public void Resume()
    {
        if (IsAlive)
            _time?.Go();
    }

    private static async Task RunAsync(JoinedAgent agent, SimulatedNet net, CancellationToken end)
    {
        while (true)
        {
            try
            {
                await agent.RunAsync(end);
            }
            catch (OperationCanceledException)
            {
                return;
            }
            catch (ClusterException)
            {
                // Its name is still taken by the process before it: as a service it is started again.
                await Task.Delay(TimeSpan.FromSeconds(1), net.Time, CancellationToken.None);
            }
        }
    }
}

/// <summary>Work that makes an interval a second.</summary>
internal sealed class SimulatedWork(ActorTime time, int length) : IAgentWork
{
    private int _running;

    /// <summary>Rounds of which all was done: how many intervals each has.</summary>
    public Dictionary<int, int> Whole { get; } = [];

    /// <summary>When it was last told to begin, on its own clock; null while nobody has.</summary>
    public long? ToldToBegin { get; private set; }

    /// <summary>When it was last at work.</summary>
    public TimeSpan LastSeen { get; private set; }

    public bool IsRunning => _running > 0 && !IsDead;

    public bool IsDead { get; set; }

    public async Task<IPreparedWork> PrepareAsync(string order, Action<string> keep, CancellationToken stop)
    {
        if (_running > 0)
            throw new InvalidOperationException("Two rounds at once.");
        await Task.Delay(TimeSpan.FromMilliseconds(30), time, CancellationToken.None);
        stop.ThrowIfCancellationRequested();
        return new Prepared(this, int.Parse(order, CultureInfo.InvariantCulture), keep, stop);
    }

    public void Release()
    {
    }

    private async Task<string> RunAsync(int round, long timestamp, Action<string> keep, CancellationToken stop)
    {
        _running++;
        ToldToBegin = timestamp;
        int number = 0;
        TimeSpan wait = time.GetElapsedTime(time.GetTimestamp(), timestamp);
        // A delay that is cancelled goes on on another thread, and would leave the simulation.
        TaskCompletionSource stopped = new();
        using CancellationTokenRegistration registration = stop.Register(() => stopped.TrySetResult());
        if (wait > TimeSpan.Zero)
            await Task.WhenAny(Task.Delay(wait, time, CancellationToken.None), stopped.Task);
        try
        {
            while (number < length && !stop.IsCancellationRequested)
            {
                await Task.WhenAny(Task.Delay(TimeSpan.FromSeconds(1), time, CancellationToken.None), stopped.Task);
                keep((++number).ToString(CultureInfo.InvariantCulture));
                LastSeen = TimeSpan.FromTicks(time.World.Now);
            }
        }
        finally
        {
            _running--;
        }

        if (number == length && !stop.IsCancellationRequested)
            Whole[round] = number;
        return number.ToString(CultureInfo.InvariantCulture);
    }

    private sealed class Prepared(SimulatedWork work, int round, Action<string> keep, CancellationToken stop) : IPreparedWork
    {
        public Task<string> RunAsync(long timestamp) => work.RunAsync(round, timestamp, keep, stop);
    }
}

/// <summary>A disk that fails only by being full.</summary>
internal sealed class SimulatedDisk : IIntervalSpool
{
    private readonly List<StoredInterval> _kept = [];

    public bool IsFull { get; set; }

    public void Keep(StoredInterval interval)
    {
        if (IsFull)
            throw new IOException("No space left on device");
        _kept.Add(interval);
    }

    public IReadOnlyList<StoredInterval> Left() => [.. _kept];

    public void Clear() => _kept.Clear();
}
