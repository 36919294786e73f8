using System.Net;
using Syncopate.Load.Http1;

namespace Syncopate.Load.Loops;

/// <summary>The connections of one event loop, which outlive a load, and those of them that the current load uses. The
/// loop's thread alone uses it.</summary>
internal sealed class ConnectionSet(IPEndPoint endPoint, Poller poller, LoadOptions options) : IDisposable
{
    private readonly SocketAddress _address = endPoint.Serialize();
    private readonly List<Connection> _all = [];
    private Connection[] _active = [];

    /// <summary>Those of the current load.</summary>
    public IReadOnlyList<Connection> Active => _active;

    /// <summary>How many of them are being opened.</summary>
    public int Opening
    {
        get
        {
            int opening = 0;
            foreach (Connection connection in _active)
                opening += connection.State == ConnectionState.Connecting ? 1 : 0;
            return opening;
        }
    }

    /// <summary>Makes so many the current load's. Their users have every <paramref name="stride"/>-th number from
    /// <paramref name="first"/>.</summary>
    public void Use(int count, int first, int stride)
    {
        while (_all.Count < count)
            _all.Add(new Connection(_all.Count, poller, _address, options));
        _active = [.. _all.Take(count)];
        foreach (Connection connection in _active)
        {
            connection.User = connection.DrawnAs = first + connection.Place * stride;
            connection.Unmark();
        }
    }

    /// <summary>The connection that an event is about; null when that one is closed already.</summary>
    public Connection? Of(long token) => _all[(int)token] is var connection && connection.Token == token ? connection : null;

    /// <summary>Gives up what is in flight or being opened.</summary>
    public void Abandon()
    {
        foreach (Connection connection in _active)
        {
            if (connection.State is ConnectionState.InFlight or ConnectionState.Connecting)
                connection.Abort();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (Connection connection in _all)
            connection.Close();
    }
}
