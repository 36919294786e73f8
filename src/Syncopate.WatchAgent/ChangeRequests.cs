using System.Diagnostics.Tracing;

namespace Syncopate.WatchAgent;

/// <summary>By a session of this source a watcher asks for a change of the process, for as long as the session lasts. A source of its
/// own, since what one session of several asked for counts until the last of them has ended. It sends nothing.</summary>
[EventSource(Name = SourceName)]
public sealed class ChangeRequests : EventSource
{
    /// <summary>Name of the provider.</summary>
    public const string SourceName = "Syncopate-Change";

    /// <summary>Argument of a session: the minimum of threads that it asks for.</summary>
    public const string MinimumArgument = "MinimumThreads";

    /// <summary>Argument of a session: how many threads the pool had before, to go back to with that.</summary>
    public const string ThreadsArgument = "Threads";

    /// <summary>Argument of a session: for how many seconds at the longest.</summary>
    public const string SecondsArgument = "Seconds";

    private readonly object _lock = new();
    private (int Minimum, int Threads, int Seconds, int Number) _asked; // Guarded by the lock.

    private ChangeRequests()
    {
    }

    /// <summary>The one source of the process.</summary>
    public static ChangeRequests Log { get; } = new();

    /// <summary>What was asked for last: a minimum of threads, how many there were, for how many seconds, and its number; a minimum
    /// of 0 for nothing.</summary>
    [NonEvent]
    internal (int Minimum, int Threads, int Seconds, int Number) Asked()
    {
        if (!IsEnabled())
            return default;
        lock (_lock)
            return _asked;
    }

    /// <inheritdoc/>
    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        if (Argument(MinimumArgument) is not { } minimum || Argument(ThreadsArgument) is not { } threads
            || Argument(SecondsArgument) is not { } seconds)
        {
            return;
        }

        lock (_lock)
            _asked = (minimum, threads, seconds, _asked.Number + 1);

        int? Argument(string name) =>
            command.Arguments is { } arguments && arguments.TryGetValue(name, out string? text) && int.TryParse(text, out int number)
                ? number
                : null;
    }
}
