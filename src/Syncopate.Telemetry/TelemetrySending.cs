using System.Globalization;
using System.Net.Sockets;

namespace Syncopate.Telemetry;

/// <summary>Sees what becomes of each message: the exporters of the packages keep it to themselves.</summary>
internal sealed class TelemetrySending
{
    private volatile string _lastFailure = "";
    private int _sent;
    private int _failed;

    /// <summary>Messages that were taken.</summary>
    public int Sent => Volatile.Read(ref _sent);

    /// <summary>Messages that were not.</summary>
    public int Failed => Volatile.Read(ref _failed);

    /// <summary>Why the last of those was not, without a full stop.</summary>
    public string LastFailure => _lastFailure;

    /// <summary>A handler that counts here. A collector is spoken to directly, as all else that is measured.</summary>
    public HttpMessageHandler Handler() => new Counting(this)
    {
        InnerHandler = new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false, ActivityHeadersPropagator = null },
    };

    private void Count(HttpResponseMessage answer)
    {
        if (answer.IsSuccessStatusCode)
            Interlocked.Increment(ref _sent);
        else
            Fail(string.Create(CultureInfo.InvariantCulture, $"status {(int)answer.StatusCode}"));
    }

    private void Fail(string why)
    {
        _lastFailure = why;
        Interlocked.Increment(ref _failed);
    }

    private sealed class Counting(TelemetrySending sending) : DelegatingHandler
    {
        // The exporters send from threads of their own, and wait.
        protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            try
            {
                HttpResponseMessage answer = base.Send(request, cancellationToken);
                sending.Count(answer);
                return answer;
            }
            catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
            {
                sending.Fail(Words(e));
                throw;
            }
        }

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            try
            {
                HttpResponseMessage answer = await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
                sending.Count(answer);
                return answer;
            }
            catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
            {
                sending.Fail(Words(e));
                throw;
            }
        }

        private static string Words(Exception e) => e is OperationCanceledException ? "no answer within 2 s"
            : e.InnerException is SocketException socket ? socket.Message : e.Message.TrimEnd('.');
    }
}
