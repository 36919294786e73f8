namespace Syncopate.Watch;

/// <summary>One async method: means over its calls.</summary>
/// <param name="Name">Type and method, such as "OrderService.LoadAsync"; only the method where the runtime reports no more.</param>
/// <param name="File">Source file; null when there is no portable PDB, or several methods have this name.</param>
/// <param name="Line">Line of the method's first statement.</param>
/// <param name="Own">True for the program's own code; false for a framework's or when that is not known.</param>
/// <param name="Calls">Calls that ended; with <see cref="AsyncTimelineSource.TaskEvents"/> only those that suspended.</param>
/// <param name="InFlight">Calls that had not ended.</param>
/// <param name="SynchronousShare">Share of the calls that completed without suspending, 0 to 1; null when such calls are not seen.</param>
/// <param name="FirstCallMilliseconds">Duration of the first call, with all that had to be loaded and compiled for it;
/// null when it was not seen.</param>
/// <param name="ToFirstAwaitMilliseconds">From the call to its first suspension; null when no call suspended. With
/// <see cref="AsyncTimelineSource.TaskEvents"/> an upper bound.</param>
/// <param name="SuspendedMilliseconds">Time a call was suspended: no thread worked for it, or none was free to go on.</param>
/// <param name="TotalMilliseconds">From the call to its end.</param>
/// <param name="LongestMilliseconds">The longest call.</param>
/// <param name="Threads">Threads that its code ran on.</param>
/// <param name="WaitedFor">What it waited for, the longest in sum first.</param>
internal sealed record AsyncMethod(
    string Name,
    string? File,
    int? Line,
    bool Own,
    long Calls,
    long InFlight,
    double? SynchronousShare,
    double? FirstCallMilliseconds,
    double? ToFirstAwaitMilliseconds,
    double SuspendedMilliseconds,
    double TotalMilliseconds,
    double LongestMilliseconds,
    int Threads,
    IReadOnlyList<AwaitedWork> WaitedFor);

/// <summary>What the calls of one async method waited for.</summary>
/// <param name="Name">The awaited method or operation, such as "Task.Delay"; "unnamed work" when the runtime does not report it.</param>
/// <param name="File">Source file of the <c>await</c>; null when it is not known.</param>
/// <param name="Line">Line of the <c>await</c>.</param>
/// <param name="Waits">How often a call was suspended by it.</param>
/// <param name="SuspendedMilliseconds">Mean time of one such suspension.</param>
internal sealed record AwaitedWork(string Name, string? File, int? Line, long Waits, double SuspendedMilliseconds);
