using Syncopate.Cluster.Links;

namespace Syncopate.Cluster.Tests.Simulating;

/// <summary>What the agents were told is safe.</summary>
internal sealed class AcknowledgedIntervals : List<StoredInterval>;
