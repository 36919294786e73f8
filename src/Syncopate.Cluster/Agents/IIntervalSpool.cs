using Syncopate.Cluster.Links;

namespace Syncopate.Cluster.Agents;

/// <summary>Where an agent keeps what it has measured until it is stored.</summary>
internal interface IIntervalSpool
{
    /// <summary>Keeps an interval; when this returns it survives the death of the process.</summary>
    /// <exception cref="IOException">It does not; nothing more can be kept of this round.</exception>
    void Keep(StoredInterval interval);

    /// <summary>What this process, or one before it, has kept and never seen stored; in order.</summary>
    IReadOnlyList<StoredInterval> Left();

    /// <summary>Everything that was kept is stored, or of no more use.</summary>
    void Clear();
}
