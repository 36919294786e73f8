using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Syncopate.Cli.Lines;
using Syncopate.Running;
using Syncopate.Running.Loads;
using Xunit;

namespace Syncopate.Cli.Tests;

[Trait("Judges", "behaviour")]
public sealed class LoadTargetTests
{
    [Fact]
    public async Task Http_to_an_https_port_is_told_before_anything_is_sent_in_earnest()
    {
        using TcpListener listener = Listen(out LoadAddress address);
        using X509Certificate2 certificate = Certificate();
        Task serving = ServeAsync(listener, peer => SecureAsync(peer, certificate));

        TargetFailedException told = await Assert.ThrowsAsync<TargetFailedException>(() => OpenAsync(address, Timeout.InfiniteTimeSpan));

        Assert.Equal($"Port {address.Base.Port} speaks https, not http. Try https://{address.Base.Authority}/orders", told.Message);
        await EndAsync(listener, serving);
    }

    [Fact]
    public async Task A_server_that_speaks_http_gets_no_whole_request()
    {
        using TcpListener listener = Listen(out LoadAddress address);
        StringBuilder received = new();
        Task serving = ServeAsync(listener, peer => ReadAsync(peer, received));

        await OpenAsync(address, TimeSpan.FromMilliseconds(1));

        await EndAsync(listener, serving);
        Assert.DoesNotContain("\r\n\r\n", received.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_hangs_up_on_everybody_is_not_taken_for_https()
    {
        using TcpListener listener = Listen(out LoadAddress address);
        Task serving = ServeAsync(listener, peer => Task.CompletedTask);

        Assert.Equal(address.Base, (await OpenAsync(address, Timeout.InfiniteTimeSpan)).BaseAddress);

        await EndAsync(listener, serving);
    }

    /// <summary>As a server of gRPC does; one that speaks HTTP/1.1 answers in words, and one that says nothing hangs up.</summary>
    [Theory]
    [InlineData("\0\0\u0006\u0004\0\0\0\0\0\0\u0003\0\0\0d", true)]
    [InlineData("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", false)]
    [InlineData("HTTP/1.1", false)]
    [InlineData("", false)]
    public async Task A_server_that_begins_with_its_settings_speaks_HTTP_2(string answer, bool speaks)
    {
        using TcpListener listener = Listen(out LoadAddress address);
        Task serving = ServeAsync(listener, async peer =>
        {
            await peer.ReadExactlyAsync(new byte["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".Length + 9], TestContext.Current.CancellationToken);
            await peer.WriteAsync(Encoding.Latin1.GetBytes(answer), TestContext.Current.CancellationToken);
        });
        Syncopate.Load.HttpTarget target = new(address.Base);

        Assert.Equal(speaks, await LoadTarget.SpeaksHttp2Async(target, TestContext.Current.CancellationToken));

        await EndAsync(listener, serving);
    }

    private static Task<Syncopate.Load.HttpTarget> OpenAsync(LoadAddress address, TimeSpan doubt) =>
        LoadTarget.OpenAsync(address, Lines.Read(), Timeout.InfiniteTimeSpan, doubt, TestContext.Current.CancellationToken);

    private static TcpListener Listen(out LoadAddress address)
    {
        TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        address = LineValue.Url(FormattableString.Invariant($"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/orders"));
        return listener;
    }

    private static async Task ServeAsync(TcpListener listener, Func<NetworkStream, Task> serveAsync)
    {
        try
        {
            while (true)
            {
                using TcpClient peer = await listener.AcceptTcpClientAsync();
                await serveAsync(peer.GetStream());
            }
        }
        catch (Exception e) when (e is SocketException or InvalidOperationException)
        {
            // The test is over.
        }
    }

    private static async Task EndAsync(TcpListener listener, Task serving)
    {
        listener.Stop();
        await serving;
    }

    private static async Task SecureAsync(NetworkStream peer, X509Certificate2 certificate)
    {
        await using SslStream tls = new(peer);
        try
        {
            await tls.AuthenticateAsServerAsync(certificate);
        }
        catch (Exception e) when (e is AuthenticationException or IOException)
        {
            // It does not speak TLS.
        }
    }

    private static async Task ReadAsync(NetworkStream peer, StringBuilder received)
    {
        byte[] buffer = new byte[1024];
        try
        {
            while (await peer.ReadAsync(buffer) is > 0 and int count)
                received.Append(Encoding.ASCII.GetString(buffer, 0, count));
        }
        catch (IOException)
        {
            // It was reset.
        }
    }

    private static X509Certificate2 Certificate()
    {
        using RSA key = RSA.Create(2048);
        CertificateRequest request = new("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using X509Certificate2 made = request.CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(200));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
    }
}
