using System.Net;

namespace Syncopate.Load.Client;

/// <summary>The cookies of one user, kept and sent as a browser does (RFC 6265). One thread at a time.</summary>
internal sealed class CookieJar
{
    private CookieContainer _cookies = new();

    /// <summary>What to send to an address; empty for nothing.</summary>
    public string Of(Uri address) => _cookies.GetCookieHeader(address);

    /// <summary>Keeps what an answer sets; what is no cookie, or not for its server to set, is left out.</summary>
    public void Take(HttpResponseMessage response, Uri address)
    {
        if (!response.Headers.NonValidated.TryGetValues("Set-Cookie", out System.Net.Http.Headers.HeaderStringValues fields))
            return;
        foreach (string field in fields)
        {
            try
            {
                _cookies.SetCookies(address, field);
            }
            catch (CookieException)
            {
                // The server is not trusted to write good cookies; a browser ignores bad ones, too.
            }
        }
    }

    /// <summary>Forgets all.</summary>
    public void Clear()
    {
        if (_cookies.Count > 0)
            _cookies = new CookieContainer();
    }
}
