namespace Syncopate.Watch.Probes;

/// <summary>The agent's figures at one instant.</summary>
internal sealed record PoolLine(int Threads, int InUse, int Minimum, int Maximum, int Ports);
