namespace Syncopate.Bench;

/// <summary>Something that drives load, in a process of its own.</summary>
internal interface ILoadClient
{
    string Name { get; }

    Task<LoadSlot> DriveAsync(Uri server, int users, int seconds);
}
