namespace Syncopate.Bench;

/// <summary>Something that drives load, in a process of its own.</summary>
/// <param name="Name">As it is printed.</param>
/// <param name="DriveAsync">Drives a page with so many users for so many seconds.</param>
internal sealed record LoadClient(string Name, Func<Uri, int, int, Task<LoadSlot>> DriveAsync);
