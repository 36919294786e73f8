using System.Net;

namespace Syncopate.Load.Client;

/// <summary>Which client sends the next request of a load: one that keeps its connections, or one that opens a connection for each. Of
/// any thread.</summary>
/// <remarks>A connection of HTTP/1.0 carries no further request unless the server says so (RFC 9112, 9.3). The client of .NET keeps it all
/// the same, sends on it, and finds it reset: a request that never reached the server.</remarks>
/// <param name="keeping">Keeps its connections.</param>
/// <param name="single">Keeps none.</param>
/// <param name="keepsConnections">Whether connections are to be kept where the server lets them.</param>
internal sealed class ClientChoice(HttpMessageInvoker keeping, HttpMessageInvoker single, bool keepsConnections)
{
    // Set by whichever user is told so first.
    private volatile bool _closes;

    /// <summary>The client for the next request.</summary>
    public HttpMessageInvoker Next => keepsConnections && !_closes ? keeping : single;

    /// <summary>Whether the server has been seen to close after each answer without saying so.</summary>
    public bool Closes => _closes;

    /// <summary>What an answer tells about its connection.</summary>
    public void Learn(HttpResponseMessage response)
    {
        if (!_closes && response.Version == HttpVersion.Version10
            && !response.Headers.Connection.Contains("keep-alive", StringComparer.OrdinalIgnoreCase))
        {
            _closes = true;
        }
    }
}
