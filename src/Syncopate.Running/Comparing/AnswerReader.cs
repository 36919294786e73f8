using System.Diagnostics;
using System.Globalization;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using Syncopate.Load;
using Syncopate.Load.Tallying;

namespace Syncopate.Running.Comparing;

/// <summary>Sends one request and reads the whole answer, which load engines do not keep. Goes where a target's address
/// says, and nowhere else.</summary>
internal sealed class AnswerReader
{
    /// <summary>What is said of a target that does not answer when nothing has been measured yet; who asks later leaves it out.</summary>
    internal const string NothingMeasured = " Nothing was measured.";

    private const int BufferBytes = 64 * 1024;

    private readonly LoadOptions _options;

    /// <param name="options">Timeout, version of HTTP, trust and the longest body.</param>
    public AnswerReader(LoadOptions options) => _options = options;

    /// <summary>One answer.</summary>
    /// <exception cref="TargetFailedException">There is none; the message says why and what to do.</exception>
    public async Task<CheckedAnswer> ReadAsync(Form form, HttpTarget target, LoadRequest request, CancellationToken cancellationToken)
    {
        using CancellationTokenSource timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(_options.TotalTimeout);
        try
        {
            return await SendAsync(form, target, request, timeout.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TargetFailedException(string.Create(
                CultureInfo.InvariantCulture,
                $"{form} did not answer within {_options.TotalTimeout.TotalSeconds:0.###} s (--timeout).{NothingMeasured}"));
        }
        catch (Exception e) when (e is HttpRequestException or IOException)
        {
            throw new TargetFailedException(Explain(form, target, e));
        }
    }

    private async Task<CheckedAnswer> SendAsync(Form form, HttpTarget target, LoadRequest request, CancellationToken cancellationToken)
    {
        using HttpMessageInvoker client = Client(target);
        using HttpRequestMessage message = Message(target, request);
        long started = Stopwatch.GetTimestamp();
        using HttpResponseMessage answer = await client.SendAsync(message, cancellationToken).ConfigureAwait(false);
        BodyStart start = new();
        start.Begin();
        (long length, string hash) = await HashAsync(form, answer, start, cancellationToken).ConfigureAwait(false);
        return new CheckedAnswer(form, (int)answer.StatusCode, length, hash, Stopwatch.GetElapsedTime(started).TotalMilliseconds)
        {
            Checksum = start.Checksum,
        };
    }

    private async Task<(long Length, string Hash)> HashAsync(
        Form form, HttpResponseMessage answer, BodyStart start, CancellationToken cancellationToken)
    {
        using Stream body = await answer.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        byte[] buffer = new byte[BufferBytes];
        long length = 0;
        for (int read; (read = await body.ReadAsync(buffer, cancellationToken).ConfigureAwait(false)) > 0;)
        {
            hash.AppendData(buffer, 0, read);
            start.Take(buffer.AsSpan(0, read));
            length += read;
            if (length > _options.BodyLimitBytes)
            {
                throw new TargetFailedException(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{form} answered with more than {_options.BodyLimitBytes} bytes, the most that is read.{NothingMeasured}"));
            }
        }

        return (length, Convert.ToHexString(hash.GetHashAndReset()));
    }

    private HttpMessageInvoker Client(HttpTarget target) => new(new SocketsHttpHandler
    {
        AllowAutoRedirect = false,
        UseCookies = false,
        UseProxy = false,
        SslOptions = _options.TrustsAnyCertificate ? AnyCertificate() : new SslClientAuthenticationOptions(),
        ConnectCallback = async (_, token) =>
        {
            Socket socket = new(target.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                await socket.ConnectAsync(target.EndPoint, token).ConfigureAwait(false);
                return new NetworkStream(socket, ownsSocket: true);
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        },
    });

#pragma warning disable CA5359 // Asked for by --insecure, for certificates that development servers make for themselves.
    private static SslClientAuthenticationOptions AnyCertificate() => new() { RemoteCertificateValidationCallback = (_, _, _, _) => true };
#pragma warning restore CA5359

    private HttpRequestMessage Message(HttpTarget target, LoadRequest request)
    {
        Uri address = new(target.BaseAddress.GetLeftPart(UriPartial.Authority) + request.Path, new UriCreationOptions
        {
            DangerousDisablePathAndQueryCanonicalization = true,
        });
        HttpRequestMessage message = new(new HttpMethod(request.Method), address)
        {
            Version = _options.HttpVersion,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        if (request.Body.Length > 0)
            message.Content = new ReadOnlyMemoryContent(request.Body);
        // As a load names itself: a server may answer others otherwise.
        foreach ((string name, string value) in LoadRequest.OwnHeaders)
        {
            if (!request.Headers.Any(h => h.Key.Equals(name, StringComparison.OrdinalIgnoreCase)))
                message.Headers.TryAddWithoutValidation(name, value);
        }

        foreach ((string name, string value) in request.Headers)
        {
            // Content-Type and its like belong to the content, which a request without a body does not have.
            if (!message.Headers.TryAddWithoutValidation(name, value))
                _ = message.Content?.Headers.TryAddWithoutValidation(name, value);
        }

        return message;
    }

    private static string Explain(Form form, HttpTarget target, Exception failure)
    {
        Uri address = target.BaseAddress;
        return failure switch
        {
            { InnerException: SocketException { SocketErrorCode: SocketError.ConnectionRefused } }
                or HttpRequestException { InnerException: SocketException } =>
                $"Nothing answers at {address.GetLeftPart(UriPartial.Authority)} ({form}). Is the site running? "
                    + $"Start it, or use --launch-{form.InLowerCase()} \"dotnet run ...\".",
            { InnerException: AuthenticationException inner } when target.IsSecure
                && inner.Message.Contains("frame", StringComparison.OrdinalIgnoreCase) =>
                $"Port {address.Port} speaks http, not https. Try http://{address.Authority}.",
            { InnerException: AuthenticationException inner } => $"{form} at {address.Authority} has no certificate that is trusted: "
                + $"{inner.Message.TrimEnd('.')}. For a development server: --insecure.",
            _ => $"{form} at {address.GetLeftPart(UriPartial.Authority)} gave no answer: {failure.Message.TrimEnd('.')}."
                + NothingMeasured,
        };
    }
}
