namespace Syncopate.Cli.Watches;

/// <summary>Which process to watch; at most one of its members is given, none for "let me choose".</summary>
internal sealed record WatchSubject
{
    /// <summary>Its identifier.</summary>
    public int? ProcessId { get; init; }

    /// <summary>Its name, or a part of it.</summary>
    public string? Name { get; init; }

    /// <summary>A TCP port that it listens on.</summary>
    public int? Port { get; init; }

    /// <summary>The command that starts it, in words.</summary>
    public IReadOnlyList<string>? Launch { get; init; }
}
