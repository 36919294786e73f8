namespace Syncopate.Watch.Tests.Claims;

/// <summary>Blocked places of some looks together.</summary>
internal sealed class SeenPlaces(IReadOnlyList<BlockedSites> looks)
{
    private static readonly string[] Contending = ["Monitor.", "SemaphoreSlim.", "SqliteCommand."];

    private readonly ILookup<(BlockingKind, string, string?, int?, string?), BlockedSite> _places =
        looks.SelectMany(look => look.Sites).ToLookup(Key);

    public bool HasLooked => looks.Count > 0;

    public double WindowMilliseconds => looks.Sum(look => look.WindowMilliseconds);

    /// <summary>Most threads of the pool at any look, idle ones included.</summary>
    public int MostThreads => looks.Select(look => look.Threads).DefaultIfEmpty().Max();

    /// <summary>One of each place, the worst first.</summary>
    public IReadOnlyList<BlockedSite> All => [.. _places.OrderByDescending(place => place.Sum(site => site.BlockedMilliseconds))
        .Select(place => place.MaxBy(site => site.BlockedMilliseconds)!)];

    /// <summary>Threads that stood blocked at a time; who waits until others have computed is not.</summary>
    public double? Threads => HasLooked ? Of(site => !IsComputing(site)).Sum(ThreadsAt) : null;

    public double ThreadsAt(BlockedSite site) => Milliseconds(site) / WindowMilliseconds;

    public double Milliseconds(BlockedSite site) => Same(site).Sum(seen => seen.BlockedMilliseconds);

    public double Share(BlockedSite site) => Milliseconds(site) / _places.Sum(place => place.Sum(seen => seen.BlockedMilliseconds));

    public IEnumerable<BlockedSite> Same(BlockedSite site) => _places[Key(site)];

    public IEnumerable<BlockedSite> Of(Func<BlockedSite, bool> kind) => All.Where(kind);

    public double Part(Func<BlockedSite, bool> kind) =>
        Of(site => !IsComputing(site) && kind(site)).Sum(Milliseconds) / Of(site => !IsComputing(site)).Sum(Milliseconds);

    public BlockedSite? Worst(bool contended) => All.FirstOrDefault(site => !IsComputing(site) && (!contended || IsContended(site)));

    /// <summary>The place of these words, as the report names places.</summary>
    public BlockedSite? Named(string told) => All.FirstOrDefault(site => site.Describe() == told);

    public BlockedHolder? Holder(BlockedSite site) =>
        Same(site).MaxBy(seen => seen.BlockedMilliseconds)?.Holder ?? Same(site).Select(seen => seen.Holder)
        .FirstOrDefault(holder => holder is not null);

    /// <summary>What makes a place: the same kind of wait on one line, or where that is not known the same call.</summary>
    public static (BlockingKind Kind, string Place, string? File, int? Line, string? Call) Key(BlockedSite site) =>
        (site.Kind, site.Place, site.File, site.Line, site.Line is null ? site.CallText() : null);

    public static bool IsComputing(BlockedSite site) => site.Call.StartsWith("Parallel.", StringComparison.Ordinal);

    /// <summary>Of the invented places, those at which one waits for another; a semaphore may be a signal.</summary>
    public bool IsContended(BlockedSite site) => Array.Exists(Contending, call => site.Call.StartsWith(call, StringComparison.Ordinal))
        && (!site.Call.StartsWith("SemaphoreSlim.", StringComparison.Ordinal) || Holder(site) is not null);

    /// <summary>Of the invented places, those at which any number may wait at once.</summary>
    public static bool Scales(BlockedSite site) =>
        site is { Kind: BlockingKind.Sleep or BlockingKind.Socket or BlockingKind.Http, Guard: null }
        && !site.IsPolling
        && !site.CallsItself;

    /// <summary>Of the invented places, those at which a name is looked up.</summary>
    public static bool IsLookup(BlockedSite site) => site.Call.StartsWith("Dns.", StringComparison.Ordinal);

    /// <summary>Those that are bodies of parallel loops.</summary>
    public static bool IsInLoop(BlockedSite site) =>
        site.Frames.Any(frame => frame.Contains("TaskReplicator.Replica", StringComparison.Ordinal));

    /// <summary>Of the invented places, those that a timer calls.</summary>
    public static bool IsOfTimer(BlockedSite site) => site.Via == "TimerQueueTimer.Fire";
}
