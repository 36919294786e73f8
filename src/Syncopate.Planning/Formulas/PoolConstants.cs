namespace Syncopate.Planning.Formulas;

/// <summary>The numbers that steer the thread pool and the server above it, as one table for each runtime. Those of the
/// pool are read from the runtime's sources (PortableThreadPool and its parts, System.Private.CoreLib) and were compared with the fields
/// of the running one; those of the server are measured.</summary>
internal sealed record PoolConstants
{
    /// <summary>.NET 8 to 10, checked with 10.0.12 on Linux. Newer sources reset the starvation clock only when a
    /// thread begins, not when work is finished: check again with .NET 11.</summary>
    public static PoolConstants Net10 { get; } = new() { Runtime = ".NET 10" };

    /// <summary>The runtime whose table this is.</summary>
    public required string Runtime { get; init; }

    /// <summary>Period of the gate thread, in seconds; also the silence after which work that waits is starved, below
    /// <see cref="BusyCpuShare"/>.</summary>
    public double GateSeconds { get; init; } = 0.5;

    /// <summary>How much later than its period the gate thread comes than the thread that it added began, mean of an
    /// exponential, in seconds. It decides how often a stuck pool gets a thread after one period and not two: measured in 5 of 42
    /// cases.</summary>
    public double GateLatenessSeconds { get; init; } = 0.12e-3;

    /// <summary>Silence for each thread of the goal after which waiting work is starved on a busy machine, in seconds.</summary>
    public double BusySilencePerThreadSeconds { get; init; } = 1.0;

    /// <summary>CPU use from which the machine is busy, 0 to 1.</summary>
    public double BusyCpuShare { get; init; } = 0.80;

    /// <summary>CPU use above which hill climbing adds no thread, 0 to 1.</summary>
    public double HighCpuShare { get; init; } = 0.95;

    /// <summary>After this long without work a thread ends, in seconds.</summary>
    public double IdleSeconds { get; init; } = 20;

    /// <summary>Samples of one wave of hill climbing.</summary>
    public int WavePeriod { get; init; } = 4;

    /// <summary>Waves that hill climbing remembers.</summary>
    public int WaveHistory { get; init; } = 8;

    /// <summary>Largest wave, in threads.</summary>
    public int MaximumWave { get; init; } = 20;

    /// <summary>Factor from noise to the size of the wave.</summary>
    public double WaveMultiplier { get; init; } = 1;

    /// <summary>Share of added threads that throughput must gain with them.</summary>
    public double TargetRatio { get; init; } = 0.15;

    /// <summary>Signal over noise at which a move is fully trusted.</summary>
    public double TargetSignalToNoise { get; init; } = 3;

    /// <summary>Most threads added or removed in a second of samples.</summary>
    public double MaximumChangePerSecond { get; init; } = 4;

    /// <summary>Most threads added by one sample.</summary>
    public double MaximumChangePerSample { get; init; } = 20;

    /// <summary>A sample is extended while (threads - 1) / completions is at least this.</summary>
    public double MaximumSampleError { get; init; } = 0.15;

    /// <summary>Weight of the newest sample in the smoothed noise.</summary>
    public double NoiseSmoothing { get; init; } = 0.01;

    /// <summary>Exponent that attenuates small moves.</summary>
    public double GainExponent { get; init; } = 2;

    /// <summary>Shortest sample, in ms.</summary>
    public int ShortestSampleMilliseconds { get; init; } = 10;

    /// <summary>Longest sample, in ms.</summary>
    public int LongestSampleMilliseconds { get; init; } = 200;

    /// <summary>Delay before a thread is added for one that blocks on a task, for each step, in seconds.</summary>
    public double BlockingStepSeconds { get; init; } = 0.025;

    /// <summary>Longest such delay, in seconds.</summary>
    public double LongestBlockingDelaySeconds { get; init; } = 0.25;

    /// <summary>Timers fire on this grid, in seconds.</summary>
    public double TimerSeconds { get; init; } = 0.001;

    /// <summary>Mean delay of a thread or timer that is woken, exponential, in seconds.</summary>
    public double WakeSeconds { get; init; } = 60e-6;

    /// <summary>Longest time that a thread keeps a core while others are ready, in seconds: the base slice of Linux on few cores.</summary>
    public double SliceSeconds { get; init; } = 3e-3;

    /// <summary>CPU of one pass over the sockets that became readable, in seconds.</summary>
    public double PollCpuSeconds { get; init; } = 4e-6;

    /// <summary>CPU of receiving or sending one request, in seconds.</summary>
    public double TransferCpuSeconds { get; init; } = 6e-6;

    /// <summary>CPU of the server around the code of one request, in seconds.</summary>
    public double HandlingCpuSeconds { get; init; } = 14e-6;

    /// <summary>CPU of the first request of a new process, whose code is being compiled, in seconds: 150 to 160 ms on
    /// the sample site, the second 6 ms.</summary>
    public double FirstRequestCpuSeconds { get; init; } = 0.15;

    /// <summary>CPU of firing one timer, in seconds.</summary>
    public double TimerCpuSeconds { get; init; } = 2e-6;

    /// <summary>CPU of the server for one request besides the code of the request, in seconds.</summary>
    public double RequestCpuSeconds => PollCpuSeconds + 2 * TransferCpuSeconds + HandlingCpuSeconds;

    /// <summary>Threads of the pool that do other work of the process; they are counted where threads are reported, and
    /// serve no request. Default 0.</summary>
    public int OtherThreads { get; init; }

    /// <summary>Most queues of the server's transport; it has one a core up to this.</summary>
    public int MaximumTransportQueues { get; init; } = 16;
}
