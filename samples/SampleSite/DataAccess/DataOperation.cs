using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>One access to the data, in each form that it has. Every form returns the number of rows it read.</summary>
/// <param name="Id">Its name in addresses.</param>
/// <param name="Title">Its name in tables.</param>
/// <param name="Touches">What it reads and writes.</param>
public sealed record DataOperation(string Id, string Title, string Touches)
{
    /// <summary>The forms that can be asked for, by their names in addresses.</summary>
    public IReadOnlyList<string> Forms => Parallel is null ? ["sync", "async"] : ["sync", "async", "parallel"];

    /// <summary>The synchronous form; the number is the key of a post of its own, where it needs one.</summary>
    public required Func<BlogContext, int, int> Sync { get; init; }

    /// <summary>The asynchronous form.</summary>
    public required Func<BlogContext, int, CancellationToken, Task<int>> Async { get; init; }

    /// <summary>The form that does several things at once, each on a context that it opens; null when there is none.</summary>
    public Func<Func<BlogContext>, CancellationToken, Task<int>>? Parallel { get; init; }

    /// <summary>Whether its contexts come out of a pool, and not made anew.</summary>
    public bool IsPooled { get; init; }

    /// <summary>Commands that a call sends past EF Core, which cannot count them.</summary>
    public int RawCommands { get; init; }

    /// <summary>Makes ready, untimed, what this many calls work on, and gives the key of each call's own post; null
    /// when they need nothing.</summary>
    public Func<BlogContext, int, CancellationToken, Task<int[]>>? Prepare { get; init; }

    /// <summary>Whether its calls, or <see cref="Prepare"/>, may leave posts behind.</summary>
    public bool LeavesPosts { get; init; }
}
