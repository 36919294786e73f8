using Syncopate.Cli.Lines;
using Syncopate.Reporting.Plans;

namespace Syncopate.Cli.Plans;

/// <summary>The scenario, or the run, that a line names.</summary>
internal static class PlanSource
{
    /// <summary>Reads it; YAML is read here alone.</summary>
    /// <exception cref="UsageException">It is neither.</exception>
    public static PlanScenario Read(string name)
    {
        try
        {
            return ScenarioFile.Read(name, PlanYaml.ToJson);
        }
        catch (FormatException e)
        {
            throw new UsageException(e.Message);
        }
    }
}
