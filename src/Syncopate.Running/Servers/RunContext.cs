using System.Globalization;
using Syncopate.Journaling;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Running.Machines;
using Syncopate.Running.Showing;

namespace Syncopate.Running.Servers;

/// <summary>What all parts of one run share. Used by one runner at a time.</summary>
internal sealed class RunContext : IAsyncDisposable
{
    private const int LongestLogName = 80;

    private readonly string _folder;
    private readonly List<INeededProcess> _dependencies = [];
    private readonly Stack<IAsyncDisposable> _owned = [];
    private readonly IProgress<RunProgress> _progress;
    private readonly Lazy<MonitorListener> _monitors;
    private readonly HashSet<string> _told = new(StringComparer.Ordinal);
    private readonly EarlierSitting? _earlier;
    private int _processes;
    private int _slotsBefore; // In the journal when the run went on.

    /// <param name="journal">Where records go; disposed with the run.</param>
    /// <param name="folder">The run's folder; the servers' logs go below it.</param>
    /// <param name="seed">Seed of every random order.</param>
    /// <param name="clock">The run's clock.</param>
    /// <param name="progress">Receives what happens.</param>
    public RunContext(JournalWriter journal, string folder, ulong seed, RunClock clock, IProgress<RunProgress> progress)
    {
        ArgumentNullException.ThrowIfNull(journal);
        ArgumentNullException.ThrowIfNull(clock);
        ArgumentNullException.ThrowIfNull(progress);
        Journal = journal;
        _folder = folder;
        Seed = seed;
        Clock = clock;
        _progress = progress;
        _monitors = new Lazy<MonitorListener>(() => new MonitorListener(clock.Provider));
    }

    /// <summary>Where records go.</summary>
    public JournalWriter Journal { get; }

    /// <summary>The run's clock.</summary>
    public RunClock Clock { get; }

    /// <summary>Seed of every random order.</summary>
    public ulong Seed { get; }

    /// <summary>What was measured before the run was interrupted; null, the default, for a run that begins.</summary>
    public EarlierSitting? Earlier
    {
        get => _earlier;
        init => (_earlier, _processes) = (value, value?.Processes ?? 0);
    }

    /// <summary>Servers that no form is measured on but every form needs, such as the feeds.</summary>
    public IReadOnlyList<INeededProcess> Dependencies => _dependencies;

    /// <summary>Looks for a while at where the threads of a process stand blocked; null, the default, when that was not
    /// asked for.</summary>
    /// <remarks>It may throw <see cref="TargetFailedException"/>: of a process that cannot be looked into.</remarks>
    public Func<int, TimeSpan, CancellationToken, Task<BlockedSites>>? Probe { get; init; }

    /// <summary>How much longer the run will probably take, which is less than it may where answered questions leave
    /// time over; null, the default, where it takes all its time.</summary>
    public Func<TimeSpan?>? Expected { get; set; }

    /// <summary>Receives what happens within each slot, for whoever draws it; null, the default, for nobody.</summary>
    public LiveFeed? Feed { get; init; }

    /// <summary>Opens what drives a server with these bounds, null for the usual ones; default <see cref="LoadEngine"/>.
    /// Whoever opens it disposes it.</summary>
    public Func<HttpTarget, LoadOptions?, ILoadEngine> OpenEngine { get; init; } =
        static (target, options) => LoadEngine.Open(target, options);

    /// <summary>Opens what warms a server, when that is not what drives it: a short load from here is as good as one from several
    /// machines, and begins sooner. Null, the default, for <see cref="OpenEngine"/>.</summary>
    public Func<HttpTarget, LoadOptions?, ILoadEngine>? OpenWarmUp { get; init; }

    /// <summary>Servers to which all agents have sent since they were started; only where <see cref="OpenWarmUp"/> is another than they.
    /// Whoever finds one of them started anew clears it.</summary>
    internal HashSet<IServer> WarmForAgents { get; } = [];

