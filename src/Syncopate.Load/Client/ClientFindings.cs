using System.Net.Sockets;

namespace Syncopate.Load.Client;

/// <summary>The findings behind the exceptions of .NET's HTTP client.</summary>
internal static class ClientFindings
{
    public static string Of(Exception exception)
    {
        HttpRequestError error = exception switch
        {
            HttpRequestException request => request.HttpRequestError,
            HttpIOException io => io.HttpRequestError,
            _ => HttpRequestError.Unknown,
        };
        return error switch
        {
            HttpRequestError.SecureConnectionError => Findings.TlsFailed,
            HttpRequestError.ResponseEnded => Findings.CutShort,
            HttpRequestError.InvalidResponse => Findings.InvalidAnswer,
            HttpRequestError.ConfigurationLimitExceeded => Findings.HeaderTooLarge,
            HttpRequestError.HttpProtocolError or HttpRequestError.VersionNegotiationError or HttpRequestError.ExtendedConnectNotSupported
                => Findings.ProtocolError,
            _ => OfSocket(exception),
        };
    }

    private static string OfSocket(Exception? exception) => exception switch
    {
        null => Findings.ConnectionClosed,
        SocketException { SocketErrorCode: SocketError.ConnectionRefused } => Findings.ConnectionRefused,
        SocketException { SocketErrorCode: SocketError.ConnectionReset or SocketError.ConnectionAborted or SocketError.Shutdown }
                => Findings.ConnectionReset,
        SocketException { SocketErrorCode: SocketError.TimedOut } => Findings.TimedOut,
        SocketException { SocketErrorCode: SocketError.AddressNotAvailable } => Findings.NoFreePort,
        SocketException { SocketErrorCode: SocketError.TooManyOpenSockets } => Findings.TooManyFiles,
        SocketException { SocketErrorCode: SocketError.NetworkUnreachable or SocketError.HostUnreachable } => Findings.Unreachable,
        SocketException other => Findings.SocketError(other.ErrorCode),
        _ => OfSocket(exception.InnerException),
    };
}
