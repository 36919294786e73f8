namespace FeedService.Race;

/// <summary>What became of the lanes since the last reset. A lane still under way is counted as started only.</summary>
/// <param name="Started">Lanes that began to work.</param>
/// <param name="Finished">Lanes that did all their work.</param>
/// <param name="Stopped">Lanes that ended early since their client had gone away.</param>
/// <param name="WorkMilliseconds">Time that the finished and the stopped lanes worked, in all.</param>
/// <param name="PlannedMilliseconds">Time that the same lanes would have worked if none had been stopped.</param>
/// <param name="StoppedAfterMilliseconds">Mean time from the start of a stopped lane to its stop; 0 when none was stopped.</param>
internal sealed record RaceStatistics(
    long Started,
    long Finished,
    long Stopped,
    double WorkMilliseconds,
    double PlannedMilliseconds,
    double StoppedAfterMilliseconds);