    /// <summary>Reads what the system counts of the machine and of a process, null when that is not known; default <c>/proc</c>.</summary>
    internal Func<int?, SlotWatch> ReadCounts { get; init; } = SlotWatch.Read;

    /// <summary>Starts a server; the caller disposes it.</summary>
    public async Task<ServerProcess> StartServerAsync(ServerCommand command, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(command);
        int ordinal = NextProcess();
        string log = Path.Combine(_folder, "logs", LogName(ordinal, command.Name));
        return await ServerProcess.StartAsync(command, ordinal, _monitors.Value, log, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>A name may be a user's own words, or a path of a site: nothing of it is a folder, and no system refuses it.</summary>
    private static string LogName(int ordinal, string name)
    {
        string words = name.Replace(" (", "-", StringComparison.Ordinal).TrimEnd(')');
        char[] shown = [.. words.Take(LongestLogName).Select(c => char.IsLetterOrDigit(c) || c is ' ' or '-' or '.' or '_' ? c : '-')];
        return string.Create(CultureInfo.InvariantCulture, $"{ordinal:000}-{new string(shown)}.log");
    }

    /// <summary>The number of a process that is new to the run, from 1. Thread-safe.</summary>
    public int NextProcess() => Interlocked.Increment(ref _processes);

    /// <summary>Starts a server that lives as long as the run and whose death ends it.</summary>
    public async Task<ServerProcess> StartDependencyAsync(ServerCommand command, CancellationToken cancellationToken = default)
    {
        ServerProcess server = await StartServerAsync(command, cancellationToken).ConfigureAwait(false);
        Keep(server);
        return server;
    }

    /// <summary>Takes over a process that lives as long as the run and whose death ends it.</summary>
    /// <param name="process">Disposed with the run; the last one first.</param>
    public void Keep<T>(T process)
        where T : INeededProcess, IAsyncDisposable
    {
        _dependencies.Add(process);
        _owned.Push(process);
    }

    /// <summary>Goes on from where the run was interrupted, if it was: its clock, by which all budgets go, stands where it stood then.
    /// Called once all questions are planned, with the looks that they would have had, and before the first is asked.</summary>
    public void GoOn()
    {
        _slotsBefore = Journal.Slots;
        if (Earlier is not null)
            Clock.GoOnFrom(Earlier.Elapsed);
    }

    /// <summary>Makes ready what is measured on; what an earlier sitting had made ready once takes no time of the run.</summary>
    /// <param name="isAgain">Whether it had.</param>
    /// <param name="prepareAsync">Starts and warms servers.</param>
    /// <returns>How long it really took.</returns>
    public async Task<TimeSpan> PrepareAsync(bool isAgain, Func<Task> prepareAsync)
    {
        ArgumentNullException.ThrowIfNull(prepareAsync);
        TimeSpan before = Clock.Elapsed;
        long began = Clock.Provider.GetTimestamp();
        if (!isAgain)
        {
            await prepareAsync().ConfigureAwait(false);
            return Clock.Elapsed - before;
        }

        Clock.Hold();
        try
        {
            await prepareAsync().ConfigureAwait(false);
        }
        finally
        {
            Clock.Release();
        }

        TimeSpan length = Clock.Provider.GetElapsedTime(began);
        if (Journal.Slots == _slotsBefore)
            Clock.LeaveOut(length);
        return length;
    }

    /// <summary>True the first time that an experiment is named.</summary>
    internal bool IsFirst(string experiment) => _told.Add(experiment);

    /// <summary>Reports to whoever watches.</summary>
    public void Report(RunProgress progress) => _progress.Report(Expected is null ? progress : progress with { Expected = Expected() });

    /// <summary>Ends the dependencies and closes the journal.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (IAsyncDisposable process in _owned)
            await process.DisposeAsync().ConfigureAwait(false);
        if (_monitors.IsValueCreated)
            await _monitors.Value.DisposeAsync().ConfigureAwait(false);
        Journal.Dispose();
    }
}
