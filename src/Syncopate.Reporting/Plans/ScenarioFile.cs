using Syncopate.Journaling;
using Syncopate.Planning;
using Syncopate.Texts;

namespace Syncopate.Reporting.Plans;

/// <summary>Where a plan's requests come from when they are not given one by one: a scenario, or a run.</summary>
internal static class ScenarioFile
{
    /// <summary>Reads a scenario, or the folder of a run or a load as one: each of its experiments a kind of request,
    /// with waits as they were measured.</summary>
    /// <param name="name">The file or folder.</param>
    /// <param name="toJson">YAML as the JSON that it stands for; throws an <see cref="ArgumentException"/> where it is none.</param>
    /// <exception cref="FormatException">It is neither; the message is for the user.</exception>
    public static PlanScenario Read(string name, Func<string, string> toJson)
    {
        try
        {
            if (Directory.Exists(name))
                return new PlanScenario(new PlanFile { Endpoints = [] }, RunRequests.Read(name));
            PlanFile file = PlanFile.Parse(IsYaml(name) ? toJson(File.ReadAllText(name)) : File.ReadAllText(name));
            string folder = Path.GetDirectoryName(Path.GetFullPath(name)) ?? ".";
            // What no kind of request can be is reported with the file's name.
            return new PlanScenario(file, file.Kinds(wait => WaitSource.Read(wait, folder)));
        }
        catch (Exception e) when (
            e is IOException or UnauthorizedAccessException or ArgumentException or FormatException or JournalException)
        {
            throw new FormatException($"Cannot read the scenario '{name}': {ArgumentSentence.Of(e).TrimEnd('.')}.", e);
        }
    }

    private static bool IsYaml(string name) => Path.GetExtension(name).ToLowerInvariant() is ".yaml" or ".yml";
}
