using Syncopate.Cluster.Links.Postgres;
using Syncopate.Running.Servers;

namespace Syncopate.Cluster.Loads;

/// <summary>What of a load from several machines is on the machine of its target, and takes processors from what is measured.</summary>
internal static class SharedMachine
{
    /// <summary>A sentence for the user; null when nothing is known to be there.</summary>
    /// <param name="database">What brings the machines together.</param>
    /// <param name="targets">What is loaded. Who loads a loopback address is on its machine: others were refused.</param>
    /// <param name="hasAgentsHere">Whether some of the agents are on this machine.</param>
    public static string? Warning(JoinAddress database, IReadOnlyList<Uri> targets, bool hasAgentsHere)
    {
        if (targets.FirstOrDefault(target => target.IsLoopback) is { } here)
            return Sentence(database.IsLocal ? "the database and the agents share" : "the agents share", here);
        // By an address of this machine, as agents elsewhere know it.
        if (hasAgentsHere && targets.FirstOrDefault(OwnAddress.Is) is { } known)
            return Sentence(database.IsLocal ? "the database and agents share" : "agents share", known);
        Uri? same = targets.FirstOrDefault(target => (database.IsLocal && OwnAddress.Is(target))
            || target.Host.Equals(database.Host, StringComparison.OrdinalIgnoreCase));
        return same is null ? null : Sentence("the database shares", same);
    }

    private static string Sentence(string who, Uri target) =>
        $"Warning: {who} a machine and its processors with {target.GetLeftPart(UriPartial.Authority)}, so that it is measured with less "
            + "than it would have. With machines of their own the figures are the target's.";
}
