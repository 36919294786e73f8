using Syncopate.Running.Servers;

namespace Syncopate.Running.Rounds;

/// <summary>The servers of a comparison: one new process for each form, with its own pool, heap and compiled code; or
/// one for all of them.</summary>
internal sealed class ServerSet : IAsyncDisposable
{
    private readonly RunContext _run;
    private readonly Func<Form, IServerSource> _source;
    private readonly Dictionary<Form, IServer> _servers = [];

    /// <param name="run">The run.</param>
    /// <param name="source">Where the server of a form comes from.</param>
    public ServerSet(RunContext run, Func<Form, IServerSource> source)
    {
        _run = run;
        _source = source;
    }

    /// <summary>The server of a form that has been started.</summary>
    public IServer this[Form form] => _servers[form];

    /// <summary>All servers, and those that they depend on.</summary>
    public IReadOnlyList<INeededProcess> Everyone => [.. _servers.Values.Distinct(), .. _run.Dependencies];

    /// <summary>Starts the servers of these forms that are not running yet, side by side; forms with equal sources share one.</summary>
    public async Task StartAsync(IEnumerable<Form> forms, CancellationToken cancellationToken = default)
    {
        List<(IServerSource Source, List<Form> Forms, Task<IServer> Start)> starting =
        [
            .. forms.Distinct().Where(f => !_servers.ContainsKey(f)).GroupBy(_source)
                .Select(g => (g.Key, g.ToList(), g.Key.OpenAsync(_run, cancellationToken))),
        ];
        await ((Task)Task.WhenAll(starting.Select(s => s.Start))).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach ((_, List<Form> served, Task<IServer> start) in starting.Where(s => s.Start.IsCompletedSuccessfully))
        {
            IServer server = await start.ConfigureAwait(false);
            served.ForEach(form => _servers[form] = server);
        }

        await Task.WhenAll(starting.Select(s => s.Start)).ConfigureAwait(false);
    }

    /// <summary>Starts one server for all these forms: work that is called inside a process compares its forms within
    /// the same one.</summary>
    public async Task StartTogetherAsync(IReadOnlyList<Form> forms, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(forms);
        IServer server = await _source(forms[0]).OpenAsync(_run, cancellationToken).ConfigureAwait(false);
        foreach (Form form in forms)
            _servers[form] = server;
    }

    /// <summary>Writes into the journal, once for an experiment, what the servers of its forms run on, where monitors
    /// have reported it.</summary>
    internal void ReportRuntimes(Experiment experiment)
    {
        if (!_run.IsFirst(experiment.Id))
            return;
        foreach (Form form in experiment.Workload.Forms.Select(f => f.Form))
        {
            if (_servers[form].Pool?.Program is { } program)
                _run.Journal.Append(program.ToRecord(experiment.Id, form));
        }
    }

    /// <summary>Puts the data of all servers in order, as a plan wants it, and reports what they run on.</summary>
    /// <exception cref="TargetFailedException">A server could not do it.</exception>
    public async Task PrepareAsync(ExperimentPlan plan, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ReportRuntimes(plan.Experiment);
        foreach (IServer server in _servers.Values.Distinct())
        {
            try
            {
                await plan.Work.Prepare(server.Target.BaseAddress, cancellationToken).ConfigureAwait(false);
            }
            catch (HttpRequestException e)
            {
                await ServerGuard.AwaitDeathAsync(Everyone, _run.Clock.Provider, cancellationToken).ConfigureAwait(false);
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
