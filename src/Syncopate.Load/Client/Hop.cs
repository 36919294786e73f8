using System.Net;
using System.Net.Http.Headers;

namespace Syncopate.Load.Client;

/// <summary>One message of a request that may be redirected.</summary>
internal sealed record Hop(HttpMethod Method, Uri Address, ReadOnlyMemory<byte> Body)
{
    private static readonly UriCreationOptions AsGiven = new() { DangerousDisablePathAndQueryCanonicalization = true };

    /// <summary>True when a redirect has made a GET of it: what describes the body must go as well.</summary>
    public bool HasLostItsBody { get; private init; }

    /// <summary>Where an answer sends the client, with path and query as it gave them; null when it does not.</summary>
    public Uri? MovedTo(HttpResponseMessage response)
    {
        bool isRedirect = response.StatusCode is HttpStatusCode.MovedPermanently or HttpStatusCode.Found
            or HttpStatusCode.SeeOther or HttpStatusCode.TemporaryRedirect or HttpStatusCode.PermanentRedirect;
        if (!isRedirect
            || !response.Headers.NonValidated.TryGetValues("Location", out HeaderStringValues given)
            || given.Count != 1
            || !Uri.TryCreate(Address, given.ToString(), out Uri? to))
        {
            return null;
        }

        return to.Scheme == Uri.UriSchemeHttp || to.Scheme == Uri.UriSchemeHttps
            ? new Uri(to.GetLeftPart(UriPartial.Authority) + PathOf(given.ToString()), AsGiven)
            : to; // Elsewhere, whatever its path is.
    }

    /// <summary>The message to that place: to 307 and 308 the same again, else a GET, as browsers do (RFC 9110, 15.4).</summary>
    public Hop Next(HttpResponseMessage response, Uri to)
    {
        bool isSame = Method == HttpMethod.Head
            || response.StatusCode is HttpStatusCode.TemporaryRedirect or HttpStatusCode.PermanentRedirect;
        return isSame ? this with { Address = to } : new Hop(HttpMethod.Get, to, default) { HasLostItsBody = true };
    }

    // Not of the parsed one, which has lost "%2E%2E" and what was escaped without need. Merged as in RFC 3986, 5.2.2.
    private string PathOf(string location)
    {
        string text = LoadRequest.Escape(location.Split('#')[0]);
        int mark = text.IndexOf('?', StringComparison.Ordinal);
        (string path, string query) = mark < 0 ? (text, "") : (text[..mark], text[mark..]);
        if (text.Length == 0)
            return Address.PathAndQuery;
        string own = Address.PathAndQuery.Split('?')[0];
        int host = path.IndexOf("//", StringComparison.Ordinal);
        if (host == 0 || (host > 1 && path[host - 1] == ':' && Uri.CheckSchemeName(path[..(host - 1)])))
            path = path.IndexOf('/', host + 2) is >= 0 and int start ? path[start..] : "/";
        else if (path.Length == 0)
            path = own;
        else if (path[0] != '/')
            path = own[..(own.LastIndexOf('/') + 1)] + path;
        return WithoutDots(path) + query;
    }

    // RFC 3986, 5.2.4: dots that are escaped are a name like any other.
    private static string WithoutDots(string path)
    {
        string[] segments = path.Split('/')[1..]; // It begins with a slash.
        List<string> kept = [];
        foreach (string segment in segments)
        {
            if (segment is not ("." or ".."))
                kept.Add(segment);
            else if (segment == ".." && kept.Count > 0)
                kept.RemoveAt(kept.Count - 1);
        }

        bool endsInFolder = segments[^1] is "." or ".." && kept.Count > 0;
        return $"/{string.Join('/', kept)}{(endsInFolder ? "/" : "")}";
    }
}
