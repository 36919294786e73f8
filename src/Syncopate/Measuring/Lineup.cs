namespace Syncopate.Measuring;

/// <summary>The servers of a comparison: one new process for each form, with its own pool, heap and compiled code.</summary>
public sealed class Lineup : IAsyncDisposable
{
    private readonly RunContext _run;
    private readonly Func<Form, ServerCommand> _command;
    private readonly Dictionary<Form, ServerProcess> _servers = [];

    /// <param name="run">The run.</param>
    /// <param name="command">How to start the server of a form.</param>
    public Lineup(RunContext run, Func<Form, ServerCommand> command)
    {
        _run = run;
        _command = command;
    }

    /// <summary>The server of a form that has been started.</summary>
    public ServerProcess this[Form form] => _servers[form];

    /// <summary>All servers, and those that they depend on.</summary>
    public IReadOnlyList<ServerProcess> Everyone => [.. _servers.Values, .. _run.Dependencies];

    /// <summary>Starts the servers of these forms that are not running yet, side by side.</summary>
    public async Task StartAsync(IEnumerable<Form> forms, CancellationToken cancellationToken = default)
    {
        var starting = forms.Distinct().Where(f => !_servers.ContainsKey(f))
            .Select(async form => (Form: form, Server: await _run.StartServerAsync(_command(form), cancellationToken).ConfigureAwait(false)))
            .ToList();
        await ((Task)Task.WhenAll(starting)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach (Task<(Form Form, ServerProcess Server)> start in starting.Where(s => s.IsCompletedSuccessfully))
        {
            (Form form, ServerProcess server) = await start.ConfigureAwait(false);
            _servers[form] = server;
        }

        await Task.WhenAll(starting).ConfigureAwait(false);
    }

    /// <summary>Ends all servers, so that the next start brings new ones.</summary>
    public async Task EndAsync()
    {
        await Task.WhenAll(_servers.Values.Select(s => s.DisposeAsync().AsTask())).ConfigureAwait(false);
        _servers.Clear();
    }

    /// <summary>Ends all servers.</summary>
    public async ValueTask DisposeAsync() => await EndAsync().ConfigureAwait(false);
}
