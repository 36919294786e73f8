using System.Net;

namespace Syncopate.Load;

/// <summary>The server that is driven, on this machine. Holds an address, never a name, so that the address checked is the address connected to.</summary>
public sealed class HttpTarget
{
    /// <param name="baseAddress">Such as <c>http://127.0.0.1:5080</c>: scheme http or https, a loopback address or <c>localhost</c> (taken as 127.0.0.1), no path, no user.</param>
    /// <exception cref="ArgumentException">Anything else; the message says what was found and what is allowed.</exception>
    public HttpTarget(Uri baseAddress)
    {
        ArgumentNullException.ThrowIfNull(baseAddress);
        if (!baseAddress.IsAbsoluteUri || (baseAddress.Scheme != Uri.UriSchemeHttp && baseAddress.Scheme != Uri.UriSchemeHttps))
            throw Refused(baseAddress, "only http:// and https:// are supported");
        if (baseAddress.UserInfo.Length > 0 || baseAddress.PathAndQuery != "/" || baseAddress.Fragment.Length > 0)
            throw Refused(baseAddress, "only scheme, host and port are allowed; a path belongs to the request");
        BaseAddress = baseAddress;
        EndPoint = new IPEndPoint(LoopbackAddress(baseAddress), baseAddress.Port);
    }

    /// <summary>The address as it was given; goes into the Host header.</summary>
    public Uri BaseAddress { get; }

    /// <summary>Whether it is spoken to by TLS.</summary>
    public bool IsSecure => BaseAddress.Scheme == Uri.UriSchemeHttps;

    /// <summary>Where the engine connects to; always a loopback address.</summary>
    public IPEndPoint EndPoint { get; }

    // Names are not looked up: a resolver may answer differently at each question, and load must never leave this machine.
    private static IPAddress LoopbackAddress(Uri baseAddress)
    {
        if (baseAddress.IdnHost.Equals("localhost", StringComparison.OrdinalIgnoreCase))
            return IPAddress.Loopback;
        if (IPAddress.TryParse(baseAddress.IdnHost, out IPAddress? address) && IPAddress.IsLoopback(address))
            return address;
        throw Refused(baseAddress, "load goes to this machine only; use localhost, 127.0.0.1 or [::1]");
    }

    private static ArgumentException Refused(Uri baseAddress, string reason)
    {
        // Without the user's name and password: messages end up in logs.
        string address = baseAddress.IsAbsoluteUri
            ? baseAddress.GetComponents(UriComponents.AbsoluteUri & ~UriComponents.UserInfo, UriFormat.UriEscaped)
            : baseAddress.OriginalString;
        return new ArgumentException($"Cannot drive {address}: {reason}.", nameof(baseAddress));
    }
}
