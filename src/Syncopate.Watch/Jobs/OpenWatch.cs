using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Loads;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Jobs;

/// <summary>A process that is attached to: one that ran, or a program that was started for it. Disposing it lets the process go, and ends
/// a program that was started.</summary>
internal sealed class OpenWatch : IAsyncDisposable
{
    // A busy machine may take half a minute to attach, and a paused process never answers.
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(3);

    private readonly RequestedStart _asked;
    private readonly WatchStartHost _host;
    private WatchedCopy? _copy;
    private LaunchedProgram? _program;
    private ProcessWatch? _process;

    private OpenWatch(RequestedStart asked, WatchStartHost host)
    {
        _asked = asked;
        _host = host;
    }

    /// <summary>The process.</summary>
    public ProcessWatch Process => _process ?? throw new InvalidOperationException("The process has not been attached to yet.");

    /// <summary>The folder for what is seen; null where it is not kept.</summary>
    public string? Folder { get; private set; }

    /// <summary>The timeline of a woven copy; null where none was started.</summary>
    public WovenProbe? Woven { get; private set; }

    /// <summary>Finds or starts the process, says the price, attaches, and lets a program that was started begin.</summary>
    /// <param name="asked">What is asked for.</param>
    /// <param name="host">What it is done with.</param>
    /// <param name="cancellationToken">Gives up, and ends what was started.</param>
    /// <returns>Null when no process was chosen.</returns>
    /// <exception cref="TargetNotAllowedException">The name fits several processes, or a host may not be loaded.</exception>
    /// <exception cref="TargetFailedException">Nothing fits, it cannot be started or watched, or nobody listens at the URL of the
    /// load.</exception>
    public static async Task<OpenWatch?> OpenAsync(
        RequestedStart asked, WatchStartHost host, CancellationToken cancellationToken)
    {
        OpenWatch open = new(asked, host);
        bool isOpen = false;
        try
        {
            isOpen = await open.BeginAsync(cancellationToken).ConfigureAwait(false);
            return isOpen ? open : null;
        }
        finally
        {
            if (!isOpen)
                await open.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        using IDisposable? files = _copy?.Files;
        try
        {
            if (Woven is not null)
                await Woven.DisposeAsync().ConfigureAwait(false);
        }
        finally
        {
            await LetGoAsync().ConfigureAwait(false);
        }
    }

    // A program that was started ends whatever becomes of the ways into it.
    private async ValueTask LetGoAsync()
    {
        try
        {
            if (_process is not null)
                await _process.DisposeAsync().ConfigureAwait(false);
        }
        finally
        {
            if (_program is not null)
                await _program.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Waits, and says every few seconds that it still does.</summary>
    internal static async Task<T> AttachedAsync<T>(Task<T> attaching, TimeProvider time, Action<string> say)
    {
        long started = time.GetTimestamp();
        while (true)
        {
            Task silence = Task.Delay(Silence, time, CancellationToken.None);
            if (await Task.WhenAny(attaching, silence).ConfigureAwait(false) == attaching)
                return await attaching.ConfigureAwait(false);
            TimeSpan waited = time.GetElapsedTime(started);
            say(FormattableString.Invariant($"Still attaching after {waited.TotalSeconds:0} s: ")
                + "the machine is busy, or the process is paused.");
        }
    }

    private async Task<bool> BeginAsync(CancellationToken cancellationToken)
    {
        if (_asked.Subject.Launch is { } words)
            await LaunchAsync(words, cancellationToken).ConfigureAwait(false);
        int? found = _program?.ProcessId
            ?? _asked.Subject.Find()
            ?? await _host.ChooseAsync(cancellationToken).ConfigureAwait(false);
        if (found is not { } processId)
            return false;
        _host.Announce(ProcessWatch.Check(processId));
        WatchOptions options = new() { WithAgent = _asked.WithAgent, WithAwaits = _asked.WithAgent, Time = _host.Time };
        Task<ProcessWatch> attaching = ProcessWatch.OpenAsync(processId, options, cancellationToken);
        _process = await AttachedAsync(attaching, _host.Time, _host.Say).ConfigureAwait(false);
        if (_asked.Watch.Load is { } load)
            await CheckAsync(load.Address, load.Settings, cancellationToken).ConfigureAwait(false);
        Folder ??= _asked.IsKept ? _host.CreateFolder() : null;
        foreach (string missing in _process.Missing)
            _host.Say(missing);
        if (_copy is { } copy)
        {
            Woven = await WovenProbe.StartAsync(processId, copy.Methods, _host.Time, cancellationToken)
                .ConfigureAwait(false);
        }

        _program?.Resume();
        return true;
    }

    // Its folder first: what the program writes goes there from the beginning.
    private async Task LaunchAsync(IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        Folder = _asked.IsKept ? _host.CreateFolder() : null;
        if (_asked.IsWoven)
            _copy = await _host.WeaveAsync(words, cancellationToken).ConfigureAwait(false);
        string log = Path.Combine(Folder ?? Path.GetTempPath(), "program.log");
        IReadOnlyList<string> command = _copy?.Command ?? words;
        _program = await LaunchedProgram.StartAsync(command, log, cancellationToken).ConfigureAwait(false);
    }

    // A URL that cannot be loaded is reported before anything is done. A program that was just started does not listen yet.
    private Task<HttpTarget> CheckAsync(
        LoadAddress address, LoadSettings settings, CancellationToken cancellationToken) =>
        _program is not null
            ? LoadTarget.ResolveAsync(address.Base, settings.AllowedHosts, cancellationToken)
            : LoadTarget.OpenAsync(address, settings, cancellationToken);
}
