namespace Syncopate.Measuring;

/// <summary>The servers of a comparison: one new process for each form, with its own pool, heap and compiled code; or one for all of them.</summary>
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
    public IReadOnlyList<INeededProcess> Everyone => [.. _servers.Values.Distinct(), .. _run.Dependencies];

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

    /// <summary>Starts one server for all these forms: work that is called inside a process compares its forms within the same one.</summary>
    public async Task StartTogetherAsync(IReadOnlyList<Form> forms, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(forms);
        ServerProcess server = await _run.StartServerAsync(_command(forms[0]), cancellationToken).ConfigureAwait(false);
        foreach (Form form in forms)
            _servers[form] = server;
    }

    /// <summary>Puts the data of all servers in order, as a plan wants it.</summary>
    /// <exception cref="TargetFailedException">A server could not do it.</exception>
    public async Task PrepareAsync(ExperimentPlan plan, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (plan.Prepare is not { } prepare)
            return;
        foreach (ServerProcess server in _servers.Values.Distinct())
        {
            try
            {
                await prepare(server.Address, cancellationToken).ConfigureAwait(false);
            }
            catch (HttpRequestException e)
            {
                await Lifeline.AwaitDeathAsync(Everyone, _run.Clock.Provider, cancellationToken).ConfigureAwait(false);
                throw new TargetFailedException($"{server.Name} could not put its data in order: {e.Message}");
            }
        }
    }

    /// <summary>Ends all servers, so that the next start brings new ones.</summary>
    public async Task EndAsync()
    {
        await Task.WhenAll(_servers.Values.Distinct().Select(s => s.DisposeAsync().AsTask())).ConfigureAwait(false);
        _servers.Clear();
    }

    /// <summary>Ends all servers.</summary>
    public async ValueTask DisposeAsync() => await EndAsync().ConfigureAwait(false);
}
