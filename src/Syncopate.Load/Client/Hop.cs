using System.Net;

namespace Syncopate.Load.Client;

/// <summary>One message of a request that may be redirected.</summary>
internal sealed record Hop(HttpMethod Method, Uri Address, ReadOnlyMemory<byte> Body)
{
    /// <summary>True when a redirect has made a GET of it: what describes the body must go as well.</summary>
    public bool HasLostItsBody { get; private init; }

    /// <summary>Where an answer sends the client; null when it does not.</summary>
    public Uri? MovedTo(HttpResponseMessage response) =>
        response.StatusCode is HttpStatusCode.MovedPermanently or HttpStatusCode.Found or HttpStatusCode.SeeOther
            or HttpStatusCode.TemporaryRedirect or HttpStatusCode.PermanentRedirect
            && response.Headers.Location is { } location && Uri.TryCreate(Address, location, out Uri? to)
            ? to
            : null;

    /// <summary>The message to that place: to 307 and 308 the same again, else a GET, as browsers do (RFC 9110, 15.4).</summary>
    public Hop Next(HttpResponseMessage response, Uri to)
    {
        bool isSame = Method == HttpMethod.Head
            || response.StatusCode is HttpStatusCode.TemporaryRedirect or HttpStatusCode.PermanentRedirect;
        return isSame ? this with { Address = to } : new Hop(HttpMethod.Get, to, default) { HasLostItsBody = true };
    }
}
