namespace Syncopate.Reporting.Loads;

/// <summary>The machines that sent a load.</summary>
internal static class LoadAgents
{
    /// <summary>What they used, such as "0.41 of 2 cores"; of how many is not said where that is not known.</summary>
    public static string Used(LoadReport report) => report.Agents.Count > 0 || Wording.IsKnown(report.Machine)
        ? $"{FigureText.Significant(report.Generator.Cores, 2)} of {Wording.Plural(Cores(report), "core")}"
        : Wording.PluralOf(report.Generator.Cores, "core", "cores", digits: 2);

    /// <summary>Their processors; those of this machine for a load from one process.</summary>
    private static int Cores(LoadReport report) => report.Agents.Count == 0
        ? report.Machine.Cores
        : report.Agents.GroupBy(agent => agent.Machine, StringComparer.Ordinal).Sum(machine => machine.Max(agent => agent.Cores));
}
