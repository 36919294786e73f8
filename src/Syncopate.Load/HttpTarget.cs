using System.Net;
using System.Net.Sockets;

namespace Syncopate.Load;

/// <summary>The server that is driven: on this machine, unless the user has allowed another one by name. Holds an
/// address, never a name, so that the address checked is the address connected to.</summary>
public sealed class HttpTarget
{
    /// <param name="baseAddress">Such as <c>http://127.0.0.1:5080</c>: scheme http or https, a loopback address or
    /// <c>localhost</c> (taken as 127.0.0.1), no path, no user.</param>
    /// <exception cref="ArgumentException">Anything else; the message says what was found and what is allowed.</exception>
    public HttpTarget(Uri baseAddress)
    {
        CheckForm(baseAddress);
        BaseAddress = baseAddress;
        EndPoint = new IPEndPoint(
            LoopbackAddress(baseAddress)
                ?? throw Refused(baseAddress, "load goes to this machine only; use localhost, 127.0.0.1 or [::1]"), baseAddress.Port);
    }

    /// <summary>A server whose host was looked up before, and found to be one that may be driven.</summary>
    /// <param name="baseAddress">As in the other constructor, but with any host.</param>
    /// <param name="address">What its host means.</param>
    internal HttpTarget(Uri baseAddress, IPAddress address)
    {
        BaseAddress = baseAddress;
        EndPoint = new IPEndPoint(address, baseAddress.Port);
    }

    /// <summary>The address as it was given; goes into the Host header.</summary>
    public Uri BaseAddress { get; }

    /// <summary>Whether it is spoken to by TLS.</summary>
    public bool IsSecure => BaseAddress.Scheme == Uri.UriSchemeHttps;

    /// <summary>Where the engine connects to, and nowhere else.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>A server on any machine, if its host is allowed. A name is looked up once, here; nothing is asked again
    /// while load runs. For <c>localhost</c> it is whichever of 127.0.0.1 and [::1] takes a connection, the first of them when both or
    /// none do.</summary>
    /// <param name="baseAddress">As in the constructor, but with any host.</param>
    /// <param name="allowedHosts">Hosts that the user named one by one: compared whole, no wildcards. This machine needs no leave.</param>
    /// <param name="cancellationToken">Gives up the look-up.</param>
    /// <exception cref="ArgumentException">The address is no such address, or its host is not allowed; or a name that
    /// is allowed now means a link-local, multicast or unspecified address, such as a cloud's metadata service: those must be allowed by
    /// number.</exception>
    /// <exception cref="SocketException">The name is not known.</exception>
    public static Task<HttpTarget> ResolveAsync(
        Uri baseAddress, IReadOnlyCollection<string> allowedHosts, CancellationToken cancellationToken = default) =>
        ResolveAsync(baseAddress, allowedHosts, Dns.GetHostAddressesAsync, cancellationToken);

    internal static async Task<HttpTarget> ResolveAsync(
        Uri baseAddress, IReadOnlyCollection<string> allowedHosts,
        Func<string, CancellationToken, Task<IPAddress[]>> lookUpAsync, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(allowedHosts);
        CheckForm(baseAddress);
        if (IsLocalhost(baseAddress))
            return new HttpTarget(baseAddress, await ListeningAddressAsync(baseAddress.Port, cancellationToken).ConfigureAwait(false));
        if (LoopbackAddress(baseAddress) is { } loopback)
            return new HttpTarget(baseAddress, loopback);
        string host = baseAddress.IdnHost;
        if (!allowedHosts.Contains(host, StringComparer.OrdinalIgnoreCase))
        {
            throw Refused(
                baseAddress,
                $"load goes to this machine only, unless another one is allowed; if you may load it, add --allow-host {host}");
        }

        if (IPAddress.TryParse(host, out IPAddress? number))
            return new HttpTarget(baseAddress, Plain(number));
        IPAddress address = (await lookUpAsync(host, cancellationToken).ConfigureAwait(false))[0];
        return IsOrdinary(address)
            ? new HttpTarget(baseAddress, Plain(address))
            : throw Refused(baseAddress, $"the name means {address}, which is no ordinary address; if it is right, allow it by its number");
    }

    private static void CheckForm(Uri baseAddress)
    {
        ArgumentNullException.ThrowIfNull(baseAddress);
        if (!baseAddress.IsAbsoluteUri || (baseAddress.Scheme != Uri.UriSchemeHttp && baseAddress.Scheme != Uri.UriSchemeHttps))
            throw Refused(baseAddress, "only http:// and https:// are supported");
        if (baseAddress.UserInfo.Length > 0 || baseAddress.PathAndQuery != "/" || baseAddress.Fragment.Length > 0)
            throw Refused(baseAddress, "only scheme, host and port are allowed; a path belongs to the request");
    }

    // Null for other machines. Names are not looked up: a resolver may answer differently at each question.
    private static IPAddress? LoopbackAddress(Uri baseAddress)
    {
        if (IsLocalhost(baseAddress))
            return IPAddress.Loopback;
        return IPAddress.TryParse(baseAddress.IdnHost, out IPAddress? address) && IPAddress.IsLoopback(Plain(address))
            ? Plain(address)
            : null;
    }

    private static bool IsLocalhost(Uri baseAddress) => baseAddress.IdnHost.Equals("localhost", StringComparison.OrdinalIgnoreCase);

    private static async Task<IPAddress> ListeningAddressAsync(int port, CancellationToken cancellationToken)
    {
        foreach (IPAddress address in new[] { IPAddress.Loopback, IPAddress.IPv6Loopback })
        {
            try
            {
                using Socket socket = new(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(address, port, cancellationToken).ConfigureAwait(false);
                return address;
            }
            catch (SocketException)
            {
                // Nobody there, or no IPv6 on this machine.
            }
        }

        return IPAddress.Loopback;
    }

    // A socket of IPv6 alone does not reach a mapped address.
    private static IPAddress Plain(IPAddress address) => address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;

    private static bool IsOrdinary(IPAddress address)
    {
        IPAddress plain = Plain(address);
        if (plain.AddressFamily == AddressFamily.InterNetworkV6)
            return !plain.IsIPv6LinkLocal && !plain.IsIPv6Multicast && !plain.Equals(IPAddress.IPv6Any);
        return plain.GetAddressBytes() is not ([169, 254, ..] or [0, ..] or [>= 224, ..]); // RFC 3927, RFC 1122, RFC 1112 and above.
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
