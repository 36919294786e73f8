namespace Syncopate.Load;

/// <summary>How far a load has come; read while it runs, so the two figures may be a request apart.</summary>
/// <param name="Answers">Good answers so far, discarded ones included.</param>
/// <param name="Errors">Failed requests so far.</param>
public readonly record struct LoadProgress(long Answers, long Errors)
{
    /// <summary>Requests in flight now.</summary>
    public long InFlight { get; init; }

    /// <summary>Requests that were sent to follow the redirects of others, which have ended.</summary>
    internal long Redirects { get; init; }

    /// <summary>All that has been sent so far.</summary>
    internal long Sent => Answers + Errors + InFlight + Redirects;
}
