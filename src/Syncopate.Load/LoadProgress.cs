namespace Syncopate.Load;

/// <summary>How far a load has come; read while it runs, so the two figures may be a request apart.</summary>
/// <param name="Answers">Good answers so far, discarded ones included.</param>
/// <param name="Errors">Failed requests so far.</param>
public readonly record struct LoadProgress(long Answers, long Errors)
{
    /// <summary>Requests in flight now.</summary>
    public long InFlight { get; init; }
}
