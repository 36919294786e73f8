using Syncopate.Cli.Lines;
using Syncopate.Journaling;
using Syncopate.Planning;
using Syncopate.Reporting.Plans;

namespace Syncopate.Cli.Plans;

/// <summary>Where a plan's requests come from when they are not on the line: a scenario, or a run.</summary>
internal static class PlanSource
{
    /// <summary>Reads a scenario, or the folder of a run or a load as one: each of its experiments a kind of request,
    /// with waits as they were measured.</summary>
    /// <exception cref="UsageException">It is neither.</exception>
    public static PlanScenario Read(string name)
    {
        try
        {
            if (Directory.Exists(name))
                return new PlanScenario(new PlanFile { Endpoints = [] }, RunRequests.Read(name));
            PlanFile file = PlanFile.Parse(IsYaml(name) ? PlanYaml.ToJson(File.ReadAllText(name)) : File.ReadAllText(name));
            string folder = Path.GetDirectoryName(Path.GetFullPath(name)) ?? ".";
            // What no kind of request can be is reported with the file's name.
            return new PlanScenario(file, file.Kinds(wait => WaitSource.Read(wait, folder)));
        }
        catch (Exception e) when (
            e is IOException or UnauthorizedAccessException or ArgumentException or FormatException or JournalException)
        {
            throw new UsageException($"Cannot read the scenario '{name}': {UsageException.Sentence(e).TrimEnd('.')}.");
        }
    }

    private static bool IsYaml(string name) => Path.GetExtension(name).ToLowerInvariant() is ".yaml" or ".yml";
}
