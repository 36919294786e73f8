using System.Globalization;
using Syncopate.Cluster;
using Syncopate.Units;

namespace Syncopate.Cli.Agents;

/// <summary>The agents that have joined, as <c>syncopate agents</c> lists them: a line each, below the heads.</summary>
internal static class AgentTable
{
    private const string Unknown = "?";
    private const string Gap = "  ";

    private static readonly string[] Heads =
        ["agent", "machine", "cores", "can send", "clock off", "round trip", "state", "version", "may load"];

    private static readonly string[] Figures = ["cores", "can send", "clock off", "round trip"];

    /// <summary>The lines. Each column is as wide as what is in it: names of machines are as long as they are, and a clock may be wrong by
    /// years.</summary>
    public static IReadOnlyList<string> Lines(IReadOnlyList<AgentSight> agents)
    {
        string[][] rows = [Heads, .. agents.Select(Cells)];
        int[] widths = [.. Heads.Select((_, column) => rows.Max(row => row[column].Length))];
        return [.. rows.Select(row => Line(row, widths))];
    }

    private static string Line(string[] row, int[] widths) =>
        string.Join(Gap, row.Select((cell, column) => Padded(cell, column, widths))).TrimEnd();

    private static string Padded(string cell, int column, int[] widths) =>
        Figures.Contains(Heads[column]) ? cell.PadLeft(widths[column]) : cell.PadRight(widths[column]);

    private static string[] Cells(AgentSight agent)
    {
        string build = agent.Card.Protocol == ClusterProtocol.Current ? "" : " (another build)";
        return
        [
            agent.Card.Name,
            agent.Card.Machine,
            agent.Card.Cores.ToString(CultureInfo.InvariantCulture),
            agent.Card.PerSecond is { } most ? Rate(most) : Unknown,
            agent.Clock is { } clock ? In(clock.WallOffsetMicroseconds, "+0.0;-0.0") : Unknown,
            agent.Clock is { } reading ? In(reading.RoundTripMicroseconds, "0.00") : Unknown,
            agent.IsBusy ? "busy" : "idle",
            agent.Card.Version + build,
            agent.Card.Limits,
        ];
    }

    // What sends one in some seconds can send.
    private static string Rate(double perSecond) =>
        perSecond.ToString(perSecond is > 0 and < 1 ? "0.###" : "#,0", CultureInfo.InvariantCulture) + "/s";

    private static string In(long microseconds, string format) =>
        Microseconds.ToMilliseconds(microseconds).ToString(format, CultureInfo.InvariantCulture) + " ms";
}
