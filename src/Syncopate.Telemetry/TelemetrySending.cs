using System.Globalization;
using System.Net.Sockets;

namespace Syncopate.Telemetry;

/// <summary>Sees what becomes of each message of one kind, figures or spans: the exporters of the packages keep it to themselves. After
/// some failures in a row none is sent any more; a receiver may take figures and no spans.</summary>
internal sealed class TelemetrySending(ReceiverSilence silence)
{
    // A receiver that is away must not hold a run up at every slot.
    private const int MostFailuresInARow = 3;

    // By the threads that send, interlocked.
    private volatile string _lastFailure = "";
    private int _sent;
    private int _failed;
    private int _failedInARow;

    /// <summary>Messages that were taken.</summary>
    public int Sent => Volatile.Read(ref _sent);

    /// <summary>Messages that were not.</summary>
    public int Failed => Volatile.Read(ref _failed);

    /// <summary>Whether so many messages in a row were not taken that nothing is sent any more.</summary>
    public bool IsGivenUp =>
        Volatile.Read(ref _failedInARow) >= MostFailuresInARow || silence.InARow >= MostFailuresInARow;

    /// <summary>Why the last of those was not, without a full stop.</summary>
    public string LastFailure => _lastFailure;

    /// <summary>A handler that counts here. A collector is spoken to directly, as all else that is measured.</summary>
    public HttpMessageHandler Handler() => new Counting(this)
    {
        InnerHandler = new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false, ActivityHeadersPropagator = null },
    };

    private void Count(HttpResponseMessage answer)
    {
        silence.End();
        if (!answer.IsSuccessStatusCode)
        {
            Fail(string.Create(CultureInfo.InvariantCulture, $"status {(int)answer.StatusCode}"));
            return;
        }

        Interlocked.Increment(ref _sent);
        Volatile.Write(ref _failedInARow, 0);
    }

    private void Fail(string why)
    {
        _lastFailure = why;
        Interlocked.Increment(ref _failed);
        Interlocked.Increment(ref _failedInARow);
    }

    private void FailInSilence(string why)
    {
        silence.Add();
        Fail(why);
    }

    private sealed class Counting(TelemetrySending sending) : DelegatingHandler
    {
        // The exporters send from threads of their own, and wait.
        protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            ThrowIfGivenUp();
            try
            {
                HttpResponseMessage answer = base.Send(request, cancellationToken);
                sending.Count(answer);
                return answer;
            }
            catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
            {
                sending.FailInSilence(Words(e));
                throw;
            }
        }

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            ThrowIfGivenUp();
            try
            {
                HttpResponseMessage answer = await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
                sending.Count(answer);
                return answer;
            }
            catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
            {
                sending.FailInSilence(Words(e));
                throw;
            }
        }

        // The exporters take it as they take a receiver that is not there.
        private void ThrowIfGivenUp()
        {
            if (sending.IsGivenUp)
                throw new HttpRequestException("Nothing is sent there any more.");
        }

        private static string Words(Exception e) => e is OperationCanceledException ? "no answer within 2 s"
            : e.InnerException is SocketException socket ? socket.Message : e.Message.TrimEnd('.');
    }
}
