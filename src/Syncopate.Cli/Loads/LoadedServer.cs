using Syncopate.Cli.Lines;
using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;
using Syncopate.Watch.Probes;

namespace Syncopate.Cli.Loads;

/// <summary>The server that a load goes to, started or watched where that was asked for. Disposing it ends what was
/// started, and only that.</summary>
internal sealed class LoadedServer : IAsyncDisposable
{
    private readonly MonitorListener? _monitors;
    private readonly ServerProcess? _started;
    private readonly ProcessCounters? _counters;

    private LoadedServer(HttpTarget target, MonitorListener? monitors, ServerProcess? started, ProcessCounters? counters)
    {
        Target = target;
        _monitors = monitors;
        _started = started;
        _counters = counters;
        Monitor = started?.Pool is { } pool ? new LaunchedMonitor(pool) : counters;
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
    /// <param name="task">What was asked for.</param>
    /// <param name="folder">Where a server that is started writes its log.</param>
    /// <param name="cancellationToken">Gives up, and ends what was started.</param>
    /// <exception cref="UsageException">The host is not allowed.</exception>
    /// <exception cref="UnusableException">Nobody listens there, or not in the way the URL says.</exception>
    /// <exception cref="TargetFailedException">The server did not start, or its process cannot be watched.</exception>
    public static async Task<LoadedServer> OpenAsync(LoadTask task, string folder, CancellationToken cancellationToken)
    {
        if (task.Launch is { } words)
            return await StartAsync(task, words, folder, cancellationToken);
        HttpTarget target = await LoadTarget.OpenAsync(task.Address, task.Settings, cancellationToken);
        ProcessCounters? counters = task.ProcessId is { } id ? await ProcessCounters.AttachAsync(id, cancellationToken) : null;
        return new LoadedServer(target, null, null, counters);
    }

    public async ValueTask DisposeAsync()
    {
        if (_counters is not null)
            await _counters.DisposeAsync();
        if (_started is not null)
            await _started.DisposeAsync();
        if (_monitors is not null)
            await _monitors.DisposeAsync();
    }

    private static async Task<LoadedServer> StartAsync(
        LoadTask task, IReadOnlyList<string> words, string folder, CancellationToken cancellationToken)
    {
        ServerCommand command = new(
            "the server of --launch",
            words[0],
            [.. words.Skip(1)],
            Environment.CurrentDirectory,
            new Dictionary<string, string>(),
            EndsInOrder: true)
        {
            Address = task.Address.Base,
        };
        MonitorListener monitors = new();
        ServerProcess? server = null;
        try
        {
            server = await ServerProcess.StartAsync(command, 1, monitors, Path.Combine(folder, "server.log"), cancellationToken);
            return new LoadedServer(await LoadTarget.OpenAsync(task.Address, task.Settings, cancellationToken), monitors, server, null);
        }
        catch
        {
            if (server is not null)
                await server.DisposeAsync();
            await monitors.DisposeAsync();
            throw;
        }
    }
}
