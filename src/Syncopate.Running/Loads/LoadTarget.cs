using System.Globalization;
using System.Net.Quic;
using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Security.Authentication;
using System.Text;
using Syncopate.Load;
using Syncopate.Units;

namespace Syncopate.Running.Loads;

/// <summary>Finds the server of a URL and makes sure, without a whole request, that something there can be spoken to:
/// what is wrong is reported before anything is measured.</summary>
internal static class LoadTarget
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    // A server that speaks https hangs up as soon as it reads the first bytes; one that speaks http waits for the rest
    // of the request, and this is all the time that costs.
    private static readonly TimeSpan Doubt = TimeSpan.FromMilliseconds(250);

    /// <summary>The server, reachable a moment ago.</summary>
    /// <exception cref="TargetNotAllowedException">The host is not allowed.</exception>
    /// <exception cref="TargetFailedException">Nobody listens there, or not in the way the URL says.</exception>
    public static Task<HttpTarget> OpenAsync(LoadAddress address, LoadSettings settings, CancellationToken cancellationToken) =>
        OpenAsync(address, settings, Timeout, Doubt, cancellationToken);

    internal static async Task<HttpTarget> OpenAsync(
        LoadAddress address, LoadSettings settings, TimeSpan timeout, TimeSpan doubt, CancellationToken cancellationToken)
    {
        HttpTarget target = await ResolveAsync(address.Base, settings.AllowedHosts, cancellationToken).ConfigureAwait(false);
        if (settings.Options.HttpVersion.Major == 3)
            return OverQuic(target, address);
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(timeout);
        try
        {
            using TcpClient client = new(target.EndPoint.AddressFamily);
            await client.ConnectAsync(target.EndPoint, limit.Token).ConfigureAwait(false);
            if (target.IsSecure)
            {
                await ShakeHandsAsync(client, target, settings.Options, limit.Token).ConfigureAwait(false);
            }
            else if (settings.Options.HttpVersion.Major == 1
                && await RefusesAsync(client.GetStream(), target, doubt, limit.Token).ConfigureAwait(false)
                && await SpeaksTlsAsync(target, timeout, cancellationToken).ConfigureAwait(false))
            {
                throw new TargetFailedException(SecureSentence(address));
            }

            return target;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TargetFailedException($"No connection to {address.Text} came about within {DurationText.Of(timeout)}. "
                + "Is the address right, and does a firewall let it through?");
        }
        catch (SocketException e)
        {
            throw Unreachable(address, e);
        }
    }

    private static HttpTarget OverQuic(HttpTarget target, LoadAddress address)
    {
        if (!target.IsSecure)
            throw new TargetNotAllowedException($"--http3 needs https, and {address.Text} is http.");
#pragma warning disable CA1416, CA2252 // It is asked, so that where there is none that is said; and it is what .NET's own HTTP client asks.
        return QuicConnection.IsSupported
#pragma warning restore CA1416, CA2252
            ? target
            : throw new TargetFailedException("--http3 needs QUIC, and this system has none that .NET can use. "
                + "On Debian: apt-get install libmsquic. Or leave --http3 out.");
    }

    /// <summary>The server of an address, if it may be loaded.</summary>
    /// <exception cref="TargetNotAllowedException">It may not.</exception>
    /// <exception cref="TargetFailedException">Nobody knows its name.</exception>
    public static async Task<HttpTarget> ResolveAsync(
        Uri address, IReadOnlyCollection<string> allowedHosts, CancellationToken cancellationToken)
    {
        try
        {
            return await HttpTarget.ResolveAsync(address, allowedHosts, cancellationToken).ConfigureAwait(false);
        }
        catch (ArgumentException e)
        {
            throw new TargetNotAllowedException(e.Message.Split(" (Parameter '")[0]);
        }
        catch (SocketException)
        {
            throw new TargetFailedException($"No such host: {address.Host}. Look for a mistake in its name, or give its number.");
        }
    }

    /// <summary>Whether a server shakes hands by TLS, whatever its certificate; false when that takes too long.</summary>
    public static Task<bool> SpeaksTlsAsync(HttpTarget target, CancellationToken cancellationToken) =>
        SpeaksTlsAsync(target, Timeout, cancellationToken);

    private static async Task<bool> SpeaksTlsAsync(HttpTarget target, TimeSpan timeout, CancellationToken cancellationToken)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(timeout);
        try
        {
            using TcpClient client = new(target.EndPoint.AddressFamily);
            await client.ConnectAsync(target.EndPoint, limit.Token).ConfigureAwait(false);
#pragma warning disable CA5359 // Nothing is sent: only whether it speaks TLS is asked.
            SslStream tls = new(client.GetStream(), leaveInnerStreamOpen: false, (_, _, _, _) => true);
#pragma warning restore CA5359
            await using ConfiguredAsyncDisposable closing = tls.ConfigureAwait(false);
            await tls.AuthenticateAsClientAsync(
                new SslClientAuthenticationOptions { TargetHost = target.BaseAddress.IdnHost }, limit.Token).ConfigureAwait(false);
            return true;
        }
        catch (Exception e) when (e is AuthenticationException or IOException or SocketException
            || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return false;
        }
    }

    /// <summary>Whether a server without TLS speaks HTTP/2 to who knows that beforehand (RFC 9113, 3.3): it begins with its settings.
    /// False when that takes too long.</summary>
    public static async Task<bool> SpeaksHttp2Async(HttpTarget target, CancellationToken cancellationToken)
    {
        const int HeadBytes = 9; // Of a frame: length, type, flags, stream (RFC 9113, 4.1).
        const byte Settings = 4;
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Timeout);
        try
        {
            using TcpClient client = new(target.EndPoint.AddressFamily);
            await client.ConnectAsync(target.EndPoint, limit.Token).ConfigureAwait(false);
            byte[] preface = [.. "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8, 0, 0, 0, Settings, 0, 0, 0, 0, 0];
            await client.GetStream().WriteAsync(preface, limit.Token).ConfigureAwait(false);
            byte[] head = new byte[HeadBytes];
            await client.GetStream().ReadExactlyAsync(head, limit.Token).ConfigureAwait(false);
            return head is [0, _, _, Settings, _, 0, 0, 0, 0];
        }
        catch (Exception e) when (e is IOException or SocketException
            || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return false;
        }
    }

    /// <summary>What to say of a port that speaks HTTP/2 and was asked by HTTP/1.1.</summary>
    public static string Http2Sentence(LoadAddress address) =>
        $"{address.Base.GetLeftPart(UriPartial.Authority)} speaks HTTP/2 and does not understand HTTP/1.1: not one request was answered "
            + "well. Add --http2";

    /// <summary>What to say of a port that speaks https where the URL says http.</summary>
    public static string SecureSentence(LoadAddress address) =>
        $"Port {address.Base.Port.ToString(CultureInfo.InvariantCulture)} speaks https, not http. "
            + $"Try https://{address.Base.Authority}{address.Path}";

    // Whether it hangs up on, or answers, the beginning of a request. Its end is not sent: a server that speaks http
    // never sees a request that the report does not count.
    private static async Task<bool> RefusesAsync(
        NetworkStream server, HttpTarget target, TimeSpan doubt, CancellationToken cancellationToken)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(doubt);
        try
        {
            byte[] head = Encoding.ASCII.GetBytes($"GET / HTTP/1.1\r\nHost: {target.BaseAddress.Authority}\r\n");
            await server.WriteAsync(head, limit.Token).ConfigureAwait(false);
            _ = await server.ReadAsync(new byte[1], limit.Token).ConfigureAwait(false);
            return true;
        }
        catch (IOException)
        {
            return true;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return false;
        }
    }

    private static async Task ShakeHandsAsync(TcpClient client, HttpTarget target, LoadOptions options, CancellationToken cancellationToken)
    {
        SslStream tls = new(client.GetStream());
        await using ConfiguredAsyncDisposable closing = tls.ConfigureAwait(false);
        SslClientAuthenticationOptions wanted = new() { TargetHost = target.BaseAddress.IdnHost };
        if (options.TrustsAnyCertificate)
#pragma warning disable CA5359 // The user asked for it, to load a development server.
            wanted.RemoteCertificateValidationCallback = (_, _, _, _) => true;
#pragma warning restore CA5359
        string port = target.BaseAddress.Authority;
        try
        {
            await tls.AuthenticateAsClientAsync(wanted, cancellationToken).ConfigureAwait(false);
        }
        catch (AuthenticationException e) when (e.Message.Contains("RemoteCertificate", StringComparison.Ordinal))
        {
            throw new TargetFailedException($"The certificate of {port} is not trusted. If it is that of a development server: --insecure");
        }
        catch (Exception e) when (e is AuthenticationException or IOException)
        {
            throw new TargetFailedException(
                $"{port} does not speak https. Try http://{port}{(e is IOException ? "" : $" ({e.Message.TrimEnd('.')})")}");
        }
    }

    private static TargetFailedException Unreachable(LoadAddress address, SocketException e) => new(
        e.SocketErrorCode == SocketError.ConnectionRefused
            ? $"Nothing answers at {address.Base.GetLeftPart(UriPartial.Authority)}. Is the site running? "
                + "Start it, or let this command start it: --launch \"dotnet run ...\""
            : $"{address.Base.GetLeftPart(UriPartial.Authority)} cannot be reached: {e.Message.TrimEnd('.')}. Is the address right?");
}
