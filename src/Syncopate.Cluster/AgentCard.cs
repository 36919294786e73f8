namespace Syncopate.Cluster;

/// <summary>What an agent says of itself when it joins.</summary>
/// <param name="Name">Unlike that of any other agent of the database; 1 to 63 letters, digits, dots, hyphens and underscores.</param>
/// <param name="Version">Of the tool. Agents of another version than the conductor's take no part.</param>
/// <param name="Machine">What the operating system calls the machine.</param>
/// <param name="MachineId">Equal for processes on one machine that share its loopback addresses, and for no others.</param>
/// <param name="Cores">Processors that it may use; at least 1.</param>
/// <param name="PerSecond">Answers per second that its own generator took from a server that answers at once; null when that was not
/// measured.</param>
internal sealed record AgentCard(string Name, string Version, string Machine, string MachineId, int Cores, double? PerSecond)
{
    private const int LongestName = 63;
    private const int MostCores = 100_000;
    private const double HighestPerSecond = 1e12;

    /// <summary>The agent's own limits in words.</summary>
    public string Limits { get; init; } = "";

    /// <summary>Its <see cref="ClusterProtocol"/>; 0 for a build that did not say one yet. Agents of another one than the conductor's take
    /// no part.</summary>
    public int Protocol { get; init; }

    /// <summary>The card of an agent that writes another one than this version reads: of no version that could take part.</summary>
    public static AgentCard Unreadable(string name) => new(name, "that cannot be read", "?", "", 1, null);

    /// <summary>The name of an agent that nobody named: that of its machine, with hyphens for what no name may have.</summary>
    /// <param name="machine">What the operating system calls the machine.</param>
    public static string NameOf(string machine) => string.Concat(machine.Select(c => IsOfName(c) ? c : '-'));

    /// <summary>Whether a machine can be like that: by its figures loads are divided.</summary>
    public bool IsPlausible() => Cores is >= 1 and <= MostCores && PerSecond is null or (>= 0 and <= HighestPerSecond);

    /// <summary>Whether a name can be one of an agent.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= LongestName && name.All(IsOfName);

    private static bool IsOfName(char c) => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' or '_';
}

/// <summary>An agent that has joined.</summary>
/// <param name="Id">Its number in the database.</param>
/// <param name="Incarnation">Counts the processes that have had its name; the same as long as one process runs.</param>
/// <param name="Card">What it says of itself.</param>
internal sealed record AgentSight(int Id, int Incarnation, AgentCard Card)
{
    /// <summary>How its clock stands to the database's; null before it has looked.</summary>
    public ClockReading? Clock { get; init; }

    /// <summary>True while it takes part in a run.</summary>
    public bool IsBusy { get; init; }
}

/// <summary>What an agent has found of the database's clock, by the question that came back soonest.</summary>
/// <param name="WallOffsetMicroseconds">Its own wall clock minus the database's. Nothing is timed by it: it is shown, since a wrong clock
/// makes wrong dates.</param>
/// <param name="RoundTripMicroseconds">Of that question. The database's time is known to half of it.</param>
internal sealed record ClockReading(long WallOffsetMicroseconds, long RoundTripMicroseconds)
{
    // No answer is awaited for so long.
    private static readonly TimeSpan LongestRoundTrip = TimeSpan.FromMinutes(1);

    /// <summary>Whether a question can have taken so long: by the longest of all a start is put off.</summary>
    public bool IsPlausible() =>
        RoundTripMicroseconds >= 0 && RoundTripMicroseconds <= LongestRoundTrip.TotalMicroseconds;
}
