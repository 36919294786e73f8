using Syncopate.Calling;
using Syncopate.Load;
using Syncopate.Running.Servers;

namespace Syncopate.Children;

/// <summary>All forms in this process.</summary>
internal sealed class FormsHere : IFormHost, IDisposable
{
    private readonly List<FormServer> _servers = [];

    /// <inheritdoc/>
    public string Caveat =>
        "All forms were called inside one process, in turns: they share its thread pool, "
        + "and threads that one makes serve the others for some seconds. In processes of their own: RunAsync.";

    /// <inheritdoc/>
    public IServerSource Open(FormPlan plan, int form, int row, string token)
    {
        FormServer server = new(plan.Open(form, row), token);
        _servers.Add(server);
        return new RunningServer(plan.Descriptions[form].Label, new HttpTarget(server.Address))
        {
            Watch = (_, _) => Task.FromResult<Running.ITargetMonitor?>(new OwnMonitor()),
        };
    }

    /// <summary>Calls no form any more.</summary>
    public void Dispose() => _servers.ForEach(s => s.Dispose());
}
