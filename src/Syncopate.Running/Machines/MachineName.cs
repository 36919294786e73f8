namespace Syncopate.Running.Machines;

/// <summary>What distinguishes a machine from others of its size: two of as many cores may be twice as fast as each other.</summary>
internal static class MachineName
{
    private const string Processors = "/proc/cpuinfo";

    // Docker and its kin name a container by the first twelve digits of its id.
    private const int IdDigits = 12;

    // Docker; Podman and CRI-O.
    private static readonly string[] ContainerFiles = ["/.dockerenv", "/run/.containerenv"];

    // Set in a pod, in a container of Podman, LXC or systemd, and in a job of Azure Pipelines, AWS CodeBuild, CircleCI or Bitbucket: each
    // has a name of its own that nothing has again.
    private static readonly string[] OfOneJob =
        ["KUBERNETES_SERVICE_HOST", "container", "TF_BUILD", "CODEBUILD_BUILD_ID", "CIRCLECI", "BITBUCKET_BUILD_NUMBER"];

    /// <summary>What the processor calls itself; null where the system does not report it.</summary>
    public static string? Processor() => File.Exists(Processors)
        ? ProcessorOf(File.ReadLines(Processors))
        : NotEmpty(Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER"));

    /// <summary>What the system calls the machine; null for one that is made for a job and gone after it, whose name
    /// would distinguish each result from all others.</summary>
    public static string? Host() =>
        HostOf(Environment.MachineName, Array.Exists(ContainerFiles, File.Exists), Environment.GetEnvironmentVariable);

    /// <summary>The model of the first processor; on ARM, where there is no such line, who made it and which part it is.</summary>
    internal static string? ProcessorOf(IEnumerable<string> lines)
    {
        Dictionary<string, string> first = [];
        foreach (string[] pair in lines.Select(l => l.Split(':', 2)).Where(p => p.Length == 2))
            first.TryAdd(pair[0].Trim(), pair[1].Trim());
        return first.TryGetValue("model name", out string? model) && model.Length > 0 ? model
            : first.TryGetValue("CPU implementer", out string? maker) && first.TryGetValue("CPU part", out string? part)
                ? $"ARM {maker} {part}"
            : null;
    }

    /// <param name="name">What the system says.</param>
    /// <param name="isContainer">Whether the process runs in a container.</param>
    /// <param name="environment">Reads an environment variable; GitHub's says "github-hosted" of a runner that lives for one job.</param>
    internal static string? HostOf(string name, bool isContainer, Func<string, string?> environment)
    {
        bool isMadeForOneJob = isContainer
            || environment("RUNNER_ENVIRONMENT") == "github-hosted"
            || Array.Exists(OfOneJob, variable => NotEmpty(environment(variable)) is not null)
            || (name.Length == IdDigits && name.All(char.IsAsciiHexDigitLower));
        return isMadeForOneJob ? null : NotEmpty(name);
    }

    private static string? NotEmpty(string? text) => string.IsNullOrWhiteSpace(text) ? null : text;
}
