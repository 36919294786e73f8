using System.Text.Json.Serialization;
using Syncopate.Units;
using Syncopate.Watch.Processes;

namespace Syncopate.Watch;

/// <summary>One record of <c>watch.jsonl</c>, and one line of <c>syncopate watch --json</c>: a
/// <see cref="WatchHeader"/>, then whatever was seen in the order in which it was, and one
/// <see cref="WatchEnd"/> unless the tool died.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "type")]
[JsonDerivedType(typeof(WatchHeader), "watch")]
[JsonDerivedType(typeof(WatchSample), "moment")]
[JsonDerivedType(typeof(WatchSites), "sites")]
[JsonDerivedType(typeof(WatchTimeline), "async")]
[JsonDerivedType(typeof(WatchWhatIf), "whatIf")]
[JsonDerivedType(typeof(WatchLoad), "load")]
[JsonDerivedType(typeof(WatchInterval), "interval")]
[JsonDerivedType(typeof(WatchLoadFailure), "loadFailure")]
[JsonDerivedType(typeof(WatchEnd), "end")]
internal abstract record WatchRecord;

/// <summary>The first record: what is watched, by which tool, when and where.</summary>
internal sealed record WatchHeader : WatchRecord
{
    /// <summary>Version of the format; this code writes and reads 1.</summary>
    public required int Schema { get; init; }

    /// <summary>Version of the tool.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The command that watches like this again; holds no secret.</summary>
    public required string Command { get; init; }

    /// <summary>Wall clock at the start; everything else is reported by the monotonic clock.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>The machine.</summary>
    public required Machine Machine { get; init; }

    /// <summary>The process.</summary>
    public required ProcessIdentity Process { get; init; }

    /// <summary>What this process, or its runtime, does not let be seen, and what to do about it; one sentence each.</summary>
    public required IReadOnlyList<string> Missing { get; init; }
}

/// <summary>The last record, unless the tool was killed.</summary>
/// <param name="Outcome">Why the watch ended; <see cref="RunOutcome.TargetFailed"/> when the process ended before the time was up.</param>
/// <param name="Message">What to tell the reader; empty when the time was up.</param>
/// <param name="ElapsedNanoseconds">Since the watch began.</param>
internal sealed record WatchEnd(RunOutcome Outcome, string Message, long ElapsedNanoseconds) : WatchRecord;

/// <summary>What the load measured in one interval.</summary>
/// <param name="Load">Its times count from the beginning of the load.</param>
internal sealed record WatchInterval(IntervalRecord Load) : WatchRecord;

/// <summary>The load that this tool itself put on a URL of the process while it watched.</summary>
/// <param name="Method">Such as "GET".</param>
/// <param name="Url">What was loaded.</param>
/// <param name="Sentence">How, such as "50 users for 10 s".</param>
/// <param name="StartedNanoseconds">When it began, since the watch began: what to add to the times of its intervals.</param>
internal sealed record WatchLoad(string Method, string Url, string Sentence, long StartedNanoseconds) : WatchRecord;

/// <summary>The load came to no good: what is watched went on without it.</summary>
/// <param name="AtNanoseconds">Since the watch began, when this was known.</param>
/// <param name="What">What happened, in a sentence.</param>
/// <param name="HasBegun">False when not a single request could be sent, since nobody listened.</param>
internal sealed record WatchLoadFailure(long AtNanoseconds, string What, bool HasBegun) : WatchRecord;

/// <summary>Where threads stood blocked for a while.</summary>
/// <param name="AtNanoseconds">Since the watch began, when the window ended.</param>
/// <param name="Blocked">The places.</param>
internal sealed record WatchSites(long AtNanoseconds, BlockedSites Blocked) : WatchRecord
{
    /// <summary>When the window began, since the watch did.</summary>
    [JsonIgnore]
    public long FromNanoseconds => AtNanoseconds - (long)Nanoseconds.FromMilliseconds(Blocked.WindowMilliseconds);

    /// <summary>A look that began at a time, since the watch did. What is reported after its window, the list of methods, takes
    /// seconds on a busy machine and is no part of it.</summary>
    public static WatchSites Begun(long nanoseconds, BlockedSites blocked)
    {
        ArgumentNullException.ThrowIfNull(blocked);
        return new WatchSites(nanoseconds + (long)Nanoseconds.FromMilliseconds(blocked.WindowMilliseconds), blocked);
    }
}

/// <summary>What async methods did for a while.</summary>
/// <param name="AtNanoseconds">Since the watch began, when the window ended.</param>
/// <param name="Timeline">The methods.</param>
internal sealed record WatchTimeline(long AtNanoseconds, AsyncTimeline Timeline) : WatchRecord;
