using Syncopate.Cluster.Links.Postgres;

namespace Syncopate.Cluster.Loads;

/// <summary>One agent, as it is asked for.</summary>
/// <param name="Address">The database that it joins.</param>
/// <param name="Name">Its name there.</param>
/// <param name="Policy">What may be loaded from here.</param>
/// <param name="Folder">Full path of the folder where results are kept until they are stored.</param>
internal sealed record RequestedAgent(JoinAddress Address, string Name, AgentPolicy Policy, string Folder)
{
    /// <summary>True for one of several that are started here for one run: they share one machine, and their folders go with
    /// them.</summary>
    public bool IsForOneRun { get; init; }

    /// <summary>Where results are kept where nobody says where: of a service of systemd in its own folder, else in that of the
    /// user.</summary>
    /// <param name="name">The agent's.</param>
    /// <param name="environment">Variables of the environment; null for one that is not set.</param>
    public static string UsualFolder(string name, Func<string, string?> environment)
    {
        string root = environment("STATE_DIRECTORY")
            ?? Path.Combine(
                Environment.GetFolderPath(
                    Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify),
                "syncopate",
                "spool");
        return Path.Combine(Path.GetFullPath(root), name);
    }
}
