namespace Syncopate.Load.Client;

/// <summary>A request of the portable engine, which knows whether a connection was opened for it.</summary>
internal sealed class ClientMessage(HttpMethod method, Uri address) : HttpRequestMessage(method, address)
{
    // Set by whichever thread opens the connection, read when the request has failed.
    private volatile bool _hasOpened;

    /// <summary>False for one that went over a connection that was there already.</summary>
    public bool HasOpened
    {
        get => _hasOpened;
        set => _hasOpened = value;
    }
}
