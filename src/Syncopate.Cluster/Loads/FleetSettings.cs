using Syncopate.Cluster.Links.Postgres;

namespace Syncopate.Cluster.Loads;

/// <summary>From which agents a load is sent.</summary>
/// <param name="Count">How many.</param>
/// <param name="Address">The database they have joined; null to start one and them on this machine.</param>
internal sealed record FleetSettings(int Count, JoinAddress? Address);
