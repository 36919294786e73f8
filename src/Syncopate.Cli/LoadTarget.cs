using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using Syncopate.Load;

namespace Syncopate.Cli;

/// <summary>Finds the server of a URL and makes sure, without a request, that something there can be spoken to: what is wrong is told before anything is measured.</summary>
internal static class LoadTarget
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>The server, reachable a moment ago.</summary>
    /// <exception cref="UsageException">The host is not allowed.</exception>
    /// <exception cref="UnusableException">Nobody listens there, or not in the way the URL says.</exception>
    public static async Task<HttpTarget> OpenAsync(LoadAddress address, LoadSettings settings, CancellationToken cancellationToken)
    {
        HttpTarget target = await ResolveAsync(address.Base, settings.AllowedHosts, cancellationToken);
        if (settings.Options.HttpVersion.Major == 3)
            return target.IsSecure ? target : throw new UsageException($"--http3 needs https, and {address.Text} is http.");
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Patience);
        try
        {
            using TcpClient client = new(target.EndPoint.AddressFamily);
            await client.ConnectAsync(target.EndPoint, limit.Token);
            if (target.IsSecure)
                await ShakeHandsAsync(client, target, settings.Options, limit.Token);
            return target;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new UnusableException($"No connection to {address.Text} came about within {LineValue.Text(Patience)}. Is the address right, and does a firewall let it through?");
        }
        catch (SocketException e)
        {
            throw Unreachable(address, e);
        }
    }

    /// <summary>The server of an address, if it may be loaded.</summary>
    /// <exception cref="UsageException">It may not.</exception>
    /// <exception cref="UnusableException">Nobody knows its name.</exception>
    public static async Task<HttpTarget> ResolveAsync(Uri address, IReadOnlyCollection<string> allowedHosts, CancellationToken cancellationToken)
    {
        try
        {
            return await HttpTarget.ResolveAsync(address, allowedHosts, cancellationToken);
        }
        catch (ArgumentException e)
        {
            throw new UsageException(UsageException.Sentence(e));
        }
        catch (SocketException)
        {
            throw new UnusableException($"No such host: {address.Host}. Look for a mistake in its name, or give its number.");
        }
    }

    private static async Task ShakeHandsAsync(TcpClient client, HttpTarget target, LoadOptions options, CancellationToken cancellationToken)
    {
        await using SslStream tls = new(client.GetStream());
        SslClientAuthenticationOptions wanted = new() { TargetHost = target.BaseAddress.IdnHost };
        if (options.TrustsAnyCertificate)
#pragma warning disable CA5359 // The user asked for it, to load a development server.
            wanted.RemoteCertificateValidationCallback = (_, _, _, _) => true;
#pragma warning restore CA5359
        string port = target.BaseAddress.Authority;
        try
        {
            await tls.AuthenticateAsClientAsync(wanted, cancellationToken);
        }
        catch (AuthenticationException e) when (e.Message.Contains("RemoteCertificate", StringComparison.Ordinal))
        {
            throw new UnusableException($"The certificate of {port} is not trusted. If it is that of a development server: --insecure");
        }
        catch (Exception e) when (e is AuthenticationException or IOException)
        {
            throw new UnusableException($"{port} does not speak https. Try http://{port}{(e is IOException ? "" : $" ({e.Message.TrimEnd('.')})")}");
        }
    }

    private static UnusableException Unreachable(LoadAddress address, SocketException e) => new(e.SocketErrorCode == SocketError.ConnectionRefused
        ? $"Nothing answers at {address.Base.GetLeftPart(UriPartial.Authority)}. Is the site running? Start it, or let this command start it: --launch \"dotnet run ...\""
        : $"{address.Base.GetLeftPart(UriPartial.Authority)} cannot be reached: {e.Message.TrimEnd('.')}. Is the address right?");
}
