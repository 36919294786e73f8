namespace Syncopate.Reporting.Loads;

/// <summary>The machines that sent a load.</summary>
internal static class LoadAgents
{
    /// <summary>Their processors; those of this machine for a load from one process.</summary>
    public static int Cores(LoadReport report) => report.Agents.Count == 0
        ? report.Machine.Cores
        : report.Agents.GroupBy(agent => agent.Machine, StringComparer.Ordinal).Sum(machine => machine.Max(agent => agent.Cores));
}
