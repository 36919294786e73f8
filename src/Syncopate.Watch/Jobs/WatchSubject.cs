using Syncopate.Running;
using Syncopate.Running.Servers;
using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Jobs;

/// <summary>Which process to watch; at most one of its members is given, none for "let me choose".</summary>
internal sealed record WatchSubject
{
    private const int Shown = 10;

    /// <summary>Its identifier.</summary>
    public int? ProcessId { get; init; }

    /// <summary>Its name, or a part of it.</summary>
    public string? Name { get; init; }

    /// <summary>A TCP port that it listens on.</summary>
    public int? Port { get; init; }

    /// <summary>The command that starts it, in words.</summary>
    public IReadOnlyList<string>? Launch { get; init; }

    /// <summary>The process that is meant among those that run; null where nothing says which.</summary>
    /// <exception cref="TargetNotAllowedException">The name fits several processes.</exception>
    /// <exception cref="TargetFailedException">Nothing fits.</exception>
    public int? Find() => Find(RunningProcesses.All, ListeningProcess.Find);

    /// <summary>The same among processes that are passed in.</summary>
    /// <param name="running">Finds the .NET processes of this user.</param>
    /// <param name="listening">Finds who listens on a port; null for nobody.</param>
    internal int? Find(Func<IReadOnlyList<ProcessIdentity>> running, Func<int, int?> listening)
    {
        if (ProcessId is { } id)
            return id;
        if (Port is not { } port)
            return Name is { } name ? Named(name, running()) : null;
        return listening(port) ?? throw new TargetFailedException(OperatingSystem.IsLinux()
            ? FormattableString.Invariant($"No process of yours listens on port {port}. ")
                + "Is the site running, and does it belong to you? "
                + "Give its identifier, or start it here: --launch \"dotnet App.dll\""
            : "Which process listens on a port is found only on Linux. Give its identifier; "
                + "syncopate watch alone lists the processes.");
    }

    private static int Named(string name, IReadOnlyList<ProcessIdentity> all)
    {
        ProcessIdentity[] same = [.. all.Where(process => process.Name.Equals(name, StringComparison.OrdinalIgnoreCase))];
        ProcessIdentity[] found = same.Length > 0
            ? same
            : [.. all.Where(process => process.Name.Contains(name, StringComparison.OrdinalIgnoreCase))];
        return found switch
        {
            [var one] => one.Id,
            [] => throw new TargetFailedException(
                $"No .NET process of this user is called '{name}'. {(all.Count == 0 ? "None runs." : $"These run: {List(all)}")}"),
            _ => throw new TargetNotAllowedException(
                $"'{name}' is the name of {found.Length} processes: {List(found)} Give the identifier of one."),
        };
    }

    private static string List(IEnumerable<ProcessIdentity> processes) =>
        string.Join(", ", processes.Take(Shown).Select(process => FormattableString.Invariant($"{process.Id} ({process.Name})"))) + ".";
}
