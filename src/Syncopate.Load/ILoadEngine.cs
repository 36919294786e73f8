namespace Syncopate.Load;

/// <summary>Drives one server: with users that each have exactly one request in flight, or with requests that are due
/// at a rate. One load at a time.
/// Bodies are neither decompressed nor kept. Redirects are followed only where <see cref="LoadRequest.FollowsRedirects"/>
/// says so, and cookies are kept only in a <see cref="LoadScenario"/>.</summary>
public interface ILoadEngine : IDisposable
{
    /// <summary>Name of the engine, as reports print it.</summary>
    string Name { get; }

    /// <summary>How far the current load has come, or how far the last one came; zeros before the first. May be read by
    /// any thread; costs the load nothing.</summary>
    LoadProgress Progress { get; }

    /// <summary>Opens what connections are missing, drives one load, and returns what it measured. What a server does,
    /// and cancellation, are results, never exceptions:
    /// see <see cref="LoadFigures.Errors"/>, <see cref="LoadResult.Failure"/> and <see cref="LoadResult.Cancelled"/>.</summary>
    /// <param name="request">What to send.</param>
    /// <param name="cancellationToken">Gives up the requests in flight and returns what was measured before.</param>
    /// <exception cref="InvalidOperationException">Another load is running.</exception>
    Task<LoadResult> RunAsync(LoadRequest request, CancellationToken cancellationToken = default);
}
