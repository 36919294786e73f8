using System.Diagnostics.CodeAnalysis;

namespace Syncopate.WatchAgent;

/// <summary>One of the things that the agent reports. It reads private parts of a runtime that may be newer than this code: what
/// fails there is reported, and never thrown into the process that it is in. For one thread at a time.</summary>
/// <param name="name">What is reported, as a sentence calls it.</param>
/// <param name="publish">Tells it, as it is now.</param>
/// <param name="rest">Takes back what it did to the process, when nobody listens any more.</param>
/// <param name="failed">Says why it cannot be determined, as often as it would be reported; null to say it once to each session.</param>
internal sealed class AgentPart(string name, Action<AgentEvents> publish, Action? rest = null, Action<AgentEvents, string>? failed = null)
{
    private string? _failure;
    private int _told;

    /// <summary>Reports it, or why it cannot be determined.</summary>
    public void Publish(AgentEvents events)
    {
        if (_failure is null)
            Try(() => publish(events));
        if (_failure is null)
            return;
        if (failed is not null)
        {
            failed(events, _failure);
        }
        else if (_told != events.Sessions)
        {
            _told = events.Sessions;
            events.AgentFailed(name, _failure);
        }
    }

    /// <summary>Takes back what it did to the process.</summary>
    public void End()
    {
        if (rest is not null)
            Try(rest);
    }

    [SuppressMessage(
        "Design", "CA1031:Do not catch general exception types",
        Justification = "Whatever it is, it would end the process that is watched.")]
    private void Try(Action action)
    {
        try
        {
            action();
        }
        catch (Exception e)
        {
            _failure ??= $"{e.GetType().Name}: {e.Message}";
            if (action != rest)
                End();
        }
    }
}
