using System.Net.Sockets;
using Syncopate.Load;
using Syncopate.Load.Client;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>What is counted of each failure of .NET's client: an error under the name of another one would send its reader to the wrong
/// place.</summary>
public sealed class ClientFindingsTests
{
    [Theory]
    [InlineData(HttpRequestError.SecureConnectionError, Findings.TlsFailed)]
    [InlineData(HttpRequestError.ResponseEnded, Findings.CutShort)]
    [InlineData(HttpRequestError.InvalidResponse, Findings.InvalidAnswer)]
    [InlineData(HttpRequestError.ConfigurationLimitExceeded, Findings.HeaderTooLarge)]
    [InlineData(HttpRequestError.HttpProtocolError, Findings.ProtocolError)]
    [InlineData(HttpRequestError.VersionNegotiationError, Findings.ProtocolError)]
    [InlineData(HttpRequestError.ExtendedConnectNotSupported, Findings.ProtocolError)]
    [InlineData(HttpRequestError.ConnectionError, Findings.ConnectionClosed)]
    [InlineData(HttpRequestError.Unknown, Findings.ConnectionClosed)]
    public void What_the_client_says_is_the_same_before_and_within_an_answer(HttpRequestError error, string finding)
    {
        Assert.Equal(finding, ClientFindings.Of(new HttpRequestException(error)));
        Assert.Equal(finding, ClientFindings.Of(new HttpIOException(error)));
    }

    [Theory]
    [InlineData(SocketError.ConnectionRefused, Findings.ConnectionRefused)]
    [InlineData(SocketError.ConnectionReset, Findings.ConnectionReset)]
    [InlineData(SocketError.ConnectionAborted, Findings.ConnectionReset)]
    [InlineData(SocketError.Shutdown, Findings.ConnectionReset)]
    [InlineData(SocketError.TimedOut, Findings.TimedOut)]
    [InlineData(SocketError.AddressNotAvailable, Findings.NoFreePort)]
    [InlineData(SocketError.TooManyOpenSockets, Findings.TooManyFiles)]
    [InlineData(SocketError.NetworkUnreachable, Findings.Unreachable)]
    [InlineData(SocketError.HostUnreachable, Findings.Unreachable)]
    public void A_failure_of_the_socket_is_found_however_deep_it_lies(SocketError error, string finding)
    {
        SocketException failure = new((int)error);

        Assert.Equal(finding, ClientFindings.Of(new HttpRequestException("", failure)));
        Assert.Equal(finding, ClientFindings.Of(new IOException("", new IOException("", failure))));
    }

    [Theory]
    [InlineData(SocketError.Interrupted)]
    [InlineData(SocketError.MessageSize)]
    [InlineData(SocketError.NetworkDown)]
    [InlineData(SocketError.NetworkReset)]
    [InlineData(SocketError.NoBufferSpaceAvailable)]
    [InlineData(SocketError.IsConnected)]
    [InlineData(SocketError.NotConnected)]
    [InlineData((SocketError)10059)]
    [InlineData(SocketError.HostDown)]
    public void Another_failure_of_the_socket_is_told_by_the_systems_number(SocketError error)
    {
        SocketException failure = new((int)error);

        Assert.Equal(
            FormattableString.Invariant($"socket error {failure.ErrorCode & 255}"),
            ClientFindings.Of(new HttpRequestException("", failure)));
    }
}
