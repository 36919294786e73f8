using Syncopate.Load;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;

namespace Syncopate.Running.Loads;

/// <summary>The server that a load goes to, started or watched where that was asked for. Disposing it ends what was
/// started, and only that.</summary>
internal sealed class LoadedServer : IAsyncDisposable
{
    private readonly MonitorListener? _monitors;
    private readonly ServerProcess? _started;
    private readonly IAsyncDisposable? _attached;

    private LoadedServer(HttpTarget target, MonitorListener? monitors, ServerProcess? started, ITargetMonitor? attached)
    {
        Target = target;
        _monitors = monitors;
        _started = started;
        _attached = attached as IAsyncDisposable;
        Monitor = started?.Pool is { } pool ? new LaunchedMonitor(pool) : attached;
    }

    /// <summary>Where it listens.</summary>
    public HttpTarget Target { get; }

    /// <summary>Watches its process; null when nothing does.</summary>
    public ITargetMonitor? Monitor { get; }

    /// <summary>True when it was started here and lets no monitor in.</summary>
    public bool IsUnwatched => _started is { Pool: null };

    /// <summary>What a server that was started here runs; null where that is not known.</summary>
    public MonitoredProgram? Program => _started?.Pool?.Program;

    /// <summary>What to say when a server that was started here has died; null otherwise.</summary>
    public string? Death => _started is { Died.IsCompleted: true } ? _started.DescribeDeath() : null;

    /// <summary>Starts, attaches, or just finds the server.</summary>
    /// <param name="load">What was asked for.</param>
    /// <param name="attach">Attaches to a process.</param>
    /// <param name="makeFolder">Makes the folder where a server that is started writes its log; not called for others.</param>
    /// <param name="cancellationToken">Gives up, and ends what was started.</param>
    /// <exception cref="TargetNotAllowedException">The host is not allowed, or it is another machine than that of the process.</exception>
    /// <exception cref="TargetFailedException">Nobody listens there, or not in the way the URL says; the server did not start; or its
    /// process cannot be watched.</exception>
    public static async Task<LoadedServer> OpenAsync(
        RequestedLoad load, Func<int, CancellationToken, Task<ITargetMonitor>> attach, Func<string> makeFolder,
        CancellationToken cancellationToken)
    {
        if (load.Launch is { } words)
            return await StartAsync(load, words, makeFolder, cancellationToken).ConfigureAwait(false);
        if (load.ProcessId is not null)
            await FindHereAsync(load, "--pid watches a process of this machine", cancellationToken).ConfigureAwait(false);
        HttpTarget target = await LoadTarget.OpenAsync(load.Address, load.Settings, cancellationToken).ConfigureAwait(false);
        ITargetMonitor? attached = load.ProcessId is { } id ? await attach(id, cancellationToken).ConfigureAwait(false) : null;
        return new LoadedServer(target, null, null, attached);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_attached is not null)
            await _attached.DisposeAsync().ConfigureAwait(false);
        if (_started is not null)
            await _started.DisposeAsync().ConfigureAwait(false);
        if (_monitors is not null)
            await _monitors.DisposeAsync().ConfigureAwait(false);
    }

    private static async Task<LoadedServer> StartAsync(
        RequestedLoad load, IReadOnlyList<string> words, Func<string> makeFolder, CancellationToken cancellationToken)
    {
        HttpTarget found = await FindHereAsync(load, "--launch starts a server on this machine", cancellationToken).ConfigureAwait(false);
        ServerCommand command = ServerCommand.Of("the server of --launch", words, found);
        MonitorListener monitors = new();
        ServerProcess? server = null;
        try
        {
            string log = Path.Combine(makeFolder(), "server.log");
            server = await ServerProcess.StartAsync(command, 1, monitors, log, cancellationToken).ConfigureAwait(false);
            HttpTarget target = await LoadTarget.OpenAsync(load.Address, load.Settings, cancellationToken).ConfigureAwait(false);
            return new LoadedServer(target, monitors, server, null);
        }
        catch
        {
            if (server is not null)
                await server.DisposeAsync().ConfigureAwait(false);
            await monitors.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    // Whoever asks, and not only on a line: the figures of a process here say nothing of a load that goes elsewhere.
    private static async Task<HttpTarget> FindHereAsync(
        RequestedLoad load, string what, CancellationToken cancellationToken)
    {
        HttpTarget target = await LoadTarget
            .ResolveAsync(load.Address.Base, load.Settings.AllowedHosts, cancellationToken).ConfigureAwait(false);
        return OwnAddress.Is(target.EndPoint.Address)
            ? target
            : throw new TargetNotAllowedException($"{what}, but {target.BaseAddress.Authority} is another one. "
                + "Use a URL of localhost, or of an address of this machine.");
    }
}
