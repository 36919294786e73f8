namespace Syncopate.Watch;

/// <summary>Requests in one moment, as the server or the client of .NET counts them.</summary>
/// <param name="InFlight">Begun and not answered, at the end of the moment.</param>
/// <param name="RequestsPerSecond">Begun per second.</param>
/// <param name="FailedPerSecond">Failed per second, as the client counts: without an answer. Null for the server, which
/// has no rate.</param>
internal sealed record HttpFigures(long InFlight, double RequestsPerSecond, double? FailedPerSecond)
{
    /// <summary>Seconds over which its rates were counted, so that rate times this is what was counted: another time than
    /// the moment's where counters came early or late. Null in journals that do not report it.</summary>
    public double? CountedSeconds { get; init; }
}
